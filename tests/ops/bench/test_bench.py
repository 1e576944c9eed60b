"""Every bench runs, with the least counts, and says its figures; nothing here judges them."""

import math
from typing import Any

import pytest
from msgspec import json

from ops.bench.__main__ import BENCHES, main
from ops.bench.rows import CannotMeasure, Row, Scale, figure_text
from shared.catalogue import RULESETS

LEAST = Scale(
    deals=2,
    rounds=1,
    games=2,
    verified_games=1,
    verified_deals=1,
    lag_s=0.2,
    lag_rate=100,
    kills=1,
    partitions=2,
    latency_s=1.0,
    latency_rate=20,
    latency_tables=2,
    bot_deals=4,
    expert_deals=2,
    played_deals=1,
)


def test_a_row_a_ruleset() -> None:
    rows = list(BENCHES["rules"](LEAST))
    assert [row.what.split()[-3].strip(",") for row in rows] == [r.NAME for r in RULESETS]


def test_a_whole_game_a_ruleset() -> None:
    rows = list(BENCHES["games"](LEAST))
    assert [row.what.split()[-3].strip(",") for row in rows] == [r.NAME for r in RULESETS]
    assert {row.aim for row in rows} == {None, 40.0}


@pytest.mark.integration
@pytest.mark.parametrize("name", BENCHES)
def test_every_bench_says_its_figures(name: str) -> None:
    rows = list(BENCHES[name](LEAST))
    assert rows
    for row in rows:
        assert math.isfinite(row.figure)
        assert row.figure > 0 or name == "levels"
        assert row.unit
    assert len({row.what for row in rows}) == len(rows)


@pytest.mark.integration
def test_figures_by_name_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sizes"], LEAST) == 0
    printed = capsys.readouterr().out
    assert "150,000" in printed
    assert "an event in its log's stream" in printed
    assert "commit path" not in printed


def test_figures_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"], LEAST) == 0
    measured: dict[str, Any] = json.decode(capsys.readouterr().out)
    rows = measured["rows"]["rules"]
    assert len(rows) == len(RULESETS)
    assert rows[0]["aim"] == 150_000
    assert {row["aim"] for row in rows[1:]} <= {60_000}
    assert all(row["figure"] > 0 for row in rows)
    assert "cores" in measured["machine"]


def test_a_bench_that_cannot_run_here_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows(_scale: Scale) -> list[Row]:
        raise CannotMeasure("there is no moon tonight")

    monkeypatch.setitem(BENCHES, "rules", rows)
    assert main(["rules"], LEAST) == 0
    assert "rules: not measured: there is no moon tonight" in capsys.readouterr().out


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["weather"], LEAST)
    assert "weather" in capsys.readouterr().err


def test_an_aim_is_met_from_the_right_side() -> None:
    assert Row("speed", 9.0, "x", 8.0).met
    assert not Row("speed", 7.0, "x", 8.0).met
    assert Row("delay", 7.0, "x", 8.0, "less").met
    assert not Row("delay", 9.0, "x", 8.0, "less").met
    assert Row("neither", 9.0, "x").met is None


def test_figures_are_short() -> None:
    assert [figure_text(f) for f in (202_804.4, 14.21, 0.661, 0.0)] == [
        "202,804",
        "14.2",
        "0.66",
        "0.00",
    ]

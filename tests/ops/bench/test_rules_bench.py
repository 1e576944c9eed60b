"""The bench of the rules plays whole deals of every ruleset and prints a row for each."""

import pytest

from ops.bench import rules as bench
from shared.catalogue import RULESETS


def test_a_row_a_ruleset(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "DEALS", 3)
    bench.main()
    printed = capsys.readouterr().out
    for rules in RULESETS:
        (row,) = [line for line in printed.splitlines() if rules.NAME in line]
        assert "150,000" in row

"""`games`, `replay`, `verify`, `export`: what is shown of games, from SQL and from files."""

import json
from pathlib import Path

import pytest

from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.cards.events import CardPlayed
from shared.flows import export
from shared.flows.events import CODEC
from shared.journal import chain
from shared.journal.envelope import Cause
from shared.kernel.seats import SEATS
from tests.services.cli.conftest import ENDED, RUNNING, Greffier

VERDICT = "verdict: bytes good, rules good, money good"

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture
def entries(at_home: Path) -> list[bytes]:
    """The log of the game that ended."""
    database = Database(f"sqlite:///{at_home / 'greffier.sqlite'}")
    found = SqlArchive(database).entries(ENDED)
    database.close()
    return found


@pytest.fixture
def exported(greffier: Greffier, tmp_path: Path) -> Path:
    """The export of the game that ended."""
    path = tmp_path / "game.jsonl"
    assert greffier("export", ENDED, "-o", path).status == 0
    return path


def seq_of(entries: list[bytes], kind: str) -> int:
    return next(seq for seq, raw in enumerate(entries, 1) if CODEC.decode(raw).type == kind)


# --- games -----------------------------------------------------------------------------------


def test_games_are_listed_newest_first_with_their_players(greffier: Greffier) -> None:
    status, out, err = greffier("games")
    _, columns, _, first, second = out.splitlines()
    assert columns.split() == ["game", "rules", "phase", "since", "seats"]
    assert first.split(maxsplit=5) == [
        RUNNING,
        "call_break",
        "open",
        "2023-11-14",
        "22:13",
        "Ann [of] Acre, bot, bot, bot",
    ]
    assert second.split()[:3] == [ENDED, "call_break", "ended"]
    assert (status, err) == (0, "")


def test_games_are_listed_for_programs(greffier: Greffier) -> None:
    listed = json.loads(greffier("games", "--json", "--phase", "ended").out)
    assert [(game["game"], game["phase"], game["stake"]) for game in listed] == [
        (ENDED, "ended", 10)
    ]


def test_no_games_are_said_to_be_none(greffier: Greffier) -> None:
    assert greffier("games", "--rules", "whist") == (0, "no games\n", "")


# --- replay ----------------------------------------------------------------------------------


def test_a_game_is_told_trick_by_trick(greffier: Greffier) -> None:
    status, out, _ = greffier("replay", ENDED)
    lines = out.splitlines()
    assert sum(line.startswith("  trick") for line in lines) == 2 * 13
    assert sum(" holds " in line for line in lines) == 2 * 4
    assert lines[-1].startswith("game ended: reason completed")
    assert status == 0


def test_one_seats_hand_alone(greffier: Greffier) -> None:
    lines = greffier("replay", ENDED, "--seat", 2).out.splitlines()
    held = [line for line in lines if " holds " in line]
    assert len(held) == 2
    assert all(line.startswith("  seat 2 holds ") for line in held)


def test_a_telling_can_stop_within_a_trick(greffier: Greffier, entries: list[bytes]) -> None:
    second_play = seq_of(entries, "cards.played") + 1
    lines = greffier("replay", ENDED, "--to", second_play).out.splitlines()
    assert lines[-1].startswith("  trick  1: ")
    assert lines[-1].endswith("  …")


def test_a_replay_for_programs_holds_every_event(greffier: Greffier, entries: list[bytes]) -> None:
    events = json.loads(greffier("replay", ENDED, "--json", "--to", len(entries) - 1).out)
    assert [event["seq"] for event in events] == list(range(1, len(entries)))
    assert events[0]["type"] == "table.game_opened"


def test_the_cards_of_a_running_deal_are_not_told(greffier: Greffier) -> None:
    status, out, _ = greffier("replay", RUNNING)
    assert "  its cards are sealed until it is over" in out.splitlines()
    assert " holds " not in out
    assert status == 0


def test_a_log_that_does_not_verify_is_not_told(greffier: Greffier, exported: Path) -> None:
    alter_entry(exported, 40)
    status, out, err = greffier("replay", exported)
    assert out == ""
    assert err.splitlines()[0].startswith("found wrong: entry 40: ")
    assert status == 1


def test_a_sealed_tail_that_no_game_could_have_is_named(
    greffier: Greffier, tmp_path: Path, entries: list[bytes]
) -> None:
    """Not all of it can be judged before its deal is opened, and anybody can write such a file."""
    cut = seq_of(entries, "cards.trick_won")
    at, cause = CODEC.decode(entries[cut - 1]).at, Cause("forged", bytes(16), 1)
    forged = CODEC.encode(
        CardPlayed(SEATS[0], 200), seq=cut + 1, at=at, cause=cause, actor="bot:0"
    )
    log = [*entries[:cut], forged]
    head = chain.advance(chain.origin(ENDED), log)
    path = tmp_path / "forged.jsonl"
    path.write_bytes(b"".join(export.written(ENDED, log, head, ())))
    for options in ((), ("--json",)):
        status, _, err = greffier("replay", path, *options)
        assert err.startswith(f"found wrong: entry {cut + 1}")
        assert status == 1


# --- verify and export -----------------------------------------------------------------------


def alter_entry(path: Path, seq: int) -> None:
    """Change one hex digit of an entry, as a slip or a forger would."""
    lines = path.read_text().splitlines(keepends=True)
    line = json.loads(lines[seq])
    assert line["seq"] == seq
    digits = line["entry"]
    place = len(digits) // 2
    line["entry"] = digits[:place] + ("0" if digits[place] != "0" else "1") + digits[place + 1 :]
    lines[seq] = json.dumps(line, separators=(",", ":")) + "\n"
    path.write_text("".join(lines))


def test_a_played_game_gets_three_good_verdicts(greffier: Greffier, entries: list[bytes]) -> None:
    assert greffier("verify", ENDED) == (
        0,
        f"{len(entries)} entries of game {ENDED}\n{VERDICT}\n",
        "",
    )


def test_a_running_game_is_judged_as_far_as_it_is_open(greffier: Greffier) -> None:
    status, out, _ = greffier("verify", RUNNING)
    first, _, last = out.splitlines()
    assert first.endswith("on: a running deal; its rules are judged once it is opened")
    assert (status, last) == (0, VERDICT)


def test_an_export_is_judged_without_any_installation(
    greffier: Greffier, exported: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path / "nothing"))
    assert greffier("verify", exported).out.endswith(f"{VERDICT}\n")
    assert greffier("verify", "-", stdin=exported.read_bytes()).status == 0
    assert greffier("replay", exported).status == 0
    assert not (tmp_path / "nothing").exists()


def test_an_export_on_standard_output_is_the_one_in_the_file(
    greffier: Greffier, exported: Path
) -> None:
    assert greffier("export", ENDED) == (0, exported.read_text(), "")


def test_an_altered_entry_of_an_export_is_named(greffier: Greffier, exported: Path) -> None:
    alter_entry(exported, 40)
    status, out, _ = greffier("verify", exported)
    assert out.splitlines()[0] == "entry 40: bytes: its bytes are not those that were chained"
    assert out.splitlines()[-1].startswith("verdict: bytes WRONG")
    assert status == 1


def test_findings_are_given_to_programs(greffier: Greffier, exported: Path) -> None:
    alter_entry(exported, 40)
    status, out, _ = greffier("verify", "--json", exported)
    judged = json.loads(out)
    assert judged["bytes"] is False
    assert judged["findings"][0]["seq"] == 40
    assert status == 1


def test_an_export_cut_short_is_found(greffier: Greffier, exported: Path) -> None:
    lines = exported.read_text().splitlines(keepends=True)
    exported.write_text("".join(lines[:-1]))
    status, _, err = greffier("verify", exported)
    assert err == (
        f"found wrong: {exported}: the file ends after line {len(lines) - 1}, "
        "without its last line\n"
    )
    assert status == 1


def test_a_draft_is_not_left_where_an_export_cannot_be_written(
    greffier: Greffier, tmp_path: Path
) -> None:
    (tmp_path / "taken").mkdir()
    ran = greffier("export", ENDED, "-o", tmp_path / "taken")
    assert ran == (2, "", f"cannot run: {tmp_path / 'taken'}: Is a directory\n")
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]

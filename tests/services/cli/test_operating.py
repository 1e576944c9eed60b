"""`doctor`, `recover`, `adopt`: what an operator is told, and what an operator decides."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from services.cli import operating
from shared.flows.diagnosis import Finding
from shared.ports import Delivered, Dismissal
from tests.services.cli.conftest import Greffier
from tests.services.cli.memory_doors import MemoryDoors
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()


@pytest.fixture
def doors() -> MemoryDoors:
    """An installation in memory with one game, all of it archived, that waits for its human."""
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    return MemoryDoors(pipeline)


def freeze(pipeline: Pipeline) -> None:
    """Alter an entry behind the journal's back, and let a gate find it."""
    entries = pipeline.log.game(GAME).entries
    entries[5] = entries[5][:-1] + bytes([entries[5][-1] ^ 1])
    pipeline.log.restart()
    pipeline.lose_worker()


# --- doctor ----------------------------------------------------------------------------------


def test_a_healthy_installation_is_good(greffier: Greffier, doors: MemoryDoors) -> None:
    status, out, _ = greffier("doctor", doors=doors)
    assert "✓ heads: 1 unclosed game in Redis compared with SQL" in out.splitlines()
    assert "✓ archive lag: 0 entries not in SQL yet" in out.splitlines()
    assert status == 0


def test_what_is_not_in_sql_yet_is_counted(greffier: Greffier, doors: MemoryDoors) -> None:
    turn = doors.pipeline.view(GAME, "seat:0")["turn"]
    doors.pipeline.send(GAME, "player:ann", "call", {"tricks": 3}, turn=turn)
    doors.pipeline.decide()
    status, out, _ = greffier("doctor", doors=doors)
    assert f"· game {GAME}: 1 entry not in SQL yet" in out.splitlines()
    assert "✓ archive lag: 1 entry not in SQL yet" in out.splitlines()
    assert status == 0


def test_a_frozen_game_is_found(greffier: Greffier, doors: MemoryDoors) -> None:
    freeze(doors.pipeline)
    status, out, _ = greffier("doctor", "--json", doors=doors)
    wrong = [finding for finding in json.loads(out) if finding["grade"] == "wrong"]
    assert [finding["what"] for finding in wrong] == [f"game {GAME}"]
    assert "greffier recover" in wrong[0]["text"]
    assert status == 1


def test_a_look_that_fails_keeps_no_other_from_being_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails() -> Iterable[Finding]:
        raise ConnectionError("refused\nby the server")

    looks = [("log server", fails), ("keys", lambda: operating.keys_found("aa", ["aa", "bb"]))]
    assert operating.show_findings(operating.examine(looks), as_json=False) == 1
    assert capsys.readouterr().out.splitlines() == [
        "✗ log server: refused; by the server",
        "✓ master key: fingerprint aa (current)",
        "✓ master key: fingerprint bb (for games opened under it)",
    ]


@pytest.mark.usefixtures("at_home")
def test_an_installation_that_does_not_run_is_examined_all_the_same(greffier: Greffier) -> None:
    status, out, err = greffier("doctor")
    marks = {line.split(": ")[0] for line in out.splitlines()}
    assert {"✓ setting partitions", "· process rules", "✗ master key", "✗ log server"} <= marks
    assert (status, err) == (1, "")


def test_the_doctor_shows_no_password(
    greffier: Greffier, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    monkeypatch.setenv("GREFFIER_LOG_URL", f"unix://admin:s3cr3t@{tmp_path}/nowhere.sock")
    ran = greffier("doctor")
    assert "✗ log server" in ran.out
    assert "s3cr3t" not in ran.out + ran.err


# --- recover and adopt -----------------------------------------------------------------------


def test_a_frozen_game_goes_on_from_the_witness(greffier: Greffier, doors: MemoryDoors) -> None:
    freeze(doors.pipeline)
    why = ("--from", "witness", "--who", "olga", "--why", "a disk lost a page")
    archived = doors.pipeline.archive.entries(GAME)
    ran = greffier("recover", GAME, *why, doors=doors)
    last = doors.pipeline.journal.read(GAME)
    assert ran == (0, f"game {GAME} goes on from entry {len(last)}\n", "")
    assert last[: len(archived)] == archived
    (recorded,) = doors.pipeline.archive.recoveries_of(GAME)
    assert (recorded.chosen, recorded.who, recorded.why) == (
        "witness",
        "olga",
        "a disk lost a page",
    )


def test_what_cannot_be_recovered_is_said(greffier: Greffier, doors: MemoryDoors) -> None:
    ran = greffier(
        "recover", game_id(77), "--from", "redis", "--who", "o", "--why", "w", doors=doors
    )
    assert ran == (2, "", f"cannot run: Redis holds nothing of game {game_id(77)}\n")


def test_adoption_is_shown_before_it_is_done(greffier: Greffier, doors: MemoryDoors) -> None:
    doors.pipeline.archive.set_incarnation(PARTITION, "another")
    status, out, err = greffier("adopt", doors=doors)
    assert out.startswith(f"partition {PARTITION:02x}: Redis holds incarnation ")
    assert "SQL another; 1 unclosed game in SQL, 0 of them not the same in Redis" in out
    assert (status, err) == (1, "nothing was changed; with --yes they are adopted\n")
    assert doors.pipeline.archive.incarnation(PARTITION) == "another"


def test_adoption_is_done_when_asked_for(greffier: Greffier, doors: MemoryDoors) -> None:
    doors.pipeline.archive.set_incarnation(PARTITION, "another")
    assert greffier("adopt", "--yes", doors=doors).status == 0
    in_redis = doors.pipeline.journal.incarnation(PARTITION)
    assert doors.pipeline.archive.incarnation(PARTITION) == in_redis
    assert greffier("adopt", doors=doors) == (0, "no partition waits to be adopted\n", "")


# --- parked commands -------------------------------------------------------------------------


def park(pipeline: Pipeline) -> int:
    """One command that nobody could read, and one that failed again and again; its bytes."""
    pipeline.queue.park(PARTITION, Delivered("1-0", None, b"junk"), "unreadable")
    pipeline.send(GAME, "player:ann", "play", {"card": 12}, command_id="c77")
    (failed,) = pipeline.queue.receive(PARTITION, 1, 0)
    pipeline.queue.park(PARTITION, replace(failed, entry_id="2-0"), "AssertionError: no trick")
    return len(failed.raw)


def test_parked_commands_are_listed_without_what_they_ask_for(
    greffier: Greffier, doors: MemoryDoors
) -> None:
    assert greffier("parked", doors=doors) == (0, "no command is parked\n", "")
    size = park(doors.pipeline)
    status, out, _ = greffier("parked", doors=doors)
    assert out.splitlines() == [
        "03/1-0: unreadable: unreadable",
        f"03/2-0: play of player:ann in {GAME}: AssertionError: no trick",
    ]
    assert status == 1
    listed = json.loads(greffier("parked", "--json", doors=doors).out)
    assert listed[1] == {
        "entry": "03/2-0",
        "game": GAME,
        "actor": "player:ann",
        "command_id": "c77",
        "type": "play",
        "bytes": size,
        "reason": "AssertionError: no trick",
    }


def test_a_dismissed_command_is_gone_and_the_decision_stays(
    greffier: Greffier, doors: MemoryDoors
) -> None:
    park(doors.pipeline)
    assert greffier("doctor", doors=doors).status == 1
    why = ("--who", "olga", "--why", "mended in 1.2")
    for entry in ("03/1-0", "03/2-0"):
        ran = greffier("dismiss", entry, *why, doors=doors)
        assert ran == (0, f"{entry} is dismissed\n", "")
    assert greffier("doctor", doors=doors).status == 0
    at = doors.pipeline.clock.now
    assert doors.pipeline.archive.dismissals(PARTITION) == [
        Dismissal(3, "1-0", None, None, None, "unreadable", "olga", "mended in 1.2", at),
        Dismissal(
            3,
            "2-0",
            GAME,
            "player:ann",
            "c77",
            "AssertionError: no trick",
            "olga",
            "mended in 1.2",
            at,
        ),
    ]


def test_what_is_not_parked_cannot_be_dismissed(greffier: Greffier, doors: MemoryDoors) -> None:
    ran = greffier("dismiss", "03/9-0", "--who", "o", "--why", "w", doors=doors)
    said = "cannot run: no command is parked as 03/9-0: see `greffier parked`\n"
    assert ran == (2, "", said)
    assert doors.pipeline.archive.dismissals(PARTITION) == []


# --- processes -------------------------------------------------------------------------------


def test_health_is_a_sign_of_life_on_this_machine(
    greffier: Greffier, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    assert greffier("health", "rules") == (1, "no sign of life\n", "")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "rules.alive").touch()
    assert greffier("health", "rules") == (0, "alive\n", "")
    assert greffier("health", "gateway").status == 1


@pytest.mark.parametrize("command", ["health", "run"])
def test_a_process_that_there_is_not_is_told_in_plain_words(
    greffier: Greffier, command: str
) -> None:
    status, out, err = greffier(command, "nosuch")
    assert (status, out) == (2, "")
    assert err.startswith("cannot run: Invalid value for 'role': 'nosuch' is not one of 'rules', ")
    assert err.endswith(f"'gateway' (see greffier {command} --help)\n")


def test_every_process_can_be_run_by_its_name() -> None:
    from typing import get_args

    from services.cli.doors import ProcessName
    from shared.adapters.system.supervisor import MODULES

    assert set(get_args(ProcessName)) == {str(role) for role in MODULES}


def test_a_process_that_is_not_set_up_says_so(
    greffier: Greffier, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GREFFIER_DATA", str(tmp_path))
    monkeypatch.setenv("GREFFIER_CACHE_URL", "redis://127.0.0.1:1")
    status, _, err = greffier("run", "archivist")
    assert "GREFFIER_LOG_URL = (not set)" in err
    assert status == 2

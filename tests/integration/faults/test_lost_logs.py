"""The log server comes back with less than it had, or with another log: the gate decides."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from shared.adapters.redis.acl import Role
from shared.flows.events import CODEC
from shared.ports import GameId
from shared.table.events import DealVoided
from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import GATE_POINTS, Service

pytestmark = pytest.mark.integration

DATA: Final = "appendonlydir"
STALE: Final = "command_not_genuine"
"""What was sealed for the lost log is dropped, and its sender asks again."""
GREFFIER: Final = (sys.executable, "-c", "from services.cli.main import run; run()")


@pytest.fixture(scope="module")
def shared_service() -> Iterator[Service]:
    """One for these tests alone: who sends commands learns by and by that a log was made anew."""
    with Service() as service:
        yield service


def voided(service: Service, game: GameId) -> int:
    """How many deals of ``game`` the recovery gate has voided."""
    events = [CODEC.decode(raw).event for raw in service.archive.entries(game)]
    return sum(isinstance(event, DealVoided) and event.reason == "recovery" for event in events)


@contextmanager
def stopped_log(service: Service, visitors: Visitors) -> Iterator[Path]:
    """The folder of the log server's data, while it is stopped and SQL holds all it had.

    Every other process runs on; the games that run then have a deal voided if their logs are
    found to be lost.
    """
    with service.paused(Role.RULES):
        service.until(
            lambda: all(service.archived(game) >= service.seq(game) for game in visitors.games),
            "SQL holds what the log holds",
        )
        service.log.stop()
        yield service.log.settings.folder / DATA
        service.log.start()


def copied(service: Service, visitors: Visitors) -> Path:
    """An older copy of the log, as a backup would have it."""
    copy = service.folder / "older"
    shutil.rmtree(copy, ignore_errors=True)
    with stopped_log(service, visitors) as data:
        shutil.copytree(data, copy)
    return copy


def put_back(copy: Path, data: Path) -> None:
    shutil.rmtree(data)
    shutil.copytree(copy, data)


def greffier(service: Service, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line, at work on ``service``."""
    return subprocess.run(
        [*GREFFIER, *arguments],
        env=service.command_line_environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_older_copy_of_the_log_is_brought_up_to_the_witness(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=1)
    visitors.play(30)
    copy = copied(service, visitors)
    visitors.finish()
    over = visitors.games[0]
    service.until(lambda: service.is_closed(over), "the first game is closed")
    visitors.open(bots=1, humans=1)
    visitors.play(40)
    with stopped_log(service, visitors) as data:
        running = visitors.running()
        put_back(copy, data)
    visitors.finish()
    judge.judge(visitors.games, visitors.players)
    assert [voided(service, game) for game in visitors.games] == [
        1 if game in running else 0 for game in visitors.games
    ]
    assert over not in running
    assert running


def test_a_log_lost_entirely_is_put_back_from_sql_whoever_dies_meanwhile(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    first, *others = GATE_POINTS
    service.kill(Role.RULES)
    service.start_role(Role.RULES, f"{first}:1")
    visitors.open(bots=1, humans=1)
    visitors.play(40)
    before = service.incarnations()
    with stopped_log(service, visitors) as data:
        running = visitors.running()
        shutil.rmtree(data)
    for point in (*others, None):
        service.until(
            lambda: service.process(Role.RULES).poll() == -signal.SIGKILL, "a death at the gate"
        )
        service.start_role(Role.RULES, point)
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected={"process_ended", STALE})
    assert {voided(service, game) for game in running} == {1}
    assert not before & service.incarnations()


def test_a_log_of_another_life_waits_for_the_operator(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=1, humans=1)
    visitors.play(20)
    copy = copied(service, visitors)
    with stopped_log(service, visitors) as data:
        shutil.rmtree(data)
    visitors.play(20)
    with stopped_log(service, visitors) as data:
        put_back(copy, data)
    heard: list[dict[str, Any]] = []

    def refused() -> bool:
        heard.extend(alarm for alarm in judge.alarms() if alarm["event"] != STALE)
        return len(heard) >= service.settings.partitions

    service.until(refused, "every partition waits for an operator")
    assert [alarm for alarm in heard if alarm["event"] != "adoption_needed"] == []
    asked = greffier(service, "adopt")
    assert (asked.returncode, "nothing was changed" in asked.stderr) == (1, True), asked
    adopted = greffier(service, "adopt", "--yes")
    assert adopted.returncode == 0, adopted
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected={"adoption_needed", STALE})

"""Processes that die at every named fail-point: nothing is lost, nothing is doubled."""

import random
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from shared.adapters.redis.acl import Role
from shared.adapters.system.failpoints import FAILPOINTS
from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import GATE_POINTS, NOWHERE, Service

pytestmark = pytest.mark.integration

PLAYING: Final = sorted(set(FAILPOINTS) - set(GATE_POINTS))
"""The others are died at in test_lost_logs."""

GAMES_AT_ONCE: Final = 3
OFTEN: Final = 4
RARELY: Final[Mapping[str, int]] = {"archivist": 1, "gateway": 3, "timekeeper": 2}
"""How often a role passes its point, at most, before it dies there."""


class DyingService(Service):
    """Its roles die at one fail-point after the other, and are started to die at the next."""

    def __init__(self, points: Sequence[str], seed: int) -> None:
        super().__init__()
        chance = random.Random(seed)
        self._to_die: Final[dict[Role, deque[str]]] = {}
        for point in points:
            role = point.partition(".")[0]
            nth = chance.randint(1, RARELY.get(role, OFTEN))
            self._to_die.setdefault(Role(role), deque()).append(f"{point}:{nth}")

    def start(self, crash_at: Mapping[Role, str] = NOWHERE) -> None:
        first = {role: points[0] for role, points in self._to_die.items()}
        super().start(first | dict(crash_at))

    def watch(self) -> None:
        """Nothing but its fail-point kills a process here."""
        for role, points in self._to_die.items():
            if points and self.process(role).poll() == -signal.SIGKILL:
                points.popleft()
                self.start_role(role, points[0] if points else None)
        super().watch()

    def all_died(self) -> bool:
        """Whether every fail-point was passed."""
        return not any(self._to_die.values())


def assert_survived(points: Sequence[str], seed: int) -> None:
    """Keep games running until every point was died at; then all of them must end, whole."""
    with DyingService(points, seed) as service:
        judge, visitors = Judge(service), Visitors(service)

        def all_died() -> bool:
            if len(visitors.running()) < GAMES_AT_ONCE:
                human = len(visitors.games) % GAMES_AT_ONCE == 0
                visitors.open(bots=not human, humans=human)
                visitors.ask_wrongly(visitors.games[-1])
            return service.all_died()

        visitors.until(all_died, "a death at each fail-point")
        visitors.finish()
        judge.judge(visitors.games, visitors.players)
        service.until(visitors.refusals_are_kept, "every refusal is kept once")


def test_processes_die_at_every_fail_point_and_every_game_ends_whole() -> None:
    assert_survived(PLAYING, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("point", PLAYING)
def test_a_process_dies_at_one_fail_point(point: str, seed: int) -> None:
    assert_survived([point], seed)

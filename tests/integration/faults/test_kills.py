"""Processes killed at random steps of running games, and the supervisor that revives them."""

import random
from typing import Final

import pytest

from shared.adapters.redis.acl import Role
from shared.adapters.system.supervisor import MODULES
from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import Service

pytestmark = pytest.mark.integration

GAMES_AT_ONCE: Final = 3
STEP_MAX: Final = 30
"""Entries of all games together between two kills, at most."""


def kill_each_role(service: Service, visitors: Visitors, chance: random.Random) -> None:
    """In random order, after random steps, each while games run."""
    for role in chance.sample(list(MODULES), k=len(MODULES)):
        visitors.play(chance.randint(1, STEP_MAX))
        if len(visitors.running()) < GAMES_AT_ONCE:
            visitors.open(bots=1)
        service.kill(role)


def test_every_process_is_killed_at_a_random_step_and_every_game_ends_whole(
    service: Service, visitors: Visitors, judge: Judge
) -> None:
    visitors.open(bots=2, humans=1)
    kill_each_role(service, visitors, random.Random(1))
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected={"process_ended"})


def test_a_process_killed_is_told_and_started_again(service: Service, judge: Judge) -> None:
    before = service.process(Role.TIMEKEEPER).pid
    service.kill(Role.TIMEKEEPER)
    service.until(
        lambda: service.process(Role.TIMEKEEPER).pid != before, "the timekeeper is started again"
    )
    assert [(a["event"], a["process"], a["status"]) for a in judge.alarms()] == [
        ("process_ended", "timekeeper", -9)
    ]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_processes_are_killed_at_random_steps(
    service: Service, visitors: Visitors, judge: Judge, seed: int
) -> None:
    visitors.open(bots=2, humans=1)
    chance = random.Random(seed)
    for _ in range(3):
        kill_each_role(service, visitors, chance)
    visitors.finish()
    judge.judge(visitors.games, visitors.players, expected={"process_ended"})

"""A fifth game on real servers: a person and three bots, and a worker that dies over its seals."""

import subprocess
import sys

import pytest

from shared.adapters.redis.acl import Role
from shared.flows.events import CODEC
from shared.flows.verify import Witness, verify
from shared.ports import GameId
from tests.support.players import Human
from tests.support.service import Service
from tests.tiny_whist.events import LaidAwaySealed

pytestmark = pytest.mark.integration


def seals(service: Service, game: GameId) -> int:
    """How many seals stand in the log of ``game``."""
    entries = [CODEC.decode(raw) for raw in service.journal.read(game)]
    return sum(isinstance(entry.event, LaidAwaySealed) for entry in entries)


def greffier(service: Service, *arguments: str) -> str:
    """What the command line prints of this installation."""
    done = subprocess.run(
        [sys.executable, "-c", "from services.cli.main import run; run()", *arguments],
        env=service.command_line_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_person_plays_it_with_bots_and_everyone_can_check_it() -> None:
    with Service() as service:
        human = Human(service, "ann")
        kinds = human.get("/v1/rules").json()["kinds"]
        assert "tiny_whist" in [kind["rules"] for kind in kinds]
        game = human.open("table", rules="tiny_whist", bots=(1, 2, 3), options={"deals": 2})
        human.sit(game, 0)

        def played(condition: bool) -> bool:
            human.act()
            return condition

        service.until(lambda: played(seals(service, game) > 0), "a card is laid away")
        service.kill(Role.RULES)
        service.until(lambda: played(service.is_over(game)), "the game ends")
        entries = service.archive.entries(game)
        witness = Witness(
            service.archive.position(game), transfers=service.transfers.of_game(game)
        )
        verdicts = verify(game, entries, witness)
        assert verdicts.line() == "verdict: bytes good, rules good, money good"
        assert sum(service.transfers.balances().values()) == 0
        assert human.moves == 16
        assert greffier(service, "verify", game).endswith(f"{verdicts.line()}\n")
        told = greffier(service, "replay", game)
        assert told.count("laid away: seat 0, ") == 2
        assert "face down" not in told

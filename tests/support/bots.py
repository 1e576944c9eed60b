"""Turns of Call Break as bots are asked for them, at any point of a deal."""

from random import Random
from typing import Final

from msgspec.msgpack import encode
from msgspec.structs import replace

from shared.games.call_break import rules
from shared.games.call_break.options import Options
from shared.games.call_break.state import State
from shared.games.call_break.view import View
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat
from shared.ports import BotTask

GAME: Final = "0a" + "5" * 32
TURN: Final = "12-0123abcd"


def deals(seed: int) -> list[State]:
    """Every state of a random deal in which a seat is to move."""
    random = Random(seed)
    deck = tuple(random.sample(range(len(rules.DECK)), len(rules.DECK)))
    state: State = rules.dealt(rules.initial(Options(deals=1)), Seat(seed % 4), deck)
    states = []
    while (seat := rules.to_move(state)) is not None:
        states.append(state)
        move = random.choice(rules.legal_moves(rules.view(state, seat)))
        decision = rules.decide(state, seat, move)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = rules.evolve(state, event)
    return states


def views(seed: int, moves: int = 56) -> list[View]:
    """The view of the seat to move at each of the first ``moves`` of a random deal."""
    return [rules.view(state, rules.to_move(state)) for state in deals(seed)[:moves]]


def task(view: View | None = None, /, **changes: object) -> BotTask:
    """The task of the seat to move in ``view`` (a first call), with ``changes``."""
    shown = views(1, 1)[0] if view is None else view
    assert shown.viewer is not None
    made = BotTask(
        game=GAME,
        rules=rules.NAME,
        ruleset=rules.RULESET,
        actor=f"bot:{shown.viewer}",
        seat=shown.viewer,
        turn=TURN,
        attempt=0,
        level="expert",
        view=encode(shown),
        grant=bytes(range(32)),
    )
    return replace(made, **changes)

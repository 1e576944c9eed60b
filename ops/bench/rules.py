"""How fast the rules alone are: plays a second on one core, game by game.

One play is what the rules worker and a front-end ask of the rules for it: the view of the
seat to move, its legal moves, the decision and the fold of its events.
"""

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ops.bench.rows import Row, Scale
from shared.catalogue import RULESETS
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, seat_after

MOVES_MAX: Final = 200
"""More than any deal of any game takes."""
AIM: Final = 60_000
"""Plays a second, on one core of the machine class that the project measures on."""
AIMS: Final = {"call_break": 150_000}
"""By game, where more is asked."""


class Deal(NamedTuple):
    """A deck and the numbers that choose among the legal moves."""

    deck: tuple[int, ...]
    choices: tuple[int, ...]


def rows(scale: Scale) -> Iterator[Row]:
    """A row a ruleset."""
    for rules in RULESETS:
        speed = plays_per_second(rules, scale.deals)
        what = f"rules alone: {rules.NAME}, ruleset {rules.RULESET}"
        yield Row(what, speed, "plays/s a core", AIMS.get(rules.NAME, AIM))


def _deals(rules: AnyRules, count: int) -> list[Deal]:
    # Prepared outside the measured time; the same in every run.
    dice = random.Random(20)
    size = len(rules.DECK)
    return [
        Deal(
            tuple(dice.sample(range(size), size)),
            tuple(dice.randrange(1 << 16) for _ in range(MOVES_MAX)),
        )
        for _ in range(count)
    ]


def _play(rules: AnyRules, between: Any, deal: Deal, dealer: Seat) -> tuple[Any, int]:
    """Play one deal at random; the match after it, and how many moves it took."""
    state = rules.dealt(between, dealer, deal.deck)
    for event in rules.opening(state):
        state = rules.evolve(state, event)
    moves = 0
    while (seat := rules.to_move(state)) is not None:
        legal: Sequence[Move] = rules.legal_moves(rules.view(state, seat))
        decision = rules.decide(state, seat, legal[deal.choices[moves] % len(legal)])
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = rules.evolve(state, event)
        moves += 1
    return state, moves


def plays_per_second(rules: AnyRules, deals: int) -> float:
    """Moves a second over ``deals`` random deals, by the time that one core spent on them.

    Match after match, so that a game whose deals differ has its share of each.
    """
    prepared = _deals(rules, deals)
    began = time.process_time()
    match, moves = rules.initial(rules.OPTIONS()), 0
    for number, deal in enumerate(prepared):
        if rules.finished(match, rules.may_stop(match) is None):
            match = rules.initial(rules.OPTIONS())
        match, played = _play(rules, match, deal, seat_after(SEATS[0], number))
        moves += played
    return moves / (time.process_time() - began)

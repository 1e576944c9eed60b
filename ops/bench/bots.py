"""How well bots play a game: the mean score of a deal, level by level, with its 95 % interval.

One bot sits with three of another kind; every match is played four times, the bot in each seat,
so that the luck of the cards cancels. A match is one deal where the table may choose that, else
a whole game. The deals are the same in every row and in every run.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import convert
from rich.console import Console
from rich.table import Table

from shared.catalogue import BY_NAME
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.table.options import Level
from workers.bots.chance import Chance
from workers.bots.strategies import STRATEGIES, choose

Kind: TypeAlias = Level | Literal["random"]
"""A level, or any legal move."""

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
FIELD: Final[Kind] = "intermediate"
"""Whom every kind is measured against."""
MATCHES: Final[tuple[tuple[Kind, Kind], ...]] = (
    ("random", FIELD),
    ("beginner", FIELD),
    ("intermediate", FIELD),
    ("expert", FIELD),
    ("beginner", "random"),
    ("intermediate", "beginner"),
)
"""A kind and its three opponents: all against one field, then each level against the one below."""

DEALS: Final = 500
PRINTED_WIDTH: Final = 140
"""Characters a line where nobody watches: the whole table."""
NORMAL_95: Final = 1.96
"""Standard errors on either side of a mean that hold 95 % of a normal distribution."""


class Result(NamedTuple):
    """One match in four seatings: mean scores a deal, and each move's seconds of one core."""

    bot: float
    others: float
    """The mean of the three opponents."""
    thinking: tuple[float, ...]
    """Of the bot alone."""


class Mean(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    value: float
    margin: float

    @property
    def low(self) -> float:
        return self.value - self.margin

    @property
    def high(self) -> float:
        return self.value + self.margin

    def __str__(self) -> str:
        return f"{self.value:+.2f} ± {self.margin:.2f}"


def mean(values: Sequence[float]) -> Mean:
    """The mean of independent ``values``."""
    error = statistics.stdev(values) / len(values) ** 0.5
    return Mean(statistics.fmean(values), NORMAL_95 * error)


def results(game: str, bot: Kind, others: Kind, deals: int, processes: int = 1) -> list[Result]:
    """Every match of ``game`` until so many deals are played, in order."""
    match = partial(play_in_every_seat, game, bot, others)
    matches = range(-(-deals // deals_a_match(BY_NAME[game])))
    if processes == 1:
        return list(map(match, matches))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(match, matches, chunksize=8 if len(matches) > 64 else 1))


def shortest(rules: AnyRules) -> Any:
    """The options of the shortest match."""
    counts_deals = "deals" in rules.OPTIONS.__struct_fields__
    return convert({"deals": 1} if counts_deals else {}, rules.OPTIONS)


def deals_a_match(rules: AnyRules) -> int:
    """How many deals the shortest match has."""
    over, _ = play(rules, ["random"] * len(SEATS), 0, SEATS[0])
    return rules.deals_done(over)


def enough(game: str, deals: int) -> int:
    """``deals``, but two matches at least: one has no spread."""
    return max(deals, 2 * deals_a_match(BY_NAME[game]))


def play_in_every_seat(game: str, bot: Kind, others: Kind, number: int) -> Result:
    """Match ``number``, played four times."""
    rules = BY_NAME[game]
    scores: list[float] = []
    against: list[float] = []
    thinking: list[float] = []
    for seat in SEATS:
        kinds = [bot if s == seat else others for s in SEATS]
        over, times = play(rules, kinds, number, seat)
        points, deals = rules.standing(over).scores, rules.deals_done(over)
        scores.append(points[seat] / deals)
        against.append((sum(points) - points[seat]) / 3 / deals)
        thinking += times
    return Result(statistics.fmean(scores), statistics.fmean(against), tuple(thinking))


def play(
    rules: AnyRules, kinds: Sequence[Kind], number: int, timed: Seat
) -> tuple[Any, list[float]]:
    """The state after match ``number``, and how long each move of ``timed`` took."""
    dice, size = random.Random(number), len(rules.DECK)
    state = rules.initial(shortest(rules))
    times: list[float] = []
    moves = 0
    while not rules.finished(state, False):
        dealer = rules.next_dealer(state, seat_after(SEATS[0], number))
        state = rules.dealt(state, dealer, tuple(dice.sample(range(size), size)))
        state = _fold(rules, state, rules.opening(state))
        while (seat := rules.to_move(state)) is not None:
            view = rules.view(state, seat)
            chance = Chance(f"{number}/{timed}/{moves}".encode())
            began = time.thread_time()
            move = move_of(rules, view, kinds[seat], chance)
            if seat == timed:
                times.append(time.thread_time() - began)
            decision = rules.decide(state, seat, move)
            assert not isinstance(decision, Refusal), decision
            state = _fold(rules, state, decision)
            moves += 1
    return state, times


def _fold(rules: AnyRules, state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = rules.evolve(state, event)
    return state


def move_of(rules: AnyRules, view: object, kind: Kind, chance: Chance) -> Move:
    """What a player of this kind does in ``view``."""
    if kind != "random":
        return choose(rules, view, kind, chance)
    legal: Sequence[Move] = rules.legal_moves(view)
    return legal[chance.below(len(legal))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row a match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=STRATEGIES, default="call_break")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    deals = enough(given.game, given.deals)
    table = Table(title=f"{given.game}, one bot and three others, {deals} deals in four seats")
    for heading in ("bot", "others", "score", "others'", "difference", "ms p50 / p99 / max"):
        table.add_column(heading, no_wrap=True)
    for bot, others in MATCHES:
        found = results(given.game, bot, others, deals, given.processes)
        table.add_row(
            bot,
            others,
            str(mean([result.bot for result in found])),
            str(mean([result.others for result in found])),
            str(mean([result.bot - result.others for result in found])),
            _times([seconds for result in found for seconds in result.thinking]),
        )
    Console(width=None if sys.stdout.isatty() else PRINTED_WIDTH).print(table)


def _times(seconds: Sequence[float]) -> str:
    """Median, 99th percentile and greatest."""
    cuts = statistics.quantiles(seconds, n=100)
    return f"{cuts[49] * 1e3:.1f} / {cuts[98] * 1e3:.1f} / {max(seconds) * 1e3:.1f}"


if __name__ == "__main__":
    main()

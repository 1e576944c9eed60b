"""How well bots play: the mean score of a deal, level by level, with its 95 % interval.

One bot sits with three of another kind; every deal is played four times, the bot in each seat,
so that the luck of the cards cancels. The deals are the same in every row and in every run.
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
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from rich.console import Console
from rich.table import Table

from shared.catalogue import BY_NAME
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts
from shared.table.options import Level
from workers.bots.chance import Chance
from workers.bots.strategies import choose

Kind: TypeAlias = Level | Literal["random"]
"""A level, or any legal move."""

RULES: Final = BY_NAME["call_break"]
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
PRINTED_WIDTH: Final = 100
"""Characters a line where nobody watches: the whole table."""
NORMAL_95: Final = 1.96
"""Standard errors on either side of a mean that hold 95 % of a normal distribution."""


class Result(NamedTuple):
    """One deal in four seatings: mean scores, and each move's seconds of one core."""

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


def results(bot: Kind, others: Kind, deals: int, processes: int = 1) -> list[Result]:
    """Every deal of the match, in order."""
    play = partial(play_in_every_seat, bot, others)
    if processes == 1:
        return list(map(play, range(deals)))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(play, range(deals), chunksize=8))


def play_in_every_seat(bot: Kind, others: Kind, number: int) -> Result:
    """Deal ``number``, played four times."""
    scores: list[float] = []
    against: list[float] = []
    thinking: list[float] = []
    for seat in SEATS:
        kinds = [bot if s == seat else others for s in SEATS]
        points, times = play(kinds, number, seat)
        scores.append(points[seat])
        against.append((sum(points) - points[seat]) / 3)
        thinking += times
    return Result(statistics.fmean(scores), statistics.fmean(against), tuple(thinking))


def play(kinds: Sequence[Kind], number: int, timed: Seat) -> tuple[FourInts, list[float]]:
    """The four scores of a deal, and how long each move of ``timed`` took."""
    size = len(RULES.DECK)
    deck = tuple(random.Random(number).sample(range(size), size))
    state = RULES.dealt(RULES.initial(RULES.OPTIONS(deals=1)), seat_after(SEATS[0], number), deck)
    times: list[float] = []
    moves = 0
    while (seat := RULES.to_move(state)) is not None:
        view = RULES.view(state, seat)
        chance = Chance(f"{number}/{timed}/{moves}".encode())
        began = time.thread_time()
        move = move_of(RULES, view, kinds[seat], chance)
        if seat == timed:
            times.append(time.thread_time() - began)
        decision = RULES.decide(state, seat, move)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = RULES.evolve(state, event)
        moves += 1
    return RULES.standing(state).scores, times


def move_of(rules: AnyRules, view: object, kind: Kind, chance: Chance) -> Move:
    """What a player of this kind does in ``view``."""
    if kind != "random":
        return choose(rules, view, kind, chance)
    legal: Sequence[Move] = rules.legal_moves(view)
    return legal[chance.below(len(legal))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row a match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    table = Table(title=f"Call Break, one bot and three others, {given.deals} deals in four seats")
    for heading in ("bot", "others", "score", "others'", "difference", "ms p50 / p99 / max"):
        table.add_column(heading, no_wrap=True)
    for bot, others in MATCHES:
        found = results(bot, others, given.deals, given.processes)
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

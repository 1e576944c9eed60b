"""Whole random lives of tables: people come, play, leave, ask and err; clocks ring; it ends.

The same seed gives the same life. What is random is chosen so that every way of ending, every
event and every refusal of table life is met within some dozens of lives.
"""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct, to_builtins

from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.table.commands import AnyTableCommand, RevealSeed, RunOutClock, Sit, VoidDeal
from shared.table.options import Currency
from shared.table.state import Over, Revealing, Seating, Underway, Unopened, free_seats
from tests.laws.harness import HARNESSES, Harness
from tests.support.table_spec import (
    PLAYERS,
    Outcome,
    TableSpec,
    commitment_of,
    open_,
    seed_of,
)

STRANGER: Final = "eva"
STEPS_MAX: Final = 3_000
"""No life is longer: one that is has found a table that does not end."""
_SAYINGS: Final = ("ready", "ready", "stop", "stop", "unstop", "abandon", "leave", "leave")
_WAITS_MS: Final = (0, 0, 1, 300, 300, 2_000, 9_000, 40_000)


class Life(Struct, frozen=True):
    """A table from its opening to its end, and what was refused on the way."""

    end: TableSpec
    refused: tuple[Outcome, ...]


Law: TypeAlias = Callable[[Harness, Life], None]


def holds(harness: Harness, laws: Sequence[Law], seeds: range) -> None:
    """Try every law on the lives of ``seeds`` in this game; a failure names the life."""
    place = HARNESSES.index(harness)
    for seed in harness.lives(seeds):
        life = _life(place, seed)
        for law in laws:
            try:
                law(harness, life)
            except AssertionError as error:
                error.add_note(f"in life {seed} of {harness.rules.NAME}: {law.__name__}")
                raise


@lru_cache(maxsize=512)
def _life(place: int, seed: int) -> Life:
    return random_life(HARNESSES[place], seed)


def random_life(harness: Harness, seed: int) -> Life:
    """The life that ``seed`` gives."""
    return _Driver(harness, seed).run()


class _Driver:
    def __init__(self, harness: Harness, seed: int) -> None:
        self._harness: Final = harness
        self._random: Final = random.Random(f"{harness.rules.NAME}/{seed}")
        self._spec = TableSpec(rules=harness.rules, shuffle=seed)
        self._refused: Final[list[Outcome]] = []
        self._chaos = self._random.choice((10, 60, 150, 300))
        """So many steps people do as they like; then they play on to an end."""

    def run(self) -> Life:
        while isinstance(self._spec.state, Unopened):
            self._ask("system", self._opening())
        for step in range(STEPS_MAX):
            if isinstance(self._spec.state, Over):
                return Life(self._spec, tuple(self._refused))
            self._wait()
            self._one_step(chaos=step < self._chaos)
        raise AssertionError(f"after {STEPS_MAX} steps the table is still open")

    # --- steps ---------------------------------------------------------------------------------

    def _one_step(self, chaos: bool) -> None:
        if not chaos:
            self._ask_to_stop()
            self._go_on()
            return
        steps: tuple[Callable[[], None], ...] = (
            self._go_on,
            self._say,
            self._err,
            self._ring,
            self._void,
            self._desert,
        )
        (step,) = self._random.choices(steps, weights=(400, 50, 40, 8, 2, 2))
        step()

    def _go_on(self) -> None:
        """The next thing that has to happen, by whoever's turn it is."""
        match self._spec.state:
            case Seating():
                self._take_a_seat()
            case Revealing():
                self._reveal()
            case Underway(deal=None):
                self._between_deals()
            case Underway():
                self._move()

    def _take_a_seat(self) -> None:
        state = self._spec.state
        assert isinstance(state, Seating)
        if self._random.random() < 0.005:
            self._ring()
            return
        player = self._random.choice((*PLAYERS, STRANGER))
        seat = self._random.choice(free_seats(state.seats))
        self._ask(f"player:{player}", Sit(seat, commitment_of(seed_of(player))))

    def _reveal(self) -> None:
        state = self._spec.state
        assert isinstance(state, Revealing)
        hidden = [o.player for o in state.seats if o.player is not None and o.seed is None]
        if hidden and self._random.random() < 0.98:
            player = self._random.choice(hidden)
            self._ask(f"player:{player}", RevealSeed(seed_of(player)))
        else:
            self._ring()

    def _between_deals(self) -> None:
        if self._random.random() < 0.5:
            self._ask(self._someone(), "table:ready")
        else:
            self._ring()

    def _move(self) -> None:
        deadline = self._spec.deadline
        if deadline is not None and deadline.due <= self._spec.at and self._random.random() < 0.7:
            self._ring()
            return
        rules, seat = self._harness.rules, self._spec.mover
        assert seat is not None
        legal = rules.legal_moves(rules.view(self._spec.underway.match, seat))
        self._ask(self._spec.mover_actor(), self._harness.choose(self._random, legal))

    def _say(self) -> None:
        self._ask(self._someone(), f"table:{self._random.choice(_SAYINGS)}")

    def _err(self) -> None:
        """Something that is wrong more often than not."""
        mine = (self._spec.at, self._spec.at - 1, self._spec.at + 20_000)
        wrong: tuple[str | AnyTableCommand | Move, ...] = (
            *self._random.choices(self._harness.universe, k=6),
            open_(rules=self._harness.rules),
            Sit(self._random.randrange(4), bytes(32)),
            RevealSeed(seed_of(self._random.choice(PLAYERS))),
            RunOutClock(self._random.choice(mine)),
        )
        actors = (*[f"{kind}:{seat}" for kind in ("bot", "house") for seat in range(4)], "clock")
        actor = self._random.choice((self._someone(), self._someone(), *actors))
        self._ask(actor, self._random.choice(wrong))

    def _ring(self) -> None:
        """The next clock runs out; now and then someone says so too early."""
        deadline = self._spec.deadline
        if deadline is None:
            return
        if self._random.random() < 0.9:
            self._spec = self._spec.later(max(0, deadline.due - self._spec.at))
        self._ask("clock", RunOutClock(deadline.due))

    def _void(self) -> None:
        self._ask("system", VoidDeal("restored from the archive"))

    def _desert(self) -> None:
        for player in (*PLAYERS, STRANGER):
            if not isinstance(self._spec.state, Over):
                self._ask(f"player:{player}", "table:leave")

    def _ask_to_stop(self) -> None:
        state = self._spec.state
        if not isinstance(state, Underway) or self._spec.rules.may_stop(state.match) is not None:
            return
        for occupant in state.seats:
            still = isinstance(self._spec.state, Underway)
            if still and occupant.player is not None and not occupant.stop:
                self._ask(f"player:{occupant.player}", "table:stop")

    # --- means ---------------------------------------------------------------------------------

    def _opening(self) -> AnyTableCommand:
        draw = self._random.choice
        bots = draw(((), (), (), (0,), (2, 1), (1, 2, 3), (0, 1, 2, 3)))
        return open_(
            bots,
            to_builtins(draw(self._harness.options)),
            bots_at_stake=draw((True, True, False)),
            rules=self._harness.rules,
            stake=draw((0, 0, 5)),
            currency=draw((Currency(), Currency("EUR", 2))),
            first_dealer=draw((None, 0, 1, 2, 3)),
            turn_seconds=draw((None, 20)),
            time_bank_seconds=draw((0, 30)),
            pause_seconds=draw((None, 0, 5)),
            abandon_seconds=draw((1, 60, 300)),
        )

    def _someone(self) -> str:
        return f"player:{self._random.choice((*PLAYERS, *PLAYERS, STRANGER))}"

    def _wait(self) -> None:
        self._spec = self._spec.later(self._random.choice(_WAITS_MS))

    def _ask(self, actor: str, command: str | AnyTableCommand | Move) -> None:
        if isinstance(self._spec.state, Over):
            return
        outcome = self._spec.when(actor, command)
        if isinstance(outcome.decision, Refusal):
            self._refused.append(outcome)
        else:
            self._spec = outcome.accepted

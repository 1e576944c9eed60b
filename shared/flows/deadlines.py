"""The timekeeper's work: what fell due is asked of the rules workers, lost bot turns again."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Raw, Struct
from msgspec.msgpack import encode

from shared.flows.fold import Folded, fold
from shared.flows.secrets import MasterSecrets
from shared.flows.tables import ask_bot, bot_turn
from shared.ports import (
    Accepted,
    Bots,
    Busy,
    Clock,
    Command,
    CommandQueue,
    Due,
    GameId,
    Journal,
    Signals,
    Unavailable,
)

DUE_MAX: Final = 200
"""Deadlines that one look at a partition brings at most."""
AGAIN_MS: Final = 2_000
"""How long one waits for the effect of a command before it is sent again."""
ATTEMPTS_MAX: Final = 3
"""After so many refused moves of a bot its turn is left to the clock (CO-TIME-2)."""


class Doors(Struct, frozen=True):
    """What the timekeeper reads and asks through."""

    journal: Journal
    queue: CommandQueue
    bots: Bots
    clock: Clock
    signals: Signals


class Timekeeper:
    """Looks at the deadlines of partitions. Two of them at once double commands, not effects."""

    def __init__(self, doors: Doors, secrets: MasterSecrets) -> None:
        self._doors: Final = doors
        self._secrets: Final = secrets
        self._asked: Final[dict[tuple[str, GameId], tuple[int, int]]] = {}
        """(kind, game) → the deadline last acted on, and when."""

    def tick(self, partitions: Sequence[int]) -> None:
        """Act on everything that is due now. Raises Unavailable."""
        now = self._doors.clock.now_ms()
        for partition in self._doors.journal.partitions_due(partitions, now):
            for due in self._due(partition, now):
                if self._is_new(due, now):
                    self._act(due, now)
        self._forget(now)

    def _due(self, partition: int, now: int) -> Iterator[Due]:
        """All of them: those that wait for something else must not hide the ones behind them."""
        seen = 0
        while page := self._doors.journal.due(partition, now, DUE_MAX, seen):
            yield from page
            if len(page) < DUE_MAX:
                return
            seen += len(page)

    def _is_new(self, due: Due, now: int) -> bool:
        asked = self._asked.get((due.kind, due.game))
        return asked is None or asked[0] != due.at or now - asked[1] >= AGAIN_MS

    def _act(self, due: Due, now: int) -> None:
        self._asked[due.kind, due.game] = (due.at, now)
        if due.kind == "clock":
            self._run_out(due, now)
        else:
            self._sweep(due.game)

    def _forget(self, now: int) -> None:
        """Drop what is long past, so that memory follows the games that are running."""
        for key, (_, asked_at) in list(self._asked.items()):
            if now - asked_at > 2 * AGAIN_MS:
                del self._asked[key]

    def _run_out(self, due: Due, now: int) -> None:
        """The id names the deadline and the try: a refusal of one try binds no later one."""
        command = Command(
            version=1,
            game=due.game,
            actor="clock",
            command_id=f"clock:{due.at}:{now}",
            type="table.clock_ran_out",
            turn=None,
            data=Raw(encode({"due": due.at})),
        )
        try:
            self._doors.queue.send(command)
        except (Busy, Unavailable) as error:
            # Of its partition alone, perhaps: the deadlines of others must not wait for it.
            self._doors.signals.note("deadline_waits", game=due.game, reason=str(error))

    def _sweep(self, game: GameId) -> None:
        """A bot's turn has lasted too long: its task was lost, or its move was refused."""
        try:
            self._ask_again(fold(game, self._doors.journal.read(game), self._secrets))
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one game's trouble stops no other game
            reason = f"{type(error).__name__}: {error}"
            self._doors.signals.alarm("game_unreadable", game=game, reason=reason)

    def _ask_again(self, folded: Folded) -> None:
        attempt = self._next_attempt(folded)
        if attempt is not None:
            self._doors.signals.note("bot_asked_again", game=folded.game, attempt=attempt)
            ask_bot(self._doors.bots, self._secrets, self._doors.signals, folded, attempt)

    def _next_attempt(self, folded: Folded) -> int | None:
        """The first attempt without a refusal; None: no bot's turn, or left to the clock."""
        seat = bot_turn(folded)
        if seat is None:
            return None
        actors = (f"bot:{seat}", f"house:{seat}")
        for attempt in range(ATTEMPTS_MAX):
            command_id = f"bot:{folded.game}:{folded.turn}:{seat}:{attempt}"
            answers = [self._doors.journal.answer(folded.game, a, command_id) for a in actors]
            if not any(given and not isinstance(given.answer, Accepted) for given in answers):
                return attempt
        return None

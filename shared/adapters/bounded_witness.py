"""SQL as it is asked in the middle of deciding: answered soon, or not at all.

A driver's own time-outs end no wait for a server that keeps its connections and says nothing, and
other games of the partition wait as long as a question does. So each is asked in a thread of its
own, which is left behind when it takes too long.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

from shared.journal.position import Position
from shared.ports import GameId, RefusalRecord, Unavailable, Witness

PATIENCE_S: Final = 0.5
QUESTIONS_MAX: Final = 16
"""So many threads may be left behind; then nothing is asked until one of them comes back."""

T = TypeVar("T")


class BoundedWitness:
    """The port ``Witness`` over another one. Raises Unavailable where that takes too long."""

    def __init__(self, witness: Witness, patience_s: float = PATIENCE_S) -> None:
        self._witness: Final = witness
        self._patience_s: Final = patience_s
        self._free: Final = threading.BoundedSemaphore(QUESTIONS_MAX)

    def position(self, game: GameId, /) -> Position:
        return self._asked(lambda: self._witness.position(game))

    def entries(self, game: GameId, after: int = 0, /) -> list[bytes]:
        return self._asked(lambda: self._witness.entries(game, after))

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        return self._asked(lambda: self._witness.refusals_of(game))

    def _asked(self, ask: Callable[[], T]) -> T:
        if not self._free.acquire(blocking=False):
            raise Unavailable(f"SQL has not answered {QUESTIONS_MAX} questions yet")
        answer: Future[T] = Future()

        def work() -> None:
            try:
                answer.set_result(ask())
            except Exception as error:  # noqa: BLE001 - raised where the answer is awaited
                answer.set_exception(error)
            finally:
                self._free.release()

        # A daemon: the process may end while SQL still says nothing.
        thread = threading.Thread(target=work, name="witness", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            # The machine has no thread to spare: nothing that a command could be blamed for.
            self._free.release()
            raise Unavailable(f"SQL cannot be asked: {error}") from error
        try:
            return answer.result(self._patience_s)
        except TimeoutError as error:
            raise Unavailable(f"SQL has not answered in {self._patience_s} s") from error

"""Deciding waits for SQL no longer than it may, however SQL fails to answer."""

import threading
from collections.abc import Iterator

import pytest

from shared.adapters.bounded_witness import QUESTIONS_MAX, BoundedWitness
from shared.journal.chain import origin
from shared.journal.position import Position
from shared.ports import GameId, RefusalRecord, Refused, Unavailable
from shared.table.refusals import NO_SUCH_GAME
from tests.support.pipeline import game_id

GAME = game_id()
AT_ONCE_S = 0.001
LONG_S = 60.0


class StuckWitness:
    """SQL that keeps every connection and answers nobody, until it is freed."""

    def __init__(self) -> None:
        self.freed = threading.Event()
        self.asked = 0

    def position(self, game: GameId, /) -> Position:
        self._wait()
        return origin(game)

    def entries(self, _game: GameId, after: int = 0, /) -> list[bytes]:
        self._wait()
        return [b"one", b"two", b"three"][after:]

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        self._wait()
        return [RefusalRecord("1-0", game, "player:ann", "c1", b"f", Refused(NO_SUCH_GAME()))]

    def _wait(self) -> None:
        self.asked += 1
        assert self.freed.wait(LONG_S)


@pytest.fixture
def stuck() -> Iterator[StuckWitness]:
    witness = StuckWitness()
    yield witness
    witness.freed.set()


def test_what_sql_says_is_passed_on(stuck: StuckWitness) -> None:
    stuck.freed.set()
    witness = BoundedWitness(stuck, LONG_S)
    assert witness.position(GAME) == origin(GAME)
    assert witness.entries(GAME, 1) == [b"two", b"three"]
    assert witness.refusals_of(GAME) == stuck.refusals_of(GAME)


def test_a_failure_of_sql_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = StuckWitness()

    def fail(_game: GameId) -> Position:
        raise Unavailable("the database is away")

    monkeypatch.setattr(stuck, "position", fail)
    with pytest.raises(Unavailable, match="the database is away"):
        BoundedWitness(stuck, LONG_S).position(GAME)


def test_sql_that_does_not_answer_is_unavailable(stuck: StuckWitness) -> None:
    witness = BoundedWitness(stuck, AT_ONCE_S)
    with pytest.raises(Unavailable, match=r"SQL has not answered in 0\.001 s"):
        witness.position(GAME)
    with pytest.raises(Unavailable, match=r"SQL has not answered in 0\.001 s"):
        witness.entries(GAME)
    with pytest.raises(Unavailable, match=r"SQL has not answered in 0\.001 s"):
        witness.refusals_of(GAME)


def test_a_machine_without_threads_to_spare_is_an_outage_that_ends(
    stuck: StuckWitness, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck.freed.set()
    witness = BoundedWitness(stuck, LONG_S)

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as exhausted:
        exhausted.setattr(threading.Thread, "start", refuse)
        for _ in range(QUESTIONS_MAX + 1):
            with pytest.raises(Unavailable, match="can't start new thread"):
                witness.position(GAME)
    assert witness.position(GAME) == origin(GAME)


def test_sql_that_answers_nothing_is_not_asked_more_and_more(stuck: StuckWitness) -> None:
    witness = BoundedWitness(stuck, AT_ONCE_S)
    for _ in range(QUESTIONS_MAX):
        with pytest.raises(Unavailable):
            witness.position(GAME)
    with pytest.raises(Unavailable, match="SQL has not answered 16 questions yet"):
        witness.position(GAME)
    assert stuck.asked == QUESTIONS_MAX

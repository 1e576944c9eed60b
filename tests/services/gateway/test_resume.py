"""Going on from where one was: every case, on logs short enough to be read."""

import pytest

from services.gateway.resume import Step, judge, step
from shared.journal import chain
from shared.journal.position import Position
from shared.ports import GameId

GAME = GameId("03" + "0" * 32)
LOG = [b"one", b"two", b"three", b"four", b"five"]
FORKED = [*LOG[:3], b"another four", b"another five", b"another six"]


def at(seq: int, log: list[bytes] = LOG) -> Position:
    return chain.advance(chain.origin(GAME), log[:seq])


@pytest.mark.parametrize("known", range(5))
@pytest.mark.parametrize("shown", range(1, 6))
def test_on_one_history_the_missed_entries_decide(known: int, shown: int) -> None:
    if known == shown:
        return
    wanted = Step.FORWARD if known < shown else Step.ASK_LOG
    assert step(at(known), at(shown), LOG[known:]) is wanted


@pytest.mark.parametrize(
    ("known", "shown", "missed"),
    [
        (at(2), at(5), LOG[2:4]),  # the log has less than the view promised
        (at(2), at(5), LOG[3:]),  # a hole
        (at(4, FORKED), at(5), LOG[4:]),  # the watcher saw another tail
        (Position(4, at(4, FORKED).chain), at(4), []),  # the same number, another history
        (at(5), at(5, FORKED), []),
        (Position(2**32 - 1, bytes(32)), at(5), []),
    ],
)
def test_what_does_not_fit_is_asked_of_the_log(
    known: Position, shown: Position, missed: list[bytes]
) -> None:
    assert step(known, shown, missed) is Step.ASK_LOG


@pytest.mark.parametrize(
    ("known", "shown", "log", "wanted"),
    [
        pytest.param(at(2), at(5), LOG, Step.FORWARD, id="read too early before"),
        pytest.param(at(5), at(3), LOG, Step.NOTHING, id="the view is behind"),
        pytest.param(at(5), at(5), FORKED, Step.NOTHING, id="the view is of the old history"),
        pytest.param(at(5), at(5), LOG[:3], Step.NOTHING, id="the log was put back, views not"),
        pytest.param(at(5), at(3), LOG[:3], Step.REWIND, id="the tail was lost"),
        pytest.param(at(5), at(5, FORKED), FORKED, Step.REWIND, id="another tail, as long"),
        pytest.param(at(4), at(6, FORKED), FORKED, Step.REWIND, id="another tail, longer"),
        pytest.param(at(3), at(6, FORKED), FORKED, Step.FORWARD, id="before the fork"),
        pytest.param(Position(2, bytes(32)), at(5), LOG, Step.REWIND, id="a made-up hash"),
        pytest.param(Position(99, bytes(32)), at(5), LOG, Step.REWIND, id="a made-up seq"),
        pytest.param(at(0), at(5), LOG, Step.FORWARD, id="from the beginning"),
    ],
)
def test_the_whole_log_decides(
    known: Position, shown: Position, log: list[bytes], wanted: Step
) -> None:
    assert judge(GAME, known, shown, log) is wanted

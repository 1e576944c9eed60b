"""A game is told from its log as people would tell it."""

from functools import cache

from shared.flows.replay import SEALED, tell
from shared.kernel.seats import SEATS
from tests.support.pipeline import Pipeline, game_id

GAME = game_id()


@cache
def played() -> tuple[bytes, ...]:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), deals=1, stake=5)
    pipeline.settle()
    return tuple(pipeline.journal.read(GAME))


def test_a_game_is_told_trick_by_trick_to_its_settlement() -> None:
    lines = list(tell(GAME, played()))
    assert lines[0].startswith("call_break (ruleset 1), 5 XXX a point")
    assert sum(line.lstrip().startswith("trick ") for line in lines) == 13
    assert sum("holds" in line for line in lines) == 4
    assert any(line.startswith("settlement of the game") for line in lines)
    assert lines[-1].startswith("game ended")


def test_one_seat_sees_its_own_hand_alone() -> None:
    lines = [line for line in tell(GAME, played(), seat=SEATS[2]) if "holds" in line]
    assert len(lines) == 1
    assert "seat 2 holds" in lines[0]


def test_a_telling_stops_where_it_is_asked_to() -> None:
    raws = played()
    told = list(tell(GAME, raws, upto=15))
    assert sum("→" in line for line in told) == 0
    assert "deal 1" in "\n".join(told)
    assert told[-1].endswith("…")


def test_a_running_deal_is_told_without_its_cards() -> None:
    lines = list(tell(GAME, played()[:12]))
    assert any(SEALED in line for line in lines)
    assert not any("holds" in line for line in lines)

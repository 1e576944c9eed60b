"""A game is told from its log as people would tell it."""

import re
from functools import cache
from pathlib import Path

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.flows.events import CODEC
from shared.flows.replay import SEALED, tell
from shared.flows.showing import show_log
from shared.games.king_turkish.events import ChooserNamed
from shared.journal.envelope import Cause
from shared.kernel.events import Event
from shared.kernel.seats import SEATS
from shared.ports import BrokenLog
from tests.golden import shelf
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


# --- a tail that no game could have come to -----------------------------------------------------


def with_tail(*events: Event) -> list[bytes]:
    """A log whose first deal runs, and what somebody wrote behind its first trick."""
    raws = list(played())
    types = [CODEC.decode(raw).type for raw in raws]
    raws = raws[: types.index("cards.trick_won") + 1]
    at = CODEC.decode(raws[-1]).at
    for event in events:
        cause = Cause("forged", bytes(16), 1)
        raws.append(CODEC.encode(event, seq=len(raws) + 1, at=at, cause=cause, actor="bot:0"))
    return raws


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (TrickWon(SEATS[0]), "entry 17 follows from no game: a trick is won when four cards lie"),
        (CardPlayed(SEATS[0], 200), "entry 17 follows from no game: tuple index out of range"),
    ],
)
def test_an_impossible_tail_is_named_after_all_before_it_is_told(event: Event, said: str) -> None:
    told: list[str] = []
    with pytest.raises(BrokenLog, match=said):
        told.extend(tell(GAME, with_tail(event)))
    assert told[-1].endswith("→ seat 0")
    assert list(tell(GAME, with_tail(event), upto=16)) == told


def test_a_card_that_the_game_does_not_have_is_named_to_programs() -> None:
    assert len(show_log(with_tail())) == 16
    with pytest.raises(BrokenLog, match="entry 17 is none of call_break"):
        show_log(with_tail(CardPlayed(SEATS[0], 200)))


def test_another_games_event_is_named_to_programs() -> None:
    with pytest.raises(BrokenLog, match="entry 17 is none of call_break: king"):
        show_log(with_tail(ChooserNamed(SEATS[0])))


def test_a_log_without_its_opening_is_named_to_programs() -> None:
    with pytest.raises(BrokenLog, match="a log begins with its opening, not with"):
        show_log(list(played())[1:])


def test_a_scored_deal_and_its_settlement_are_told_line_by_line() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), rules="appel_au_roi", deals=4)
    pipeline.settle()
    lines = list(tell(GAME, pipeline.journal.read(GAME)))
    assert [line for line in lines if "{" in line or "[" in line] == []
    why = "2 by vienna/1, to seat 1/2, cards T3/T4/T6, trick 1/2/3/9/10"
    scored = next(at for at, line in enumerate(lines) if line.startswith("  deal scored: "))
    assert lines[scored + 1] == f"    game (AR-SCORE-2): contre 1, value -2; {why}"
    settled = lines.index("settlement of deal 1:")
    points = "0: -2  1: +2  2: +2  3: -2"
    assert lines[settled + 1] == f"  game of deal 1 (AR-SCORE-2): {points}; {why}"


def golden(place: str) -> list[str]:
    log = shelf.read_log(shelf.ROOT / place)
    return list(tell(log.game, log.entries))


def test_a_house_rule_that_is_not_set_is_told_in_words() -> None:
    assert golden("call_break/1/until_asked")[1] == "house rules: deals none set"


def test_a_clock_that_ran_out_is_told_with_the_time_of_day() -> None:
    ran_out = [line for line in golden("king_turkish/1/three_two") if line.startswith("clock")]
    assert ran_out[0] == "clock ran out: seat 2, due 2023-11-14T22:14:19.100Z"


def test_a_deal_that_has_no_name_is_settled_by_its_number() -> None:
    lines = golden("call_break/1/until_asked")
    settled = lines.index("settlement of the game:")
    assert lines[settled + 1].startswith("  deal 1 (CO-PAY-3): ")


def test_the_trick_that_lies_open_is_aligned_with_those_before_it() -> None:
    entries = [CODEC.decode(raw) for raw in played()]
    first_card = next(entry.seq for entry in entries if entry.type == "cards.played")
    *_, told = tell(GAME, played(), upto=first_card)
    assert told.startswith("  trick  1: ")


@pytest.mark.parametrize("folder", shelf.folders(), ids=lambda folder: folder.name)
def test_no_golden_game_is_told_as_the_code_holds_it(folder: Path) -> None:
    log = shelf.read_log(folder)
    told = "\n".join(tell(log.game, log.entries))
    assert re.findall(r"None|True|False|[\[\]{}=]", told) == []

"""The Call Break bot: legal, repeatable, within its budget, and out for exactly its call."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from shared.cards.hands import Mask, mask_of
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_52, numbered
from shared.cards.tricks import Trick
from shared.games.call_break import rules
from shared.games.call_break.moves import Call
from shared.games.call_break.options import Options
from shared.games.call_break.view import View
from shared.kernel.seats import Seat
from shared.table.options import Level
from tests.support.bots import views
from workers.bots.call_break import strategy
from workers.bots.call_break.playouts import played_out
from workers.bots.call_break.strategy import PLAYS_MAX, choose
from workers.bots.chance import Chance

CARDS = numbered(FRENCH_52)
LEVELS: tuple[Level, ...] = get_args(Level)
STRONG = "AC KC QC AD KD AH KH QH AS KS QS JS TS"
WEAK = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S"


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def first_call(hand: str) -> View:
    """Seat 0 is to call first."""
    return View(
        viewer=Seat(0),
        options=Options(),
        history=(),
        totals=(0, 0, 0, 0),
        dealer=Seat(3),
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(13, 13, 13, 13),
    )


def last_but_one_trick(own_taken: int) -> View:
    """Seat 0 called two, has AH and 2H left and is last to 5H 6H 7H; 2C 2D 2S are the rest."""
    out = {CARDS[code] for code in ("2H", "AH", "5H", "6H", "7H", "2C", "2D", "2S")}
    gone = [card for card in range(len(FRENCH_52)) if card not in out]
    rows = [tuple(gone[place : place + 4]) for place in range(0, len(gone), 4)]
    return replace(
        first_call("2H AH"),
        cards_left=(2, 1, 1, 1),
        calls=(2, 2, 2, 2),
        taken=(own_taken, 11 - own_taken, 0, 0),
        leader=Seat(1),
        trick=tuple(CARDS[code] for code in ("5H", "6H", "7H")),
        tricks=tuple(Trick(Seat(1), row, Seat(1)) for row in rows),
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_legal(level: Level, seed: int) -> None:
    for number, view in enumerate(views(seed)):
        assert choose(view, level, Chance(bytes([number]))) in rules.legal_moves(view)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_move(level: Level) -> None:
    for view in views(9):
        assert choose(view, level, Chance(b"x")) == choose(view, level, Chance(b"x"))


def test_an_expert_never_plays_more_cards_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    plays = 0

    def counted(hands: Sequence[int], *asked: Any) -> list[int]:
        nonlocal plays
        plays += sum(hand.bit_count() for hand in hands)
        return played_out(hands, *asked)

    monkeypatch.setattr(strategy, "played_out", counted)
    spent = []
    for view in views(11):
        plays = 0
        choose(view, "expert", Chance(b"x"))
        spent.append(plays)
    assert max(spent) <= PLAYS_MAX
    assert spent[0] > PLAYS_MAX / 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_is_called_by_its_worth(level: Level) -> None:
    strong = choose(first_call(STRONG), level, Chance(b"x"))
    weak = choose(first_call(WEAK), level, Chance(b"x"))
    assert isinstance(strong, Call)
    assert isinstance(weak, Call)
    assert strong.tricks >= 8
    assert weak.tricks <= 3


@pytest.mark.parametrize("level", LEVELS)
def test_the_trick_that_makes_the_call_is_taken(level: Level) -> None:
    assert choose(last_but_one_trick(1), level, Chance(b"x")) == Play(CARDS["AH"])


@pytest.mark.parametrize("level", LEVELS)
def test_a_second_overtrick_is_ducked(level: Level) -> None:
    assert choose(last_but_one_trick(3), level, Chance(b"x")) == Play(CARDS["2H"])


def test_a_beginner_misjudges_a_hand_differently_each_time() -> None:
    calls = {choose(first_call(STRONG), "beginner", Chance(bytes([n]))) for n in range(20)}
    assert len(calls) > 1


def test_an_intermediate_bot_needs_no_luck() -> None:
    calls = {choose(first_call(STRONG), "intermediate", Chance(bytes([n]))) for n in range(20)}
    assert len(calls) == 1

"""Where the unseen cards may lie: never where a trick has shown they do not, evenly elsewhere."""

from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import FRENCH_52, numbered
from shared.cards.tricks import Trick
from shared.games.call_break import rules
from shared.games.call_break.options import Options
from shared.games.call_break.state import Between, Calling
from shared.games.call_break.view import View
from shared.kernel.seats import SEATS, Seat
from tests.support.bots import deals
from workers.bots.call_break.winners import SUIT_MASKS, TRICK, likely_winners
from workers.bots.call_break.worlds import PACK, seen, unseen, worlds
from workers.bots.chance import Chance

CARDS = numbered(FRENCH_52)
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def cards(codes: str) -> tuple[int, ...]:
    return tuple(CARDS[code] for code in codes.split())


def in_play(hand: str, **fields: object) -> View:
    """What seat 0 sees, with ``hand`` left."""
    view = View(
        viewer=Seat(0),
        options=Options(),
        history=(),
        totals=(0, 0, 0, 0),
        dealer=Seat(3),
        to_move=Seat(0),
        hand=mask(hand),
        calls=(2, 2, 2, 2),
        leader=Seat(0),
    )
    return replace(view, **fields)


@pytest.mark.parametrize("seed", range(8))
def test_every_world_agrees_with_what_was_seen(seed: int) -> None:
    for number, state in enumerate(deals(seed)):
        view = rules.view(state, rules.to_move(state))
        assert view.viewer is not None
        assert view.hand is not None
        known = seen(view)
        for hands in worlds(view, known, Chance(bytes([seed, number])), 4):
            assert hands[view.viewer] == view.hand
            assert [hand.bit_count() for hand in hands] == list(view.cards_left)
            assert sum(hands) == view.hand | unseen(view, known)
            for other in SEATS:
                assert hands[other] & ~known.possible[other] == 0


@pytest.mark.parametrize("seed", range(8))
def test_the_cards_as_they_lie_are_never_excluded(seed: int) -> None:
    for state in deals(seed):
        assert not isinstance(state, Between)
        assert state.hands is not None
        for viewer in SEATS:
            known = seen(rules.view(state, viewer))
            for other in SEATS:
                assert state.hands[other] & ~known.possible[other] == 0
                assert state.hands[other] & known.played[other] == 0


def test_who_does_not_follow_is_void() -> None:
    view = in_play("2H", tricks=(Trick(Seat(0), cards("2C 3C 9S 4C"), Seat(2)),))
    possible = seen(view).possible
    assert possible[1] == possible[3] == PACK
    assert possible[2] == PACK & ~CLUBS


def test_who_discards_has_no_spade_at_all() -> None:
    view = in_play("2H", tricks=(Trick(Seat(0), cards("2C 9D 3C 4C"), Seat(3)),))
    assert seen(view).possible[1] == PACK & ~CLUBS & ~SPADES


def test_who_does_not_beat_the_spade_that_lies_has_none_that_would() -> None:
    view = in_play("2H", trick=cards("2C 9S 4S"), leader=Seat(1), to_move=Seat(0))
    assert seen(view).possible[3] == PACK & ~CLUBS & ~mask("TS JS QS KS AS")
    assert seen(view).possible[2] == PACK & ~CLUBS


def test_who_does_not_follow_spades_is_void_in_them_only() -> None:
    view = in_play("2H", trick=cards("2S 9D"), leader=Seat(2), to_move=Seat(0))
    assert seen(view).possible[3] == PACK & ~SPADES


def test_worlds_are_drawn_evenly() -> None:
    """Four cards for three seats, one of which has shown itself void in clubs."""
    view = in_play("", cards_left=(0, 2, 1, 1))
    known = seen(view)
    left = mask("2C 3C 2D 3D")
    possible = (PACK, PACK, PACK & ~CLUBS, PACK)
    known = replace(known, possible=possible, played=(PACK & ~left, 0, 0, 0))
    # Calls of two tell nothing of hands that are worth less.
    drawn = Counter(tuple(hands) for hands in worlds(view, known, Chance(b"even"), 3_000))
    # Seat 2 has one of two diamonds, seat 3 one of the other three cards: six worlds.
    assert len(drawn) == 6
    assert max(drawn.values()) - min(drawn.values()) < 120


def test_who_called_high_is_given_high_cards() -> None:
    def worth_of_seat_1(call: int) -> float:
        state = next(state for state in deals(2) if isinstance(state, Calling))
        view = rules.view(state, Seat(0))
        view = replace(view, calls=(None, call, None, None))
        drawn = worlds(view, seen(view), Chance(b"calls"), 100)
        return sum(likely_winners(hands[1]) for hands in drawn) / len(drawn)

    assert worth_of_seat_1(5) > worth_of_seat_1(2) + TRICK


def test_a_call_that_no_hand_explains_still_leaves_worlds() -> None:
    state = next(islice(deals(2), 1, None))
    view = replace(rules.view(state, Seat(0)), calls=(None, 13, 13, 13))
    assert len(worlds(view, seen(view), Chance(b"wild"), 20)) == 20

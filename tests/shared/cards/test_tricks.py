"""Trick primitives against a model that compares ranks and suits one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.hands import cards_in, mask_of
from shared.cards.packs import FRENCH_32, FRENCH_52, TAROCK_54, TAROCKS, numbered, suit_of
from shared.cards.tricks import (
    TrickOrder,
    cards_left,
    obliged,
    one_more,
    trick_order,
    winning_card,
)
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts

KINDS = [
    (FRENCH_52, "S"),
    (FRENCH_52, "D"),
    (FRENCH_52, None),
    (FRENCH_32, None),
    (TAROCK_54, TAROCKS),
    (TAROCK_54, None),
]
kinds = pytest.mark.parametrize(("pack", "trump"), KINDS)


def model_beats(pack: tuple[str, ...], trump: str | None, card: int, winning: int) -> bool:
    mine, theirs = suit_of(pack[card]), suit_of(pack[winning])
    if mine == theirs:
        return card > winning
    return mine == trump


@kinds
def test_what_beats_a_card_is_what_is_higher_in_its_suit_or_trumps_it(
    pack: tuple[str, ...], trump: str | None
) -> None:
    order = trick_order(pack, trump)
    cards = range(len(pack))
    for winning in cards:
        expected = [card for card in cards if model_beats(pack, trump, card, winning)]
        assert list(cards_in(order.beats[winning])) == expected


@kinds
def test_the_suit_of_a_card(pack: tuple[str, ...], trump: str | None) -> None:
    order = trick_order(pack, trump)
    for card, code in enumerate(pack):
        same = [other for other, name in enumerate(pack) if suit_of(name) == suit_of(code)]
        assert list(cards_in(order.suit[card])) == same


def model_winner(pack: tuple[str, ...], trump: str | None, trick: list[int]) -> int:
    trumps = [card for card in trick if suit_of(pack[card]) == trump]
    following = [card for card in trick if suit_of(pack[card]) == suit_of(pack[trick[0]])]
    return max(trumps or following)


@kinds
@given(data=st.data())
def test_the_winner_is_the_highest_trump_else_the_highest_of_the_suit_led(
    data: st.DataObject, pack: tuple[str, ...], trump: str | None
) -> None:
    cards = st.integers(0, len(pack) - 1)
    trick = data.draw(st.lists(cards, min_size=1, max_size=4, unique=True))
    assert winning_card(trick_order(pack, trump), trick) == model_winner(pack, trump, trick)


def test_duties_bind_in_their_order() -> None:
    assert obliged(0b1111, 0b0011, 0b1100) == 0b0011
    assert obliged(0b1100, 0b0011, 0b0100) == 0b0100
    assert obliged(0b1000, 0b0011, 0b0100) == 0b1000
    assert obliged(0b1010) == 0b1010


@pytest.mark.clause("CO-TRICK-2")
@pytest.mark.parametrize(
    ("order", "pack", "led", "hand", "allowed"),
    [
        (trick_order(FRENCH_52, "S"), FRENCH_52, "9H", "2H KH AS", "2H KH"),
        (trick_order(FRENCH_32), FRENCH_32, "9C", "7D AC", "AC"),
        (trick_order(TAROCK_54, TAROCKS), TAROCK_54, "T5", "EX KC T2", "T2 EX"),
        (trick_order(TAROCK_54, TAROCKS), TAROCK_54, "EX", "T21 KC", "T21"),
        (trick_order(TAROCK_54, TAROCKS), TAROCK_54, "TC", "T1 KC", "KC"),
    ],
)
def test_co_trick_2_a_card_of_the_suit_led_is_followed_with_that_suit(
    order: TrickOrder, pack: tuple[str, ...], led: str, hand: str, allowed: str
) -> None:
    held = mask_of(numbered(pack)[code] for code in hand.split())
    following = obliged(held, order.suit[numbered(pack)[led]])
    assert [pack[card] for card in cards_in(following)] == allowed.split()


@given(st.tuples(*[st.integers(0, 12)] * 4), st.sampled_from(SEATS))
def test_a_trick_counts_for_its_winner_alone(taken: FourInts, winner: Seat) -> None:
    after = one_more(taken, winner)
    assert [now - before for now, before in zip(after, taken, strict=True)] == [
        int(seat == winner) for seat in SEATS
    ]


def test_who_has_played_to_the_trick_holds_one_card_less() -> None:
    assert cards_left(13, SEATS[2], 0) == (13, 13, 13, 13)
    assert cards_left(13, SEATS[2], 3) == (12, 13, 12, 12)
    assert cards_left(1, SEATS[0], 4) == (0, 0, 0, 0)

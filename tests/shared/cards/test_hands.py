"""Sets of cards as masks, and the deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.hands import cards_in, codes_in, dealt_hands, mask_of, suit_masks, without
from shared.cards.packs import FRENCH_32, FRENCH_52, TAROCK_54
from shared.kernel.seats import SEATS, Seat

card_sets = st.frozensets(st.integers(0, 53))
seats = st.sampled_from(SEATS)


@given(card_sets)
def test_a_mask_holds_its_cards_in_canonical_order(cards: frozenset[int]) -> None:
    assert cards_in(mask_of(cards)) == tuple(sorted(cards))


@given(card_sets, card_sets)
def test_masks_combine_as_sets_do(some: frozenset[int], others: frozenset[int]) -> None:
    assert mask_of(some) & mask_of(others) == mask_of(some & others)
    assert mask_of(some) | mask_of(others) == mask_of(some | others)


def test_codes_in_canonical_order() -> None:
    assert codes_in(mask_of((51, 0, 12)), FRENCH_52) == ("2C", "AC", "AS")


@pytest.mark.parametrize("pack", [FRENCH_52, FRENCH_32, TAROCK_54])
def test_suits_share_no_card_and_leave_none_out(pack: tuple[str, ...]) -> None:
    suits = suit_masks(pack)
    assert sum(suits.values()) == (1 << len(pack)) - 1
    assert sum(mask.bit_count() for mask in suits.values()) == len(pack)


@pytest.mark.clause("CO-DEAL-1")
@given(st.permutations(range(52)), seats)
def test_co_deal_1_seat_forehand_plus_k_gets_block_k(deck: list[int], forehand: Seat) -> None:
    hands = dealt_hands(deck, forehand, 13)
    for k in range(4):
        assert cards_in(hands[(forehand + k) % 4]) == tuple(sorted(deck[13 * k : 13 * (k + 1)]))


@given(st.permutations(range(32)), seats, st.integers(0, 7))
def test_a_card_leaves_one_hand_and_no_other(deck: list[int], seat: Seat, place: int) -> None:
    hands = dealt_hands(deck, Seat(0), 8)
    card = cards_in(hands[seat])[place]
    left = without(hands, seat, card)
    assert cards_in(left[seat]) == tuple(c for c in cards_in(hands[seat]) if c != card)
    assert all(left[other] == hands[other] for other in SEATS if other != seat)


def test_a_card_that_is_not_held_cannot_leave() -> None:
    with pytest.raises(AssertionError, match="seat 1 does not hold that card"):
        without((1, 2, 4, 8), Seat(1), 0)

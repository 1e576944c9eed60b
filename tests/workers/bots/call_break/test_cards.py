"""The rules of thumb: cover and cash while tricks are needed, duck when they are not."""

import pytest

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import FRENCH_52, Card, numbered
from shared.cards.tricks import winning_card
from shared.games.call_break.tricks import ORDER, playable
from workers.bots.call_break.cards import follow, highest, lead, lowest

CARDS = numbered(FRENCH_52)


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def led(hand: str, others: str, *, wants: bool) -> str:
    return FRENCH_52[lead(mask(hand), mask(others), wants)]


def followed(hand: str, trick: str, others: str = "", *, wants: bool) -> str:
    lying: list[Card] = [CARDS[code] for code in trick.split()]
    legal = playable(mask(hand), lying)
    winning = winning_card(ORDER, lying)
    card = follow(legal, winning, ORDER.suit[lying[0]], len(lying), mask(others), wants)
    assert legal >> card & 1, "not a legal card"
    return FRENCH_52[card]


@pytest.mark.parametrize(
    ("hand", "others", "card"),
    [
        pytest.param("KH 3H AC", "QH 2C 4C", "AC", id="a card that nothing in its suit beats"),
        pytest.param("KH 2H 3C AS", "AH AC", "3C", id="else the low card of the shortest suit"),
        pytest.param("QS 3S", "AS 2S", "QS", id="of spades alone, the highest"),
    ],
)
def test_leading_for_a_trick(hand: str, others: str, card: str) -> None:
    assert led(hand, others, wants=True) == card


@pytest.mark.parametrize(
    ("hand", "others", "card"),
    [
        pytest.param("AH 5C 3D", "2H 6C 7C 8C 2D 9D", "5C", id="the most cards above it"),
        pytest.param("2H 5C", "6C", "5C", id="not a suit that nobody else holds"),
        pytest.param("2H 4H", "3H 5H", "2H", id="the lowest of a suit"),
    ],
)
def test_leading_against_a_trick(hand: str, others: str, card: str) -> None:
    assert led(hand, others, wants=False) == card


@pytest.mark.parametrize(
    ("hand", "trick", "others", "card"),
    [
        pytest.param("AH 9H 2H", "5H 6H 7H", "", "9H", id="last, as cheaply as possible"),
        pytest.param("KH 9H 2H", "5H 6H", "AH", "KH", id="third, as high as possible"),
        pytest.param("KH 9H 2H", "5H", "QH", "KH", id="second, with a card that stands"),
        pytest.param("KH 9H 2H", "5H", "AH", "9H", id="second, cheaply where none stands"),
        pytest.param("3H 2H", "5H", "", "2H", id="a low card where none wins"),
        pytest.param("9S 4S 2C", "5H 6H", "", "4S", id="with the lowest spade that wins"),
        pytest.param("2S 7C", "5H 9S", "", "7C", id="no spade where none wins"),
    ],
)
def test_following_for_a_trick(hand: str, trick: str, others: str, card: str) -> None:
    assert followed(hand, trick, others, wants=True) == card


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        pytest.param("AH 9H 2H", "5H TH", "9H", id="under the winning card, as high as possible"),
        pytest.param("AH KH", "5H 6H 7H", "AH", id="last and winning anyhow: the highest goes"),
        pytest.param("AH 9H", "5H", "9H", id="winning so far: what others may still beat"),
        pytest.param("2S AC 3D", "5H 9S", "2S", id="a spade that wins nothing now"),
        pytest.param("KC 3D", "5H 9S", "KC", id="the highest of the other suits"),
    ],
)
def test_following_against_a_trick(hand: str, trick: str, card: str) -> None:
    assert followed(hand, trick, wants=False) == card


def test_lowest_and_highest_put_spades_above_all() -> None:
    assert FRENCH_52[lowest(mask("2S 5H 9C"))] == "5H"
    assert FRENCH_52[lowest(mask("2S 3S"))] == "2S"
    assert FRENCH_52[highest(mask("2S AH KC"))] == "2S"
    assert FRENCH_52[highest(mask("QH KC"))] == "KC"

"""How cards compare, in any pack: the order, the winners, the losers, those that are alike."""

from typing import Final

from shared.cards.hands import Mask, cards_in, mask_of, suit_masks
from shared.cards.packs import FRENCH_52, Card, numbered
from workers.bots.ranking import distinct, first, safest, sure

CARDS: Final = numbered(FRENCH_52)
SUITS: Final = tuple(suit_masks(FRENCH_52).values())
NOTHING: Final = (0,) * len(FRENCH_52)


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def costing(points: int, code: str) -> tuple[int, ...]:
    return tuple(points * (card == CARDS[code]) for card in range(len(FRENCH_52)))


def codes(cards: list[Card] | tuple[Card, ...]) -> str:
    return " ".join(FRENCH_52[card] for card in cards)


def safest_of(legal: str, others: str, points: tuple[int, ...] = NOTHING) -> str:
    return FRENCH_52[safest(SUITS, mask(legal), mask(others), points)]


def test_the_first_of_an_order_that_is_there() -> None:
    order = [mask(code) for code in ("AS", "2C", "KD")]
    assert first(order, mask("KD 2C 9H")) == CARDS["2C"]


def test_what_nothing_in_its_suit_beats_is_sure() -> None:
    assert codes(cards_in(sure(SUITS, mask("KC QC 2D AH 9S"), mask("JC 3D TH")))) == "QC KC AH 9S"


def test_the_safest_lead_has_many_cards_above_it_and_few_below() -> None:
    assert safest_of("2C 9D", "5C AC 3D AD KD") == "2C"
    assert safest_of("7C 3D", "5C AC KC 4D AD KD") == "3D"


def test_a_suit_that_nobody_else_has_is_led_last() -> None:
    assert safest_of("2C TD", "9D") == "TD"


def test_a_lead_that_costs_waits() -> None:
    assert safest_of("2H 5C", "3H 4H AC 6C", costing(-30, "2H")) == "5C"
    assert safest_of("2H 5C", "3H 4H AC 4C") == "2H"


def test_of_equal_cards_the_lowest_stands_for_all() -> None:
    legal, between = mask("5H 6H 8H TH 2S 3S"), mask("7H 9H AC")
    assert codes(distinct(SUITS, legal, between, NOTHING)) == "5H 8H TH 2S"


def test_cards_that_score_differently_are_not_equal() -> None:
    legal, between = mask("7C 8C TC JC QC KC AC"), mask("9C")
    assert codes(distinct(SUITS, legal, between, NOTHING)) == "7C TC"
    assert codes(distinct(SUITS, legal, between, costing(-100, "QC"))) == "7C TC QC KC"

"""The rules of thumb: what is thrown, what is kept, what is led, where rounds shun and seek."""

import pytest

from shared.games.king_russian.tricks import ORDER
from tests.workers.bots.king_russian.turns import CARDS, NAMES, mask
from workers.bots.king_russian.cards import THUMBS, follow, lead


def followed(
    contract: str, legal: str, lies: str, *, others: str = "", points: int | None = None
) -> str:
    """The card played to ``lies`` (its first wins), as its code."""
    thumb = THUMBS[NAMES.index(contract)]
    lying = lies.split()
    scored = sum(thumb.contract.card_points[CARDS[code]] for code in lying)
    scored += thumb.contract.trick_points[0] if points is None else points
    winning = CARDS[lying[0]]
    card = follow(thumb, mask(legal), winning, len(lying), mask(others), scored)
    return list(CARDS)[card]


def led(contract: str, legal: str, others: str, number: int = 0) -> str:
    thumb = THUMBS[NAMES.index(contract)]
    return list(CARDS)[lead(thumb, mask(legal), mask(others), number)]


@pytest.mark.parametrize(
    ("contract", "legal", "lies", "played"),
    [
        ("no_kings", "KC 7C", "AC", "KC"),  # A king under the ace is another's.
        ("no_queens", "QS AD 7H", "8C", "QS"),  # Void: what costs goes first,
        ("no_tricks", "7S AD 8H", "8C", "AD"),  # else the highest card,
        ("eralash_negative", "QS QH KD", "8C", "QH"),  # where a queen of hearts is two.
        ("no_tricks", "7C 9C AC", "TC", "9C"),  # The highest that loses.
        ("no_tricks", "JC AC", "TC", "JC"),  # Nothing loses yet: the lowest may.
        ("no_tricks", "JC AC", "TC 7C 8C", "AC"),  # It is won anyway.
        ("no_queens", "JC AC 7C", "TC 8C 9C", "AC"),  # A trick that costs nothing is a chance.
        ("no_queens", "QC AC", "TC 8C 9C", "AC"),  # But not with a card that costs.
        ("no_last_two", "JC AC 7C", "TC", "AC"),  # Nor does an early trick cost anything.
    ],
)
def test_where_a_round_shuns(contract: str, legal: str, lies: str, played: str) -> None:
    assert followed(contract, legal, lies) == played


def test_the_last_two_are_shunned_when_they_come() -> None:
    assert followed("no_last_two", "JC 7C", "TC 8C 9C", points=-8) == "7C"


@pytest.mark.parametrize(
    ("contract", "legal", "lies", "others", "played"),
    [
        ("tricks", "JC AC", "TC 7C 8C", "KC", "JC"),  # Last: as cheaply as possible,
        ("kings", "KC AC", "TC 7C 8C", "QC", "KC"),  # or with what counts.
        ("tricks", "JC AC", "TC", "KC", "AC"),  # Earlier: with what nothing beats,
        ("tricks", "7C QC", "TC", "AC", "7C"),  # else not at all.
        ("kings", "KS 7D", "TC", "AC", "7D"),  # Nothing that counts is given away.
        ("last_two", "7C AC", "TC", "KC", "7C"),  # An early trick is worth no ace.
    ],
)
def test_where_a_round_seeks(
    contract: str, legal: str, lies: str, others: str, played: str
) -> None:
    assert followed(contract, legal, lies, others=others) == played


def test_leads_that_shun_give_the_trick_away() -> None:
    assert led("no_tricks", "7C TD AS", "8C 9C TC 7D 8D JD 7S") == "7C"
    # A suit that nobody else has is won with all that they shed.
    assert led("no_tricks", "7C 9D", "7D TD AH") == "9D"
    assert led("no_last_two", "7C AD", "8C KD", 0) == "AD"
    assert led("no_last_two", "7C AD", "8C KD", 6) == "7C"


def test_leads_that_seek_take_what_is_sure() -> None:
    assert led("tricks", "7C KD AS", "8C AD KS") == "AS"
    assert led("kings", "KC AS", "QC 8S") == "KC"
    assert led("tricks", "7C KD", "8C AD") == "7C"
    assert led("last_two", "7C AS", "8C KS", 0) == "7C"
    assert led("last_two", "7C AS", "8C KS", 6) == "AS"


@pytest.mark.parametrize("thumb", THUMBS, ids=NAMES)
def test_every_order_holds_every_card_once(thumb: object) -> None:
    for order in ("costly", "high", "worthy", "low"):
        assert sorted(getattr(thumb, order)) == [1 << card for card in range(len(ORDER.suit))]

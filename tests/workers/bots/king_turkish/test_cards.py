"""The rules of thumb: what is thrown, kept and led where tricks cost, and where they pay."""

import pytest

from shared.cards.packs import FRENCH_52
from shared.games.king_turkish.contracts import ContractId
from shared.games.king_turkish.options import Options
from tests.workers.bots.king_turkish.turns import CARDS, mask
from workers.bots.king_turkish.cards import HIGH, HIGH_CARDS, LOW, Thumb, follow, lead, thumb_of

MANY = "2C 3C 4C 5C 6C 7C"
"""So many that each of the others is likely to follow."""


def thumb(contract: ContractId) -> Thumb:
    """The contract's; spades are trump."""
    return thumb_of(Options(), contract, "S" if contract == "koz" else None)


def followed(
    contract: ContractId, legal: str, lies: str, others: str = "", number: int = 0
) -> str:
    """The card played to ``lies`` (its last wins), as its code."""
    rule, lying = thumb(contract), [CARDS[code] for code in lies.split()]
    points = rule.trick_points[number] + sum(rule.card_points[card] for card in lying)
    return FRENCH_52[follow(rule, mask(legal), lying[-1], len(lying), mask(others), points)]


def led(contract: ContractId, legal: str, others: str, number: int = 0) -> str:
    return FRENCH_52[lead(thumb(contract), mask(legal), mask(others), number)]


@pytest.mark.parametrize(
    ("contract", "legal", "lies", "others", "played"),
    [
        ("kiz_almaz", "QC TC 2C", "KC", "", "QC"),  # A queen under the king is another's.
        ("kupa_almaz", "QH TH 2H", "KH", "", "QH"),  # So is a heart, though none must be given;
        ("kiz_almaz", "TC 9C 2C", "KC", "", "TC"),  # else the highest that loses.
        ("el_almaz", "JC AC", "TC", "", "JC"),  # Nothing loses yet: the lowest may;
        ("el_almaz", "JC AC", "8C 9C TC", "", "AC"),  # or it is won whatever is played.
        ("kiz_almaz", "JC AC 7C", "8C 9C TC", "", "AC"),  # What costs nothing is a chance
        ("kiz_almaz", "QC 7C", "8C 9C TC", "", "7C"),  # but not with what counts,
        ("kiz_almaz", "QC AC", "8C 9C TC", "", "AC"),  # neither if it must be taken,
        ("kiz_almaz", "AC 2C", "8D 8C", "", "2C"),  # nor where what counts may come.
        ("rifki", "AC 2C", "TC", MANY, "AC"),  # While all follow, nothing comes
        ("rifki", "AC 2C", "TC", "3C 4C", "2C"),  # that is not of the suit,
        ("kiz_almaz", "AC 2C", "TC", MANY + " QC", "2C"),  # but it may be of the suit.
        ("son_iki", "AC 2C", "TC", "", "AC"),  # Early tricks cost nothing.
    ],
)
def test_what_follows_where_it_costs(
    contract: ContractId, legal: str, lies: str, others: str, played: str
) -> None:
    assert followed(contract, legal, lies, others) == played


def test_the_last_two_are_shunned_when_they_come() -> None:
    assert followed("son_iki", "JC 7C", "8C 9C TC", number=11) == "7C"


@pytest.mark.parametrize(
    ("contract", "legal", "others", "played"),
    [
        ("rifki", "AH KH 2H", "QH", "KH"),  # What counts goes, whatever else may.
        ("erkek_almaz", "KS JH", "2S 3S 4H", "KS"),
        ("el_almaz", "AS 8H", "2S 3H", "AS"),  # The highest of as many.
        ("el_almaz", "KS QS JS TS 9S 8H", "7S 2H 3H 4H", "8H"),  # Or what is alone.
        ("kiz_almaz", "AS AH", "QS 2S 3H 4H", "AS"),  # A queen may fall under it.
        ("el_almaz", "AS 8H", "9H 2H", "8H"),  # Whom nobody can lead to an ace does not fear it.
    ],
)
def test_what_goes_on_anothers_trick(
    contract: ContractId, legal: str, others: str, played: str
) -> None:
    assert followed(contract, legal, "8C", others) == played


def test_leads_give_the_trick_away() -> None:
    assert led("el_almaz", "2C TD AS", "3C 4C 5C 6D JD") == "2C"
    # A suit that nobody else has is won with all that they shed.
    assert led("el_almaz", "2C 9D", "7D TD AH") == "9D"
    assert led("rifki", "KH 9D", "AH TH 8D") == "9D"
    assert led("son_iki", "2C AD", "8C KD", 0) == "AD"
    assert led("son_iki", "2C AD", "8C KD", 11) == "2C"


@pytest.mark.parametrize(
    ("legal", "lies", "others", "played"),
    [
        ("JC AC", "7C 8C TC", "KC", "JC"),  # Last, as cheaply as possible.
        ("2C JC AC", "TC", "KC", "AC"),  # Second, only with what nothing beats.
        ("2C JC QC", "TC", "KC", "2C"),
        ("2C JC QC", "8C TC", "KC", "QC"),  # Third, high.
        ("2C 3D", "KC", "", "2C"),  # What cannot win is kept.
        ("2S AS", "KC", "3S", "2S"),  # A ruff is a low one,
        ("4S AS", "KC 3S", "JS", "AS"),  # unless another ruffed.
    ],
)
def test_what_follows_where_it_pays(legal: str, lies: str, others: str, played: str) -> None:
    assert followed("koz", legal, lies, others) == played


@pytest.mark.parametrize(
    ("legal", "others", "played"),
    [
        ("AS KS 2S 2C", "QS JS TS", "AS"),  # Trumps are drawn by whoever has the highest;
        ("QS AC 2D", "AS KS 3C 3D", "AC"),  # else what nothing beats
        ("AS AC KC 2D", "3C 3D", "KC"),  # is cashed before trumps that nobody else has.
        ("QS 2C 5D 4D", "AS KS 3C 6D", "4D"),  # Else the longest suit's lowest.
        ("QS 2S", "AS", "2S"),
        ("QS 2S", "AC", "QS"),
    ],
)
def test_what_leads_where_it_pays(legal: str, others: str, played: str) -> None:
    assert led("koz", legal, others) == played


def test_orders_hold_every_card_once_and_by_rank() -> None:
    assert sorted(LOW) == sorted(HIGH) == [1 << card for card in range(len(FRENCH_52))]
    assert {FRENCH_52[one.bit_length() - 1][0] for one in LOW[:4]} == {"2"}
    assert {FRENCH_52[one.bit_length() - 1][0] for one in HIGH[:4]} == {"A"}
    assert mask("AC AD AH AS KC KD KH KS") == HIGH_CARDS

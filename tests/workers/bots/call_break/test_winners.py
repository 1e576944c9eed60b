"""What a hand is worth: honours that stand, ruffs, long spades."""

import pytest

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import FRENCH_52, numbered
from workers.bots.call_break.winners import TRICK, likely_winners

CARDS = numbered(FRENCH_52)


def hand(codes: str) -> Mask:
    cards = mask_of(CARDS[code] for code in codes.split())
    assert cards.bit_count() == 13
    return cards


ALL_SPADES = hand("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
NOTHING = hand("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S")


def test_thirteen_spades_are_worth_ten_tricks_and_more() -> None:
    assert likely_winners(ALL_SPADES) > 10 * TRICK


def test_low_cards_in_every_suit_are_worth_nothing() -> None:
    assert likely_winners(NOTHING) == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(
            "AC 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S",
            "KC 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S",
            id="an ace above a king",
        ),
        pytest.param(
            "KC 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H",
            "KC 2D 3D 4D 5D 6D 7D 2H 3H 4H 5H 6H 7H",
            id="a guarded king above a bare one",
        ),
        pytest.param(
            "AC 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H",
            "AC 3C 4C 5C 6C 7C 2D 3D 4D 5D 2H 3H 4H",
            id="an ace of a suit that others follow above one that they ruff",
        ),
        pytest.param(
            "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 2S 3S 4S",
            "2C 3C 4C 5C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
            id="spades beside a void above spades alone",
        ),
        pytest.param(
            "2C 3C 4C 5C 2D 3D 4D 2S 3S 4S 5S 6S 7S",
            "2C 3C 4C 5C 2D 3D 4D 5D 6D 2S 3S 4S 5S",
            id="six spades above four",
        ),
    ],
)
def test_it_prefers(better: str, worse: str) -> None:
    assert likely_winners(hand(better)) > likely_winners(hand(worse))

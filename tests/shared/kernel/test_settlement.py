"""What a line of a settlement rests on, shown to those outside."""

from shared.cards.packs import FRENCH_52
from shared.kernel.settlement import Basis, Factor, show_basis


def test_the_cards_of_a_basis_are_shown_as_codes_and_the_rest_as_it_is() -> None:
    basis = Basis("vienna/1", 7, (Factor("contre", 2),), 1, (0, 3), (0, 51), (12,))
    assert show_basis(basis, FRENCH_52) == {
        "tariff": "vienna/1",
        "value": 7,
        "factors": ({"name": "contre", "times": 2},),
        "announced_by": 1,
        "scored_by": (0, 3),
        "cards": [FRENCH_52[0], FRENCH_52[51]],
        "tricks": (12,),
    }

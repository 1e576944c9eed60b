"""Codes and canonical order of the packs (CO-CARD)."""

import pytest

from shared.cards.packs import FRENCH_32, FRENCH_52, TAROCK_54, TAROCKS, numbered, suit_of

PACKS = {"french_52": FRENCH_52, "french_32": FRENCH_32, "tarock_54": TAROCK_54}
packs = pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)


@pytest.mark.clause("CO-CARD-1")
def test_co_card_1_a_french_card_is_rank_then_suit() -> None:
    assert {code[0] for code in FRENCH_52} == set("AKQJT98765432")
    assert {code[0] for code in FRENCH_32} == set("AKQJT987")
    for pack in (FRENCH_52, FRENCH_32):
        assert {code[1] for code in pack} == set("CDHS")
        assert {len(code) for code in pack} == {2}
    assert {"KH", "TD", "2D"} <= set(FRENCH_52)


@pytest.mark.clause("CO-CARD-2")
def test_co_card_2_a_tarock_pack_has_22_tarocks_and_32_suit_cards() -> None:
    by_suit = {suit: [c for c in TAROCK_54 if suit_of(c) == suit] for suit in (TAROCKS, *"CDHS")}
    assert by_suit[TAROCKS] == [*(f"T{number}" for number in range(1, 22)), "EX"]
    assert {code[0] for suit in "DH" for code in by_suit[suit]} == set("1234JNQK")
    assert {code[0] for suit in "CS" for code in by_suit[suit]} == set("789TJNQK")


@pytest.mark.clause("CO-CARD-2")
def test_co_card_2_no_code_is_ambiguous() -> None:
    assert (suit_of("T1"), suit_of("TC"), suit_of("EX")) == (TAROCKS, "C", TAROCKS)


@packs
@pytest.mark.clause("CO-CARD-3")
def test_co_card_3_a_card_is_its_index_in_the_canonical_deck(pack: tuple[str, ...]) -> None:
    assert len(numbered(pack)) == len(pack) == len(set(pack))
    assert [numbered(pack)[code] for code in pack] == list(range(len(pack)))


@pytest.mark.parametrize(
    ("pack", "suit", "low_to_high"),
    [
        (FRENCH_52, "H", "2 3 4 5 6 7 8 9 T J Q K A"),
        (FRENCH_32, "S", "7 8 9 T J Q K A"),
        (TAROCK_54, "C", "7 8 9 T J N Q K"),
        (TAROCK_54, "D", "4 3 2 1 J N Q K"),
    ],
)
def test_within_a_suit_a_higher_index_is_a_higher_card(
    pack: tuple[str, ...], suit: str, low_to_high: str
) -> None:
    ranks = [code[0] for code in pack if suit_of(code) == suit]
    assert " ".join(ranks) == low_to_high

"""The rules of thumb at Appel au roi, one card at a time."""

import pytest

from shared.cards.packs import TAROCK_54
from shared.cards.tricks import winning_card
from shared.games.appel_au_roi.pack import CARDS
from shared.games.appel_au_roi.tricks import law_of
from tests.workers.bots.appel_au_roi.turns import cards, mask
from workers.bots.appel_au_roi.cards import (
    PACK,
    POINTS_OF,
    Lie,
    fattest,
    follow,
    lead,
    leanest,
    riskiest,
    shunning_follow,
    shunning_lead,
)

ORDER = law_of("seul").order
MANY_HEARTS = "1H 2H 3H JH"


def followed(
    legal: str, lies: str, others: str, *, friendly: bool = False, last: bool = False
) -> str:
    """What is played to ``lies`` while the others hold ``others``."""
    trick = cards(lies)
    beats = ORDER.beats[winning_card(ORDER, trick)]
    points = sum(POINTS_OF[card] for card in trick)
    lie = Lie(ORDER.suit[trick[0]], beats, friendly, last, points)
    return TAROCK_54[follow(mask(legal), lie, mask(others))]


def led(legal: str, others: str, *, trump: bool = True, attacks: bool = True) -> str:
    return TAROCK_54[lead(mask(legal), mask(others), trump, attacks)]


def test_the_pack_counts_seventy_points() -> None:
    assert sum(POINTS_OF) == 210
    assert PACK.bit_count() == len(TAROCK_54)


def test_what_goes_first_on_each_sides_trick() -> None:
    assert TAROCK_54[fattest(mask("QC NC 7C"))] == "QC"
    assert TAROCK_54[fattest(mask("T1 T9 T21"))] == "T1"
    assert TAROCK_54[fattest(mask("T9 T12 T21"))] == "T9"
    assert TAROCK_54[leanest(mask("QC NC 7C"))] == "7C"
    assert TAROCK_54[leanest(mask("T1 T9 T21"))] == "T9"
    assert TAROCK_54[leanest(mask("T1 EX T21"))] == "T1"
    assert TAROCK_54[riskiest(mask("T1 T9 T21"))] == "T21"
    assert TAROCK_54[riskiest(mask("7C QD KH"))] == "KH"
    assert TAROCK_54[riskiest(mask("7C 9C TC"))] == "TC"


@pytest.mark.parametrize(
    ("legal", "lies", "others", "played"),
    [
        ("QH 4H", "KH", MANY_HEARTS, "QH"),  # Points go on a trick that is likely to stand,
        ("QH 4H", "KH", "2H T9", "4H"),  # but not where it may be ruffed.
        ("T1 T5", "KH", MANY_HEARTS, "T1"),
        ("KH 4H", "NH", "QH 2H T9", "KH"),
        ("QC 7C", "3H T20", "T9", "QC"),
        ("QC 7C", "3H T20", "T21", "7C"),
    ],
)
def test_what_a_friends_trick_gets(legal: str, lies: str, others: str, played: str) -> None:
    assert followed(legal, lies, others, friendly=True) == played


@pytest.mark.parametrize(
    ("legal", "lies", "played"),
    [
        ("KH QH 4H", "NH 2H 1H", "KH"),  # With the most points, if nobody comes after;
        ("T1 T7 T20", "NH 2H 1H", "T1"),  # with the Petit, which is then safe,
        ("T7 T9 T20", "NH 2H T8", "T9"),  # or with what just suffices,
        ("T2 T20", "T5 T4 T3", "T2"),  # unless that is too good for it.
        ("T2 T20", "T5 KH QH", "T20"),
        ("QH NH 4H", "KH 2H 1H", "4H"),  # What cannot win is the cheapest.
    ],
)
def test_what_takes_a_trick_last(legal: str, lies: str, played: str) -> None:
    assert followed(legal, lies, "", last=True) == played


@pytest.mark.parametrize(
    ("legal", "lies", "others", "played"),
    [
        ("KH 4H", "NH", "QH 2H", "KH"),  # With what nobody beats in the suit,
        ("QH 4H", "NH", "KH 2H", "4H"),  # or not at all.
        ("T7 T9", "NH", "KH 2H T8", "T7"),  # A ruff is a low one,
        ("T1 T9", "NH", "KH QH 1H 2H 3H", "T1"),  # the Petit where all can follow.
        ("T1 T9", "NH", "KH 2H T8", "T9"),
        ("T7 T21", "T9", "T20 T3", "T7"),  # A high tarock is for a dear trick.
        ("T7 T21", "T9 KH", "T20 T3", "T21"),
        ("T7 T20", "T9 KH", "T21 T3", "T7"),
    ],
)
def test_what_takes_a_trick_before_others(legal: str, lies: str, others: str, played: str) -> None:
    assert followed(legal, lies, others) == played


@pytest.mark.parametrize(
    ("legal", "others", "attacks", "played"),
    [
        ("T21 T9 T8 7C", "T20 T3 KC", True, "T21"),  # Declarer's side draws tarocks,
        ("T19 T9 T8 T2 7C", "T20 T3 KC", True, "T8"),  # keeping birds and high ones back;
        ("T21 T9 T8 7C", "T20 T3 KC", False, "7C"),  # the others lead suits.
        ("T21 T9 T8 KC", "QC NC JC TC T20", False, "KC"),  # A king is likely to stand,
        ("T21 7C KD", "T20 QC NC JC QD", False, "7C"),  # unless few can follow it.
        ("4H 3H 7C", "KH QH KC T5", False, "4H"),  # Else a long suit,
        ("T9 4H 3H 7C", "KH QH KC T5", True, "7C"),  # or a short one to ruff soon.
        ("T9 KC", "QC 4D", True, "KC"),  # Without tarocks out, what stands.
        ("T9 T2", "QC 4D", True, "T9"),
    ],
)
def test_what_leads(legal: str, others: str, attacks: bool, played: str) -> None:
    assert led(legal, others, attacks=attacks) == played


def test_without_trump_what_nothing_beats_leads() -> None:
    assert led("KC 4H 3H", "QC QH", trump=False) == "KC"
    assert led("QC 3H", "KC T9", trump=False) == "3H"
    assert led("T9 T3", "T21 KC", trump=False) == "T3"


def test_where_tricks_are_shunned_what_is_high_goes() -> None:
    beats = ORDER.beats[CARDS["NH"]]

    def shunned(legal: str, *, last: bool = False, wants: bool = False) -> str:
        return TAROCK_54[shunning_follow(mask(legal), beats, last, wants)]

    assert shunned("1H 4H") == "1H"
    assert shunned("QC 7C") == "QC"
    assert shunned("KH QH") == "QH"  # Another may have to beat it.
    assert shunned("KH QH", last=True) == "KH"
    assert shunned("KH QH", wants=True) == "KH"


def test_where_tricks_are_shunned_a_low_card_leads() -> None:
    assert TAROCK_54[shunning_lead(mask("7C KD"), mask("8C 9C QD"), False)] == "7C"
    assert TAROCK_54[shunning_lead(mask("KC 4D"), mask("QC 3D"), True)] == "4D"

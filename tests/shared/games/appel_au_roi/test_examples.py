"""The ten worked examples of the rule page, each in its own words."""

from shared.cards.hands import mask_of
from shared.cards.tricks import Trick
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.events import DealScored
from shared.games.appel_au_roi.pack import CARDS
from shared.kernel.seats import Seat
from tests.shared.games.appel_au_roi.situations import (
    cards,
    dealt,
    done,
    doubles,
    follow,
    legal,
    over,
    plays,
    says,
)

LOST = "KH KC T21 QC QD QH"
"""Not enough to win a game, and neither side has a prime by it."""


def values(scored: DealScored) -> dict[str, int]:
    return {line.item: line.value for line in scored.lines}


def test_1_a_king_call_won_with_the_oudlers() -> None:
    own = "T1 T21 EX KH QC QD QH QS NC ND NH NS"
    scored = over("appel", own, 4, declarer=0, partner=1)
    assert values(scored) == {"game": 2, "oudlers": 1}
    assert (scored.net, scored.scores) == (3, (3, 3, -3, -3))


def test_2_a_king_call_with_the_ii_lost_and_the_ii_missed() -> None:
    scored = over("appel_ii", f"T2 {LOST}", 3, declarer=2, partner=0)
    assert values(scored) == {"game": -2, "ii": -4}
    assert (scored.net, scored.scores) == (-6, (-6, 6, -6, 6))


def test_3_a_solo_against_the_talon_without_trump_won_with_four_kings() -> None:
    own = "KC KD KH KS QC QD QH QS NC ND NH NS"
    scored = over("seul_contre_chien_sans_atout", own, 3, declarer=1)
    assert values(scored) == {"game": 12, "quatre_rois": 2}
    assert (scored.net, scored.scores) == (14, (-14, 42, -14, -14))


def test_4_a_king_ultimo_pays_for_a_king_call_against_the_talon() -> None:
    last = Trick(Seat(1), cards("KH 1H 2H 3H"), Seat(1))
    ultimo = says(1, "roi_ultimo")
    own = "KC T21 QC QD QH"
    scored = over("appel_contre_chien", own, 3, ultimo, pinned={12: last}, partner=1)
    assert values(scored) == {"game": -4, "roi_ultimo": 4}
    assert (scored.net, scored.scores) == (0, (0, 0, 0, 0))


def test_5_a_solo_with_the_whole_talon_lost_under_contre() -> None:
    scored = over("seul_chien_complet", LOST, 3, doubles(2, "game", 2))
    assert values(scored) == {"game": -24}
    assert scored.scores == (-72, 24, 24, 24)


def test_6_an_announced_slam_in_a_solo_against_the_talon() -> None:
    aside = mask_of(cards("7C 8C 9C 7S 8S 9S"))
    own = " ".join(code for code, card in CARDS.items() if not aside >> card & 1)
    scored = over("seul_contre_chien", own, 12, says(0, "chelem"))
    assert values(scored) == {"chelem": 40}
    assert scored.scores == (120, -40, -40, -40)


def test_7_a_king_call_with_the_petit_abandoned() -> None:
    deal = done(
        dealt("T1 KC", talon="KH", forehand=3),
        *("bid:appel_petit", "pass", "pass", "pass", "king:H", "abandon"),
    )
    payments = rules.payments(deal.state, False)
    assert payments is not None
    assert payments.points == (-12, 4, 4, 4)
    assert [(line.item, line.points[0]) for line in payments.lines] == [
        ("game", -6),
        ("petit", -6),
    ]


def test_8_the_discard_in_a_solo_without_trump() -> None:
    hand = "T5 T9 T21 KC QC NC JC TC 9C 8C 7C KD"
    deal = dealt(hand, "1H 2H 3H 4H", "1D 2D 3D 4D", talon="QD ND JD", forehand=3)
    deal = done(deal, "bid:seul_sans_atout", "pass", "pass", "pass", "half:0")
    assert legal(deal) == {
        "count": 3,
        "must": ["T5", "T9"],
        "from": sorted(["QC", "NC", "JC", "TC", "9C", "8C", "7C", "QD", "ND", "JD"]),
    }


def test_9_beating_in_a_negative_game_and_keeping_the_petit() -> None:
    assert legal(follow("misere", "1D 4D", "KD 2D")) == plays("1D 4D")
    assert legal(follow("misere", "T3 T1", "KD T2")) == plays("T3")
    assert legal(follow("misere", "T3 T1", "KD T9")) == plays("T3")


def test_10_of_two_announced_birds_the_one_due_first_is_forced_first() -> None:
    said = (says(1, "petit", "opponents"), says(1, "ii", "opponents"))
    assert legal(follow("seul", "T1 T2 KH", "T10", said=said, number=10)) == plays("T2")

"""Examples of what a deal scores and who pays it (AR-SCORE)."""

from typing import Final

import pytest

from shared.games.appel_au_roi import refusals
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    LOST,
    MAIRE,
    SPADES,
    Moved,
    after,
    before_words,
    bid_by,
    dealt,
    done,
    legal,
    lines_of,
    paid,
    payments_of,
    phase,
    refused,
    score_of,
    scored,
    seen_by,
    spoken,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    after_last,
)
from tests.support.spec import Spec

LEVELS: Final = (1, 2, 4, 8)
CONTRE: Final = ("1:contre:game", "0:contre:game", "3:contre:game")


def contre(level: int) -> tuple[str, ...]:
    """The words that double seat 0's game to ``level``."""
    return CONTRE[: level.bit_length() - 1]


# --- the base game ----------------------------------------------------------------------------

EXACTLY_106: Final[Moved] = {"QD": (10, 0), "QC": (8, 0), "NH": (8, 2)}
EXACTLY_107: Final[Moved] = {"T16": (10, 2), "QD": (4, 2), "QC": (4, 0), "NH": (8, 2)}


@pytest.mark.clause("AR-SCORE-1")
@pytest.mark.parametrize(
    ("at", "points", "value"), [(EXACTLY_107, 107, 2), (EXACTLY_106, 106, -2)]
)
def test_ar_score_1_the_game_is_won_with_107_thirds_and_not_with_106(
    at: Moved, points: int, value: int
) -> None:
    ended = after("appel", at=at)
    assert score_of(ended).points == points
    assert lines_of(ended)["game"] == value


@pytest.mark.clause("AR-SCORE-1")
@pytest.mark.parametrize(("at", "points", "value"), [(EXACTLY_106, 109, 2), (EXACTLY_107, 110, 2)])
def test_ar_score_1_the_own_discard_counts(at: Moved, points: int, value: int) -> None:
    # A jack laid away instead of a pip.
    ended = after("appel", at=at | {"JD": ("aside", 0)})
    assert (score_of(ended).points, lines_of(ended)["game"]) == (points, value)


@pytest.mark.clause("AR-SCORE-1")
def test_ar_score_1_every_third_is_someones() -> None:
    for at in ({}, LOST, EXACTLY_106, EXACTLY_107):
        ended = score_of(after("appel", at=at))
        # In the tricks of the four seats, and three pips in each half of the talon.
        assert sum(ended.points_by_seat) == 210 - 3 - 3
        assert ended.points == ended.points_by_seat[0] + ended.points_by_seat[2] + 3


WITH_TRUMP: Final = {
    "appel": (2, -2),
    "appel_contre_chien": (4, -4),
    "appel_petit": (2, -2),
    "appel_ii": (2, -2),
    "appel_iii": (2, -2),
    "appel_iv": (2, -2),
    "seul": (6, -6),
    "seul_chien_complet": (6, -12),
    "seul_contre_chien": (12, -12),
}
BIRD: Final = {"appel_petit": "T1", "appel_ii": "T2", "appel_iii": "T3", "appel_iv": "T4"}


@pytest.mark.clause("AR-SCORE-2")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("bid", "values"), WITH_TRUMP.items())
def test_ar_score_2_the_value_of_the_game_won_and_lost_under_every_contre(
    bid: str, values: tuple[int, int], level: int
) -> None:
    at: Moved = {BIRD[bid]: (10, 0)} if bid in BIRD else {}
    if "seul" in bid:
        at |= ALONE
    won, lost = values
    assert scored(bid, *contre(level), at=at)["game"] == won * level
    assert scored(bid, *contre(level), at=at | LOST)["game"] == lost * level


def all_court_cards(bid: str, last: str) -> Spec:
    """Seat 0, forehand, wins eleven tricks without trump, then leads ``last``."""
    hand = f"KC QC NC JC KD QD ND JD KH QH NH {last}"
    hearts = "JH 1H 2H 3H T5 T6 T7 T8 T9 T10 T11 T12"
    deal = bid_by(dealt(hand, hearts, talon="7C 8C 9C 7S 8S 9S"), 0, bid)
    if phase(deal) == "talon":
        deal = done(deal, "half:0", "discard:7C,8C,9C")
    deal = spoken(deal)
    for code in hand.split():
        deal = done(deal, f"play:{code}")
        for _ in range(3):
            deal = done(deal, legal(deal)[0])
    return deal


@pytest.mark.clause("AR-SCORE-2")
@pytest.mark.parametrize(
    ("bid", "value"), [("seul_sans_atout", 6), ("seul_contre_chien_sans_atout", 12)]
)
def test_ar_score_2_the_games_without_trump(bid: str, value: int) -> None:
    won = lines_of(all_court_cards(bid, "4H"))
    assert won["game"] == value
    plain: Moved = {"T9": ("aside", 0), "T13": ("aside", 1), "T15": ("aside", 2)}
    for level in LEVELS:
        lost = scored(bid, *contre(level), at=plain if bid == "seul_sans_atout" else {})
        assert lost["game"] == -value * level


@pytest.mark.clause("AR-SCORE-2")
@pytest.mark.clause("AR-SCORE-3")
def test_ar_score_2_what_doubles_a_lost_game_doubles_no_prime() -> None:
    words = ["0:announce:honneurs", "1:contre:game"]
    lines = scored("seul_chien_complet", *words, at=LOST | ALONE)
    assert lines == {"game": -12 * 2, "honneurs": -2}
    opponents = scored("seul_chien_complet", "1:announce:quatre_rois", at=LOST | ALONE)
    assert opponents == {"game": -12, "quatre_rois": 2}


# --- net and payments -------------------------------------------------------------------------


@pytest.mark.clause("AR-SCORE-3")
def test_ar_score_3_the_net_of_game_and_primes_is_paid() -> None:
    # The game lost under contre, honneurs made under re-contre, the twenty-one missed.
    words = [
        "0:announce:honneurs",
        "1:contre:game",
        "1:contre:honneurs",
        "2:contre:honneurs",
        "2:announce:prise_xxi",
    ]
    poor: Moved = {"QD": (10, 0), "QC": (8, 0), "NH": (8, 2), "QH": (10, 3), "QS": (2, 3)}
    at = poor | {"KC": (5, 1)}
    lines = {"game": -2 * 2, "prise_xxi": -2, "honneurs": 2 * 4}
    ended = after("appel", *words, at=at)
    assert lines_of(ended) == lines
    assert score_of(ended).net == 2
    assert payments_of(ended).points == (2, -2, 2, -2)


@pytest.mark.clause("AR-SCORE-3")
def test_ar_score_3_a_net_of_nothing_is_settled_too() -> None:
    ended = after("appel", "0:announce:honneurs")
    assert lines_of(ended) == {"game": 2, "honneurs": -2}
    assert payments_of(ended).points == (0, 0, 0, 0)


@pytest.mark.clause("AR-SCORE-4")
def test_ar_score_4_two_against_two_each_loser_pays_each_winner_gets() -> None:
    assert paid("appel") == (2, -2, 2, -2)
    assert paid("appel", at=LOST) == (-2, 2, -2, 2)
    # Seat 3 holds the called king.
    assert paid("appel", at={"KH": (3, 3)}) == (3, -3, -3, 3)


@pytest.mark.clause("AR-SCORE-4")
@pytest.mark.parametrize("declarer", range(4))
def test_ar_score_4_one_against_three_pays_or_gets_three_times(declarer: int) -> None:
    ended = after("seul_contre_chien", declarer=declarer)
    net = score_of(ended).net
    assert net < 0
    wanted = [-net] * 4
    wanted[declarer] = 3 * net
    assert payments_of(ended).points == tuple(wanted)
    assert paid("seul", at=ALONE) == (18, -6, -6, -6)


# --- piccolo and misère -----------------------------------------------------------------------

FIXED: Final = {"piccolo": 3, "misere": 5, "piccolo_ouvert": 7, "misere_ouverte": 9}


@pytest.mark.clause("AR-SCORE-5")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("tricks", [0, 1])
@pytest.mark.parametrize(("bid", "value"), FIXED.items())
def test_ar_score_5_piccolo_is_exactly_one_trick_and_misere_none(
    bid: str, value: int, tricks: int, level: int
) -> None:
    # Seat 1 has won eleven tricks and leads; in the last lie the Petit and a king.
    trick = "KH QH JH T1" if tricks == 0 else "T5 QH KH 1H"
    wanted = 1 if bid.startswith("piccolo") else 0
    net = value * level * (1 if tricks == wanted else -1)
    ended = after_last(bid, trick, words=contre(level))
    assert lines_of(ended) == {"game": net}
    assert payments_of(ended).points == (3 * net, -net, -net, -net)


TWO_TRICKS: Final[Moved] = {"9S": (1, 3), "QS": (2, 0), "7S": (2, 1), "8S": (2, 3)}
"""Seat 0 wins the first two tricks, in which all follow suit."""


@pytest.mark.clause("AR-SCORE-5")
@pytest.mark.parametrize("bid", ["piccolo", "piccolo_ouvert"])
def test_ar_score_5_two_tricks_lose_a_piccolo(bid: str) -> None:
    assert scored(bid, at=TWO_TRICKS, last=2) == {"game": -FIXED[bid]}


# --- trischaken -------------------------------------------------------------------------------

EXACTLY_95: Final[Moved] = SPADES | {"T16": (10, 0), "KH": (5, 1), "QC": (10, 2)}
EQUAL: Final[Moved] = SPADES | {"NH": (10, 2), "QD": (10, 0), "JH": (11, 3), "T1": (7, 0)}
"""Seats 1 and 2 have most points, 60 thirds each."""


def trischaken(at: Moved, forehand: int) -> Spec:
    return after("trischaken", at=at, declarer=forehand, forehand=forehand)


@pytest.mark.clause("AR-SCORE-6")
def test_ar_score_6_there_are_no_announcements_and_no_contre() -> None:
    deal = before_words(told("trischaken"))
    assert phase(deal) == "play"
    for move in ("contre:game", "bien", "announce:absolu"):
        assert refused(deal, 0, move).code == refusals.CARDS_ARE_PLAYED.code
    assert [seen_by(deal, seat)["side"] for seat in range(4)] == [None] * 4


@pytest.mark.clause("AR-SCORE-6")
@pytest.mark.parametrize("forehand", [1, 2, 3])
def test_ar_score_6_most_points_pays_two_to_each(forehand: int) -> None:
    ended = trischaken(SPADES, forehand)
    assert (score_of(ended).points_by_seat, score_of(ended).loser) == ((70, 45, 54, 35), 0)
    assert payments_of(ended).points == (-6, 2, 2, 2)


@pytest.mark.clause("AR-SCORE-6")
def test_ar_score_6_forehand_pays_double() -> None:
    assert payments_of(trischaken(SPADES, 0)).points == (-12, 4, 4, 4)


@pytest.mark.clause("AR-SCORE-6")
@pytest.mark.parametrize(
    ("at", "forehand", "each"),
    [
        pytest.param(EXACTLY_95, 1, 2, id="95 thirds"),
        pytest.param(MAIRE, 1, 4, id="96 thirds: Maire"),
        pytest.param(EXACTLY_95, 0, 4, id="95 thirds, forehand"),
        pytest.param(MAIRE, 0, 8, id="Maire and forehand"),
    ],
)
def test_ar_score_6_with_96_thirds_the_maire_pays_double(
    at: Moved, forehand: int, each: int
) -> None:
    ended = trischaken(at, forehand)
    assert score_of(ended).points_by_seat[0] == (95 if at is EXACTLY_95 else 96)
    assert payments_of(ended).points == (-3 * each, each, each, each)


@pytest.mark.clause("AR-SCORE-6")
@pytest.mark.parametrize(
    ("forehand", "loser", "each"),
    [
        pytest.param(0, 1, 2, id="seat 1 is nearest to forehand"),
        pytest.param(1, 1, 4, id="forehand itself is nearest"),
        pytest.param(2, 2, 4, id="and goes before seat 1"),
        pytest.param(3, 1, 2, id="round the table"),
    ],
)
def test_ar_score_6_of_equals_the_nearest_to_forehand_loses(
    forehand: int, loser: int, each: int
) -> None:
    ended = trischaken(EQUAL, forehand)
    assert (score_of(ended).points_by_seat[1:3], score_of(ended).loser) == ((60, 60), loser)
    wanted = [each] * 4
    wanted[loser] = -3 * each
    assert payments_of(ended).points == tuple(wanted)


@pytest.mark.clause("AR-SCORE-6")
def test_ar_score_6_the_talon_is_nobodys() -> None:
    rich = score_of(trischaken(SPADES | {"QD": ("ceded", 0)}, 1)).points_by_seat
    plain = score_of(trischaken(SPADES, 1)).points_by_seat
    assert sum(plain) - sum(rich) == 9

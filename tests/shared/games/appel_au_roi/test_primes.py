"""Examples of the primes: silent, announced, doubled, missed, made by the others (AR-PRIME)."""

from typing import Final

import pytest

from shared.games.appel_au_roi import refusals
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    Moved,
    after,
    at_trick,
    before_words,
    done,
    legal,
    lines_of,
    paid,
    payments_of,
    phase,
    plays,
    refused,
    score_of,
    scored,
    spoken,
    to_move,
    told,
)

VALUES: Final = {
    "petit": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "roi_ultimo": 1,
    "prise_xxi": 1,
    "prise_roi": 1,
    "oudlers": 1,
    "quatre_rois": 1,
    "honneurs": 1,
    "absolu": 1,
}

KINGS_LOST: Final[Moved] = {"KH": (8, 2), "KS": (8, 0)}
XXI_LOST: Final[Moved] = {"EX": (5, 3)}
POOR: Final[Moved] = {"EX": (5, 3), "QH": (8, 0), "KH": (8, 2)}

MADE: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (12, 0), "3D": (12, 1), "JD": (12, 3), "EX": (8, 3)}),
    "ii": (2, {"T2": (11, 2), "QH": (11, 0), "3D": (11, 1), "T19": (8, 3)}),
    "iii": (2, {"T3": (10, 2), "QH": (10, 0), "3D": (10, 1), "JD": (10, 3)}),
    "iv": (2, {"T4": (9, 2), "2D": (9, 0)}),
    "roi_ultimo": (2, {"KH": (12, 2)}),
    "prise_xxi": (0, {"T21": (7, 3)}),
    "oudlers": (2, {"T1": (5, 1)}),
    "quatre_rois": (0, {"KC": (7, 1), "KD": (9, 3)}),
    "honneurs": (2, {"KC": (7, 1)}),
    "absolu": (0, {"KC": (7, 1)}),
}
"""Declarer's side makes the prime: who may announce it, and how the deal is told."""

LOST_TO_OTHERS: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (12, 0)}),
    "ii": (2, {"T2": (11, 2), "T19": (11, 3)}),
    "iii": (2, {"T3": (10, 2)}),
    "iv": (2, {"T4": (9, 2)}),
    "roi_ultimo": (2, {"KH": (12, 2), "T20": (10, 0)}),
    "prise_xxi": (2, XXI_LOST),
    "oudlers": (2, XXI_LOST),
    "quatre_rois": (0, KINGS_LOST),
    "honneurs": (2, KINGS_LOST),
    "absolu": (0, POOR),
}
"""The opponents make it instead."""

MADE_BY_NOBODY: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (0, {"T1": (8, 0)}),
    "ii": (2, {}),
    "iii": (2, {"T3": (8, 2)}),
    "iv": (2, {}),
    "roi_ultimo": (2, {}),
    "prise_xxi": (2, {"T21": (10, 1)}),
    "oudlers": (0, {}),
    "quatre_rois": (0, {}),
    "honneurs": (0, {}),
    "absolu": (2, {}),
}

BY_OPPONENTS: Final[dict[str, tuple[int, Moved]]] = {
    "petit": (1, {"T1": (12, 1), "QH": (12, 0), "KD": (12, 3)}),
    "ii": (3, {"T2": (11, 3), "2D": (11, 0), "3D": (11, 1), "1D": (11, 2)}),
    "iii": (1, {"T3": (10, 1), "2D": (10, 0), "1D": (10, 2), "KD": (10, 3)}),
    "iv": (3, {"T4": (9, 3), "2D": (9, 0)}),
    "prise_xxi": (1, XXI_LOST),
    "prise_roi": (3, {"KH": (8, 2)}),
    "oudlers": (3, XXI_LOST),
    "quatre_rois": (1, KINGS_LOST),
    "honneurs": (3, KINGS_LOST),
    "absolu": (1, POOR),
}
"""The opponents make it, and one of them may announce it."""


def contred(item: str, announcer: int, level: int) -> list[str]:
    """The words that announce a prime and double it to ``level``."""
    words = [f"{announcer}:announce:{item}"]
    doubled = level.bit_length() - 1
    return words + [f"{(announcer + turn) % 4}:contre:{item}" for turn in range(1, doubled + 1)]


BIDS: Final = {"appel": 1, "appel_contre_chien": 2}
"""The games of these tables, and how often each prime counts in them."""


@pytest.mark.clause("AR-PRIME-1")
@pytest.mark.clause("AR-SCORE-3")
@pytest.mark.parametrize(("bid", "chien"), BIDS.items())
@pytest.mark.parametrize("item", MADE)
def test_a_prime_that_nobody_announced_counts_for_who_makes_it(
    item: str, bid: str, chien: int
) -> None:
    value = VALUES[item] * chien
    assert scored(bid, at=MADE[item][1])[item] == value
    assert scored(bid, at=LOST_TO_OTHERS[item][1])[item] == -value
    assert item not in scored(bid, at=MADE_BY_NOBODY[item][1])


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.clause("AR-PRIME-3")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
@pytest.mark.parametrize(("bid", "chien"), BIDS.items())
@pytest.mark.parametrize("item", MADE)
def test_an_announced_prime_counts_double_and_each_contre_doubles_it_again(
    item: str, bid: str, chien: int, level: int
) -> None:
    value = VALUES[item] * 2 * chien * level
    announcer, at = MADE[item]
    silent = scored(bid, at=at)
    assert scored(bid, *contred(item, announcer, level), at=at) == silent | {item: value}
    # Missed, it is lost once, whether nobody or the other team makes it.
    for announcer, at in (LOST_TO_OTHERS[item], MADE_BY_NOBODY[item]):
        silent = scored(bid, at=at)
        assert scored(bid, *contred(item, announcer, level), at=at) == silent | {item: -value}


@pytest.mark.clause("AR-ANN-3")
@pytest.mark.clause("AR-PRIME-3")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
@pytest.mark.parametrize(("bid", "chien"), BIDS.items())
@pytest.mark.parametrize("item", BY_OPPONENTS)
def test_the_opponents_announce_and_make_primes_as_declarers_side_does(
    item: str, bid: str, chien: int, level: int
) -> None:
    announcer, at = BY_OPPONENTS[item]
    silent = scored(bid, at=at)
    assert silent[item] == -VALUES[item] * chien
    value = VALUES[item] * 2 * chien * level
    assert scored(bid, *contred(item, announcer, level), at=at) == silent | {item: -value}


@pytest.mark.clause("AR-PRIME-3")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
@pytest.mark.parametrize("item", ["oudlers", "quatre_rois", "honneurs", "absolu"])
def test_a_prime_that_the_opponents_miss_is_declarers_gain(item: str, level: int) -> None:
    silent = scored("appel", at=MADE[item][1])
    words = contred(item, 3, level)
    missed = scored("appel", *words, at=MADE[item][1])
    assert missed == silent | {item: VALUES[item] * 2 * level}


# --- birds and the called king ---------------------------------------------------------------


@pytest.mark.clause("AR-PRIME-1")
@pytest.mark.parametrize(
    ("item", "at"),
    [
        ("petit", {"T1": (12, 2)}),  # seat 0 takes its partner's Petit
        ("ii", {"T2": (11, 0)}),  # seat 2 takes its partner's II
    ],
)
def test_ar_prime_1_a_bird_that_the_own_partner_beats_is_lost(item: str, at: Moved) -> None:
    assert scored("appel", at=at)[item] == -VALUES[item]


@pytest.mark.clause("AR-PRIME-1")
@pytest.mark.parametrize(("item", "due"), [("petit", 12), ("ii", 11), ("iii", 10), ("iv", 9)])
def test_ar_prime_1_a_bird_counts_in_its_own_trick_alone(item: str, due: int) -> None:
    card = {"petit": "T1", "ii": "T2", "iii": "T3", "iv": "T4"}[item]
    for number in (8, 9, 10, 11, 12):
        lines = scored("appel", at={card: (number, 2)})
        assert (item in lines) == (number == due)


@pytest.mark.clause("AR-PRIME-1")
def test_ar_prime_1_the_called_king_need_not_win_the_last_trick_its_team_must() -> None:
    # Seat 0 trumps its partner's king.
    assert scored("appel", at={"KH": (12, 2)})["roi_ultimo"] == 1
    lost = scored("appel", at={"KH": (12, 2), "T20": (10, 0)})
    assert (lost["roi_ultimo"], lost["prise_roi"]) == (-1, -1)
    assert "roi_ultimo" not in scored("appel", at={"KS": (12, 0)})  # a king not called


@pytest.mark.clause("AR-PRIME-1")
@pytest.mark.parametrize("bid", ["appel_petit", "appel_ii", "appel_iii", "appel_iv"])
def test_ar_prime_1_the_bird_of_the_bid_is_settled_as_announced_alone(bid: str) -> None:
    item = bid.removeprefix("appel_")
    card, due = {"petit": ("T1", 12), "ii": ("T2", 11), "iii": ("T3", 10), "iv": ("T4", 9)}[item]
    # T9 and T10 are told elsewhere; whoever takes it, it is missed once.
    taken = scored(bid, at={card: (due, 0), "T19": (due, 3)})
    assert taken[item] == -2 * VALUES[item]
    early = scored(bid, at={card: (8, 0)})
    assert early[item] == -2 * VALUES[item]


# --- prise du XXI ----------------------------------------------------------------------------


@pytest.mark.clause("AR-PRIME-2")
@pytest.mark.parametrize(
    ("at", "value"),
    [
        pytest.param({"EX": (5, 3)}, -1, id="an opponent's excuse"),
        pytest.param({"EX": (5, 2)}, -1, id="the own partner's excuse"),
        pytest.param({"EX": (5, 2), "T1": (5, 1)}, -1, id="an opponent's Petit"),
        pytest.param({"EX": (5, 3), "T1": (5, 2)}, -1, id="the own partner's Petit"),
        pytest.param({"T21": (7, 3)}, 1, id="taken from an opponent"),
        pytest.param({"EX": (10, 1), "T21": (10, 3)}, 1, id="an opponent takes it from another"),
        pytest.param({"EX": (10, 1), "T21": (10, 3), "T1": (10, 0)}, 1, id="the Petit does"),
    ],
)
def test_ar_prime_2_it_goes_to_the_team_without_the_xxi_whoever_takes_it(
    at: Moved, value: int
) -> None:
    assert scored("appel", at=at)["prise_xxi"] == value


@pytest.mark.clause("AR-PRIME-2")
@pytest.mark.parametrize("at", [{}, {"T21": (10, 1)}, {"T1": (5, 1)}, {"T21": ("ceded", 0)}])
def test_ar_prime_2_a_xxi_that_takes_its_trick_or_lay_in_the_talon_is_not_taken(
    at: Moved,
) -> None:
    assert "prise_xxi" not in scored("appel", at=at)


@pytest.mark.clause("AR-PRIME-2")
@pytest.mark.parametrize("bid", ["appel", "appel_contre_chien"])
def test_ar_prime_2_announced_with_the_xxi_in_the_talon_it_is_missed(bid: str) -> None:
    at: Moved = {"T21": ("ceded", 0)}
    value = 2 * BIDS[bid]
    assert scored(bid, "0:announce:prise_xxi", at=at)["prise_xxi"] == -value
    assert scored(bid, "3:announce:prise_xxi", at=at)["prise_xxi"] == value


@pytest.mark.clause("AR-PRIME-2")
def test_ar_prime_2_anyone_without_the_xxi_may_announce_it() -> None:
    deal = before_words(told("appel"))
    assert "announce:prise_xxi" not in legal(deal)
    refusal = refused(deal, 0, "announce:prise_xxi")
    assert (refusal.code, refusal.clause) == (refusals.XXI_HELD.code, "AR-PRIME-2")
    for _ in range(3):
        deal = done(deal, "bien")
        assert "announce:prise_xxi" in legal(deal)


@pytest.mark.clause("AR-PRIME-2")
@pytest.mark.parametrize("at", [{}, XXI_LOST, {"EX": (5, 2)}])
def test_ar_prime_2_announced_by_the_team_that_holds_the_xxi_it_is_missed(at: Moved) -> None:
    assert scored("appel", "2:announce:prise_xxi", at=at)["prise_xxi"] == -2


# --- who may announce ------------------------------------------------------------------------


@pytest.mark.clause("AR-PRIME-3")
@pytest.mark.parametrize(
    ("item", "allowed"),
    [
        ("petit", {1}),
        ("ii", {2}),
        ("iii", {1}),
        ("iv", {2}),
        ("roi_ultimo", {2}),
        ("prise_xxi", {1, 2, 3}),
        ("prise_roi", {1, 3}),
        ("oudlers", {0, 1, 2, 3}),
        ("quatre_rois", {0, 1, 2, 3}),
        ("honneurs", {0, 1, 2, 3}),
        ("absolu", {0, 1, 2, 3}),
        ("chelem", {0, 1, 2, 3}),
    ],
)
@pytest.mark.parametrize("bid", ["appel", "appel_contre_chien"])
def test_ar_prime_3_only_the_player_named_in_the_table(
    bid: str, item: str, allowed: set[int]
) -> None:
    deal = before_words(told(bid))
    for seat in range(4):
        assert (f"announce:{item}" in legal(deal)) == (seat in allowed)
        if seat not in allowed:
            refusal = refused(deal, seat, f"announce:{item}")
            clause = "AR-PRIME-2" if item == "prise_xxi" else "AR-PRIME-3"
            assert refusal.clause == clause
            assert "bien" in refusal.params["open"]  # type: ignore[operator]
        deal = done(deal, "bien")


@pytest.mark.clause("AR-PRIME-3")
def test_ar_prime_3_a_bird_laid_away_is_not_held() -> None:
    deal = before_words(told("appel", {"T2": ("aside", 0)}, took="2D 8C 9C"))
    assert to_move(deal) == 0
    assert refused(deal, 0, "announce:ii").code == refusals.CARD_OF_PRIME_NOT_HELD.code


@pytest.mark.clause("AR-PRIME-3")
def test_ar_prime_3_a_bird_just_taken_from_the_talon_is_held() -> None:
    deal = before_words(told("appel", {"T2": (4, 0)}, took="T2 8C 9C"))
    assert "announce:ii" in legal(deal)


# --- whose cards -----------------------------------------------------------------------------


@pytest.mark.clause("AR-PRIME-4")
@pytest.mark.parametrize("half", [0, 1])
def test_ar_prime_4_the_ceded_half_is_among_the_opponents_cards(half: int) -> None:
    at: Moved = {"EX": ("ceded", 0), "T21": (10, 1)}
    assert scored("appel", at=at, half=half)["oudlers"] == -1
    assert scored("appel", at=at, half=half)["honneurs"] == -1
    assert scored("appel", "1:announce:oudlers", at=at, half=half)["oudlers"] == -2


@pytest.mark.clause("AR-PRIME-4")
def test_ar_prime_4_a_king_in_the_ceded_half_keeps_declarer_from_four() -> None:
    taken: Moved = {"KC": (7, 1), "KD": (9, 3)}
    assert "quatre_rois" in scored("seul", at=ALONE | taken)
    assert "quatre_rois" not in scored("seul", at=ALONE | {"KC": (7, 1), "KD": ("ceded", 1)})


@pytest.mark.clause("AR-PRIME-4")
def test_ar_prime_4_the_own_discard_counts_for_absolu() -> None:
    # 127 thirds, with three pips laid away; each knight laid away instead of one is six more.
    one = after("appel", at={"NS": ("aside", 0)})
    assert (score_of(one).points, "absolu" in lines_of(one)) == (133, False)
    two = after("appel", at={"NS": ("aside", 0), "JD": ("aside", 1)})
    assert (score_of(two).points, lines_of(two)["absolu"]) == (136, 1)


@pytest.mark.clause("AR-PRIME-4")
def test_ar_prime_4_absolu_needs_136_thirds() -> None:
    nine_tricks: Moved = {"T16": (10, 2), "T5": (2, 2), "QD": (4, 2)}
    enough = after("appel", at=nine_tricks)
    assert (score_of(enough).points, lines_of(enough)["absolu"]) == (138, 1)
    short = after("appel", at=nine_tricks | {"JS": (4, 0)})
    assert (score_of(short).points, "absolu" in lines_of(short)) == (135, False)


@pytest.mark.clause("AR-PRIME-4")
def test_ar_prime_4_contre_le_chien_the_kings_half_is_declarers_and_the_other_is_not() -> None:
    kings: Moved = {"KC": (5, 1), "KH": ("ceded", 0), "KD": ("ceded", 1)}
    assert scored("appel_contre_chien", at=kings)["quatre_rois"] == 2
    apart: Moved = {"KC": (5, 1), "KH": ("ceded", 0), "KD": ("aside", 1)}
    assert "quatre_rois" not in scored("appel_contre_chien", at=apart)


@pytest.mark.clause("AR-PRIME-4")
def test_ar_prime_4_partners_count_together() -> None:
    # Seat 0 took two kings and the twenty-one, seat 2 the excuse and the king of hearts.
    lines = scored("appel", at={"KC": (5, 1)})
    assert lines["honneurs"] == 1


@pytest.mark.clause("AR-PRIME-4")
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_ar_prime_4_a_called_king_that_falls_to_the_opponents_is_a_prise_du_roi(
    called: str,
) -> None:
    at: Moved = {"KH": (8, 2), "KC": (3, 0), "KD": (9, 0)}
    assert scored("appel", at=at, called=called)["prise_roi"] == -1
    assert "prise_roi" not in scored("appel", at={"KS": (8, 0)})  # a king not called


# --- Chelem ----------------------------------------------------------------------------------

SLAM: Final[Moved] = {
    "T5": (2, 2),
    "KD": (4, 0),
    "KC": (6, 0),
    "T12": (8, 2),
    "T16": (10, 2),
}
"""Seats 0 and 2 win every trick, and with them oudlers, four kings, honneurs and absolu."""
ALL_PRIMES: Final = {"oudlers": 1, "quatre_rois": 1, "honneurs": 1, "absolu": 1}
SLAM_MISSED: Final[Moved] = {"T14": (2, 3)}
"""Seat 3 trumps the second trick, as it must."""
SLAM_STOPPED: Final[Moved] = {"9S": (1, 3)}
"""Seat 0 takes the first trick, in which everyone follows suit."""


@pytest.mark.clause("AR-PRIME-5")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
@pytest.mark.parametrize(("bid", "chien"), BIDS.items())
def test_ar_prime_5_announced_and_made_it_replaces_everything(
    bid: str, chien: int, level: int
) -> None:
    words = contred("chelem", 0, level)
    assert scored(bid, *words, at=SLAM) == {"chelem": 10 * 2 * chien * level}


@pytest.mark.clause("AR-PRIME-5")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
@pytest.mark.parametrize(("bid", "chien"), BIDS.items())
def test_ar_prime_5_the_first_trick_of_the_others_ends_the_deal_and_loses_it(
    bid: str, chien: int, level: int
) -> None:
    words = contred("chelem", 2, level)
    value = 10 * 2 * chien * level
    ended = after(bid, *words, at=SLAM_MISSED, last=2)
    assert lines_of(ended) == {"chelem": -value}
    assert payments_of(ended).points == (-value, value, -value, value)


@pytest.mark.clause("AR-PRIME-5")
@pytest.mark.parametrize("level", [1, 2, 4, 8])
def test_ar_prime_5_the_opponents_may_announce_it_and_lose_it_as_well(level: int) -> None:
    words = contred("chelem", 3, level)
    ended = after("appel", *words, at=SLAM_STOPPED, last=1)
    assert lines_of(ended) == {"chelem": 20 * level}


@pytest.mark.clause("AR-PRIME-5")
def test_ar_prime_5_the_opponents_may_make_it() -> None:
    # Seat 1 plays alone, and seats 0 and 2 win every trick.
    words = ["2:announce:chelem"]
    ended = after("seul", *words, at=SLAM, declarer=1)
    assert lines_of(ended) == {"chelem": -20}
    assert payments_of(ended).points == (20, -60, 20, 20)


@pytest.mark.clause("AR-PRIME-5")
@pytest.mark.parametrize(("at", "last", "value"), [(SLAM, 12, 20), (SLAM_MISSED, 2, -20)])
def test_ar_prime_5_what_else_is_announced_and_doubled_has_no_effect(
    at: Moved, last: int, value: int
) -> None:
    words = [
        "0:announce:chelem",
        "0:announce:absolu",
        "0:announce:oudlers",
        "1:contre:game",
        "1:contre:absolu",
        "1:announce:quatre_rois",
        "2:contre:game",
        "2:contre:quatre_rois",
        "3:contre:game",
        "3:contre:oudlers",
    ]
    assert scored("appel", *words, at=at, last=last) == {"chelem": value}
    bird = at | {"T3": (10, 0)}
    words = ["0:announce:chelem", "1:contre:iii", "2:contre:iii"]
    assert scored("appel_iii", *words, at=bird, last=last) == {"chelem": value}


@pytest.mark.clause("AR-PRIME-5")
def test_ar_prime_5_it_replaces_a_game_that_is_worth_more() -> None:
    words = ["2:contre:game", "1:contre:game", "3:contre:game"]
    silent = scored("seul_contre_chien", *words, at=SLAM, declarer=1)
    assert silent["game"] == -12 * 8
    announced = scored("seul_contre_chien", "2:announce:chelem", *words, at=SLAM, declarer=1)
    assert announced == {"chelem": -10 * 2 * 2}


@pytest.mark.clause("AR-PRIME-5")
def test_ar_prime_5_announced_cards_are_still_owed() -> None:
    words = ["0:announce:chelem", "0:announce:petit"]
    deal = at_trick("seul_contre_chien", "T1 T9 KS", words=words)
    assert legal(deal) == plays("T9 KS")
    refusal = refused(deal, 0, "play:T1")
    assert refusal.clause == "AR-PLAY-7"
    only_chelem = at_trick("seul_contre_chien", "T1 T9 KS", words=words[:1])
    assert legal(only_chelem) == plays("T1 T9 KS")


@pytest.mark.clause("AR-PRIME-5")
def test_ar_prime_5_the_deal_goes_on_while_the_announcing_team_wins() -> None:
    deal = spoken(before_words(told("appel", SLAM_MISSED)), "0:announce:chelem")
    deal = done(deal, "play:KS", "play:TS", "play:QS", "play:T8")
    assert phase(deal) == "between"  # seat 3 could not but trump
    other = spoken(before_words(told("appel", SLAM_STOPPED)), "0:announce:chelem")
    other = done(other, "play:KS", "play:TS", "play:QS", "play:9S")
    assert phase(other) == "play"


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_unannounced_it_is_worth_ten() -> None:
    assert scored("appel", at=SLAM) == {"chelem": 10}  # instead of 2 + 4


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_or_twenty_contre_le_chien() -> None:
    assert scored("appel_contre_chien", at=SLAM) == {"chelem": 20}  # instead of 4 + 8


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_no_contre_multiplies_it() -> None:
    assert scored("appel", "1:contre:game", at=SLAM) == {"chelem": 10}  # instead of 4 + 4


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_it_replaces_a_net_as_great_as_itself() -> None:
    words = ["0:announce:oudlers", "0:announce:quatre_rois", "1:contre:game"]
    assert scored("appel", *words, at=SLAM) == {"chelem": 10}  # instead of 4 + 2 + 2 + 1 + 1


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_it_is_ignored_where_the_rest_is_worth_more() -> None:
    words = ["0:announce:oudlers", "0:announce:quatre_rois", "0:announce:absolu", "1:contre:game"]
    eleven = {"game": 4, "oudlers": 2, "quatre_rois": 2, "honneurs": 1, "absolu": 2}
    assert scored("appel", *words, at=SLAM) == eleven
    assert paid("appel", *words, at=SLAM) == (11, -11, 11, -11)
    more = ["1:contre:game", "2:contre:game", "3:contre:game"]
    assert scored("appel", *more, at=SLAM) == {"game": 16} | ALL_PRIMES


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_contre_le_chien_the_bound_is_twenty() -> None:
    doubled = {item: 2 * value for item, value in ALL_PRIMES.items()}
    assert scored("appel_contre_chien", "1:contre:game", at=SLAM) == {"chelem": 20}  # 8 + 8
    words = ["1:contre:game", "2:contre:game"]
    assert scored("appel_contre_chien", *words, at=SLAM) == {"game": 16} | doubled


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_it_replaces_a_net_below_zero() -> None:
    # Seat 2 announced that the XXI of its own team would be taken, and the king for trick 12.
    words = [*contred("prise_xxi", 2, 8), *contred("roi_ultimo", 2, 8)]
    missed = {"prise_xxi": -16, "roi_ultimo": -16}
    assert scored("appel", *words) == {"game": 2} | missed
    assert scored("appel", *words, at=SLAM) == {"chelem": 10}  # instead of 6 - 32


@pytest.mark.clause("AR-PRIME-6")
@pytest.mark.parametrize(
    ("bid", "words", "lines"),
    [
        pytest.param("seul", [], {"chelem": -10}, id="6 + 4, as much as the Chelem"),
        pytest.param(
            "seul",
            ["2:contre:game"],
            {"game": -12, "oudlers": -1, "quatre_rois": -1, "honneurs": -1, "absolu": -1},
            id="12 + 4",
        ),
        pytest.param("seul_contre_chien", [], {"chelem": -20}, id="12 + 8, as much"),
        pytest.param(
            "seul_contre_chien",
            ["2:announce:absolu"],
            {"game": -12, "oudlers": -2, "quatre_rois": -2, "honneurs": -2, "absolu": -4},
            id="12 + 10",
        ),
    ],
)
def test_ar_prime_6_the_opponents_chelem_is_compared_with_what_they_would_get(
    bid: str, words: list[str], lines: dict[str, int]
) -> None:
    assert scored(bid, *words, at=SLAM, declarer=1) == lines


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_eleven_tricks_are_no_chelem() -> None:
    almost: Moved = {card: place for card, place in SLAM.items() if card != "T16"}
    assert "chelem" not in scored("appel", at=almost)
    assert scored("appel", at=almost)["game"] == 2


@pytest.mark.clause("AR-PRIME-6")
def test_ar_prime_6_points_do_not_matter() -> None:
    # The talon is the opponents': they have points, and yet no trick.
    rich: Moved = SLAM | {"QD": ("ceded", 0), "QC": ("ceded", 1), "QH": ("ceded", 2)}
    assert scored("appel", at=rich) == {"chelem": 10}

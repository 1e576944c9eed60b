"""Examples of the primes: silent, announced, doubled, missed, made by the others (AR-PRIME)."""

import pytest

from shared.games.appel_au_roi import refusals
from tests.shared.games.appel_au_roi.examples import (
    ALONE,
    Moved,
    after,
    before_words,
    done,
    legal,
    lines_of,
    refused,
    score_of,
    scored,
    to_move,
    told,
)
from tests.shared.games.appel_au_roi.told_primes import (
    BIDS,
    BY_OPPONENTS,
    LOST_TO_OTHERS,
    MADE,
    MADE_BY_NOBODY,
    VALUES,
    XXI_LOST,
    contred,
)


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
    # In its trick, but beaten; then too early.
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

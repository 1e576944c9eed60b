"""Examples of Chelem, announced and unannounced (AR-PRIME-5, AR-PRIME-6)."""

import pytest

from tests.shared.games.appel_au_roi.examples import (
    Moved,
    after,
    before_words,
    done,
    legal,
    lines_of,
    paid,
    payments_of,
    phase,
    plays,
    refused,
    scored,
    spoken,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    at_trick,
)
from tests.shared.games.appel_au_roi.told_primes import (
    ALL_PRIMES,
    BIDS,
    SLAM,
    SLAM_MISSED,
    SLAM_STOPPED,
    contred,
)


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

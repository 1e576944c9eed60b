"""Examples of scoring, settling and ending a game (CB-SCORE, CB-END, CO-PAY)."""

import itertools
from functools import cache

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.cards.tricks import Trick
from shared.games.call_break import refusals, rules, scoring
from shared.games.call_break.events import DealScored
from shared.games.call_break.options import Options
from shared.games.call_break.state import Between
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts, Line, Payments, Standing, by_difference
from tests.shared.games.call_break.situations import CARDS, between, cards, trick_of

SOME_TRICK = cards("2C 3C 4C 5C")


def last_card(calls: FourInts, taken: FourInts) -> DealScored:
    """What is scored when seat 3's last card gives it the thirteenth trick.

    ``taken`` counts that trick.
    """
    before = [
        Trick(Seat(0), SOME_TRICK, seat)
        for seat in SEATS
        for _ in range(taken[seat] - (seat == 3))
    ]
    situation = trick_of("", "", "", "AS", lies="2S 3S 4S", calls=calls, before=before)
    decision = rules.decide(situation.state, Seat(3), Play(CARDS["AS"]))
    assert isinstance(decision, tuple)
    played, won, scored = decision
    assert (played, won) == (CardPlayed(Seat(3), CARDS["AS"]), TrickWon(Seat(3)))
    assert isinstance(scored, DealScored)
    assert isinstance(situation.given(*decision).state, Between)
    return scored


@pytest.mark.clause("CB-SCORE-1")
@pytest.mark.parametrize(
    ("tricks", "succeeds"), [(3, False), (4, True), (5, True), (6, False), (0, False)]
)
def test_cb_score_1_a_call_succeeds_with_its_tricks_or_one_more(
    tricks: int, succeeds: bool
) -> None:
    assert (scoring.score(4, tricks) > 0) == succeeds


@pytest.mark.clause("CB-SCORE-2")
@pytest.mark.parametrize("call", range(2, 14))
def test_cb_score_2_success_scores_the_call_to_seven_and_thirteen_from_eight(call: int) -> None:
    expected = call if call <= 7 else 13
    assert (scoring.score(call, call), scoring.score(call, call + 1)) == (expected, expected)


@pytest.mark.clause("CB-SCORE-3")
@pytest.mark.parametrize("call", range(2, 14))
def test_cb_score_3_failure_scores_minus_the_call(call: int) -> None:
    assert {scoring.score(call, call - 1), scoring.score(call, call + 2)} == {-call}


@pytest.mark.clause("CB-SCORE-1", "CB-SCORE-2", "CB-SCORE-3")
def test_cb_score_example_3() -> None:
    scored = last_card(calls=(8, 4, 2, 3), taken=(8, 4, 0, 1))
    assert scored == DealScored((8, 4, 2, 3), (8, 4, 0, 1), (13, 4, -2, -3))
    assert scoring.scores((4, 8, 2, 3), (5, 8, 0, 0)) == (4, 13, -2, -3)


@pytest.mark.clause("CB-SCORE-2", "CB-SCORE-3")
def test_cb_score_example_4() -> None:
    assert [scoring.score(9, tricks) for tricks in (9, 10)] == [13, 13]
    assert {scoring.score(9, tricks) for tricks in (*range(9), 11, 12, 13)} == {-9}


@pytest.mark.clause("CB-SCORE-4", "CB-END-3")
def test_cb_score_4_scores_add_up_and_cb_end_3_the_highest_total_wins() -> None:
    state = between((4, -2, 3, 13), (5, -4, -10, 2)).state
    assert rules.standing(state) == Standing((9, -6, -7, 15), (3,))


@pytest.mark.clause("CB-END-3")
def test_cb_end_3_equal_leaders_share_the_win() -> None:
    state = between((4, -2, 4, -3)).state
    assert rules.standing(state).winners == (0, 2)


@pytest.mark.clause("CB-END-1")
@pytest.mark.parametrize("deals", [1, 2, 100])
def test_cb_end_1_a_number_of_deals_from_1_to_100_ends_the_game(deals: int) -> None:
    options = Options(deals)
    assert rules.check_options(options, False) is None
    rows = [(2, 2, -2, -2)] * deals
    assert not rules.finished(between(*rows[1:], options=options).state, False)
    assert rules.finished(between(*rows, options=options).state, False)


@pytest.mark.clause("CB-END-1")
@pytest.mark.parametrize("deals", [0, -1, 101, 10**30])
def test_cb_end_1_any_other_number_is_refused(deals: int) -> None:
    refusal = rules.check_options(Options(deals), True)
    assert refusal == refusals.DEALS_OUT_OF_BOUNDS(least=1, most=100)


@pytest.mark.clause("CB-END-1")
def test_cb_end_1_only_a_table_of_bots_alone_needs_a_number() -> None:
    assert rules.check_options(Options(), True) is None
    assert rules.check_options(Options(), False) == refusals.BOTS_NEED_DEALS()


@pytest.mark.clause("CB-END-2")
def test_cb_end_2_without_a_number_the_game_goes_on_until_all_have_asked() -> None:
    state = between((2, 2, -2, -2)).state
    assert rules.may_stop(state) is None
    assert not rules.finished(state, False)
    assert rules.finished(state, True)


@pytest.mark.clause("CB-END-2")
def test_cb_end_2_at_least_one_deal_is_completed() -> None:
    assert not rules.finished(between().state, True)


@pytest.mark.clause("CB-END-2")
def test_cb_end_2_after_deal_1024_the_game_ends_as_if_all_had_asked() -> None:
    row = (2, 2, -2, -2)
    assert not rules.finished(between(*[row] * 1023).state, False)
    assert rules.finished(between(*[row] * 1024).state, False)


@pytest.mark.clause("CB-END-2")
def test_cb_end_2_with_a_number_nobody_can_ask() -> None:
    state = between((2, 2, -2, -2), options=Options(3)).state
    assert rules.may_stop(state) == refusals.DEALS_ARE_FIXED(deals=3)
    assert not rules.finished(state, True)


@pytest.mark.clause("CO-PAY-1")
def test_co_pay_1_points_are_ints() -> None:
    payments = rules.payments(between((4, -2, 3, 13)).state, True)
    assert payments is not None
    amounts = [*payments.points, *(points for line in payments.lines for points in line.points)]
    assert {type(amount) for amount in amounts} == {int}


@pytest.mark.clause("CO-PAY-2")
def test_co_pay_2_a_settlement_that_does_not_sum_to_zero_cannot_be_written() -> None:
    with pytest.raises(AssertionError, match="sum to zero"):
        Payments((1, 0, 0, 0), ())


@pytest.mark.clause("CO-PAY-3")
def test_co_pay_3_each_pair_settles_the_difference_of_its_final_scores() -> None:
    scores = (9, -6, 7, 26)
    pairwise = [sum(mine - theirs for theirs in scores) for mine in scores]
    assert list(by_difference(scores)) == pairwise == [0, -60, -8, 68]


@pytest.mark.clause("CO-PAY-3")
def test_co_pay_3_call_break_settles_once_at_the_end_with_a_line_a_deal() -> None:
    state = between((4, -2, 3, 13), (5, -4, 4, 13)).state
    assert rules.payments(state, False) is None
    assert rules.payments(state, True) == Payments(
        (0, -60, -8, 68),
        (
            Line("deal", "CO-PAY-3", 1, (-2, -26, -6, 34)),
            Line("deal", "CO-PAY-3", 2, (2, -34, -2, 34)),
        ),
    )


def test_no_deal_costs_a_seat_more_than_the_stated_maximum() -> None:
    @cache
    def best_rest(tricks_left: int, seats_left: int) -> int:
        # What the other seats can score together from the tricks that are left.
        if not seats_left:
            return 0
        options = itertools.product(range(2, 14), range(tricks_left + 1))
        return max(
            scoring.score(call, tricks) + best_rest(tricks_left - tricks, seats_left - 1)
            for call, tricks in options
        )

    worst = min(
        3 * scoring.score(call, tricks) - best_rest(13 - tricks, 3)
        for call, tricks in itertools.product(range(2, 14), range(14))
    )
    assert -worst == rules.max_loss(Options(1))

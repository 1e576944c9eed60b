"""Examples of scoring, of the rounds' ends and of the game's (KR-SCORE, KR-STOP, KR-END)."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.tricks import Trick
from shared.games.king_russian import refusals, rules
from shared.games.king_russian.contracts import CONTRACTS
from shared.games.king_russian.events import Counted, DealScored
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import Between
from shared.kernel.seats import Seat
from shared.kernel.settlement import FourInts, Line, Payments, Standing
from tests.shared.games.king_russian.situations import (
    CARDS,
    NAMES,
    between,
    new_deal,
    spec,
    trick_of,
    won,
)

PAGE = {
    "no_tricks": -16,
    "no_kings": -16,
    "no_queens": -16,
    "no_hearts": -16,
    "no_king": -16,
    "no_last_two": -16,
    "eralash_negative": -96,
    "tricks": 16,
    "kings": 16,
    "queens": 16,
    "hearts": 16,
    "king": 16,
    "last_two": 16,
    "eralash_positive": 96,
}
"""The page's table: contract and round total, in the order of the rounds."""


def end_of(contract: str, last: str, before: Sequence[Trick] = ()) -> DealScored | None:
    """What is scored when seat 3 plays the fourth card of ``last``, which seat 0 led; or None."""
    *lies, code = last.split()
    rest = "AD"  # Keeps the hands from being empty.
    hands = [rest, rest, rest, f"{rest} {code}"]
    situation = trick_of(contract, *hands, lies=" ".join(lies), before=before)
    decision = situation.when(3, f"play:{code}").decision
    assert isinstance(decision, tuple)
    played, trick_won, *scored = decision
    assert played == CardPlayed(Seat(3), CARDS[code])
    assert isinstance(trick_won, TrickWon)
    over = isinstance(situation.given(*decision).state, Between)
    assert over == bool(scored)
    if not scored:
        return None
    (row,) = scored
    assert isinstance(row, DealScored)
    return row


def test_the_rounds_are_those_of_the_page_in_their_order() -> None:
    assert {one.name: one.total for one in CONTRACTS} == PAGE
    assert list(PAGE) == list(NAMES)


# --- the worked example -----------------------------------------------------------------------


SEVEN_BEFORE = [
    won(1, "7S 8S 9S TS"),
    won(1, "7D 8D 9D TD"),
    won(1, "QS KS AS 8C"),
    won(1, "JD QD KD AD"),
    won(2, "7H 8H 9H TH"),
    won(2, "JH AH 9C TC"),
    won(2, "JC QC KC AC"),
]
"""All cards but those of the example's trick, which is the eighth."""
LAST = "KH QH JS 7C"


@pytest.mark.clause("KR-SCORE-1")
@pytest.mark.parametrize(("contract", "sign"), [("eralash_negative", -1), ("eralash_positive", 1)])
def test_kr_score_worked_example_last_trick_of_eralash(contract: str, sign: int) -> None:
    # Its winner takes nothing else; the jack counts nothing.
    row = end_of(contract, LAST, SEVEN_BEFORE)
    assert row is not None
    assert row.scores[0] == 38 * sign
    assert [(line.objective, line.each, line.taken[0]) for line in row.lines] == [
        ("tricks", 2 * sign, 1),
        ("kings", 4 * sign, 1),
        ("queens", 4 * sign, 1),
        ("hearts", 2 * sign, 2),
        ("king", 16 * sign, 1),
        ("last_two", 8 * sign, 1),
    ]


@pytest.mark.clause("KR-SCORE-1")
def test_kr_score_1_in_eralash_the_king_of_hearts_is_a_heart_a_king_and_the_king() -> None:
    contract = CONTRACTS[NAMES.index("eralash_positive")]
    points = dict(zip(CARDS, contract.card_points, strict=True))
    assert points["KH"] == 2 + 4 + 16
    assert (points["QH"], points["KS"], points["AH"], points["JS"]) == (6, 4, 2, 0)


@pytest.mark.clause("KR-SCORE-1")
def test_kr_score_1_lines_add_up_to_the_scores() -> None:
    row = end_of("eralash_negative", LAST, SEVEN_BEFORE)
    assert row is not None
    for seat in range(4):
        assert sum(line.each * line.taken[seat] for line in row.lines) == row.scores[seat]
    assert sum(row.scores) == -96
    assert row.tricks == (1, 4, 3, 0)


@pytest.mark.clause("KR-SCORE-2")
@pytest.mark.parametrize("contract", NAMES)
def test_kr_score_2_a_card_that_is_not_named_counts_nothing(contract: str) -> None:
    counted = {
        "kings": {"KC", "KD", "KH", "KS"},
        "queens": {"QC", "QD", "QH", "QS"},
        "hearts": {code for code in CARDS if code[1] == "H"},
        "king": {"KH"},
        "tricks": set(),
        "last_two": set(),
    }
    counted["eralash_negative"] = counted["eralash_positive"] = set().union(*counted.values())
    points = dict(zip(CARDS, CONTRACTS[NAMES.index(contract)].card_points, strict=True))
    assert {code for code, value in points.items() if value} == counted[
        contract.removeprefix("no_")
    ]


@pytest.mark.clause("KR-SCORE-2")
@pytest.mark.parametrize("contract", NAMES)
def test_kr_score_2_taking_everything_does_not_turn_the_sign(contract: str) -> None:
    row = end_of(contract, LAST, [structs.replace(one, winner=Seat(0)) for one in SEVEN_BEFORE])
    assert row is not None
    assert row.scores == (PAGE[contract], 0, 0, 0)


@pytest.mark.clause("KR-SCORE-3")
def test_kr_score_3_the_rounds_sum_to_zero() -> None:
    halves = [sum(list(PAGE.values())[:7]), sum(list(PAGE.values())[7:])]
    assert halves == [-192, 192]


# --- the end of a round -----------------------------------------------------------------------


def single(objective: str, sign: int) -> str:
    return objective if sign > 0 else f"no_{objective}"


@pytest.mark.clause("KR-STOP-1")
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(
    ("objective", "before", "not_yet", "last"),
    [
        ("kings", "KC KD 7S 8S", "7H 8H 9H KS", "7H 8H KH KS"),
        ("queens", "QC QD 7S 8S", "7H 8H 9H QS", "7H 8H QH QS"),
        ("hearts", "JH QH KH AH", "7H 8H 9H 7S", "7H 8H 9H TH"),
        ("king", "QH AH 7S 8S", "7H 8H 9H TH", "7H 8H 9H KH"),
    ],
)
def test_kr_stop_1_a_round_of_cards_ends_with_the_trick_of_the_last_one(
    objective: str, before: str, not_yet: str, last: str, sign: int
) -> None:
    contract = single(objective, sign)
    earlier = [won(1, before)]
    assert end_of(contract, not_yet, earlier) is None
    row = end_of(contract, last, earlier)
    assert row is not None
    assert sum(row.tricks) == 2
    assert sum(row.scores) == 16 * sign


@pytest.mark.clause("KR-STOP-1")
@pytest.mark.parametrize(
    "contract",
    ["no_tricks", "no_last_two", "eralash_negative", "tricks", "last_two", "eralash_positive"],
)
def test_kr_stop_1_the_other_rounds_run_the_full_eight_tricks(contract: str) -> None:
    *six, seventh = SEVEN_BEFORE
    assert end_of(contract, "JC QC KC AC", six) is None
    row = end_of(contract, LAST, [*six, seventh])
    assert row is not None
    assert sum(row.tricks) == 8


@pytest.mark.clause("KR-STOP-1")
def test_kr_stop_1_the_last_two_are_tricks_seven_and_eight() -> None:
    row = end_of("no_last_two", LAST, SEVEN_BEFORE)
    assert row is not None
    assert row.scores == (-8, 0, -8, 0)
    assert row.lines == (Counted("last_two", -8, (1, 0, 1, 0)),)


@pytest.mark.clause("KR-STOP-1")
def test_kr_stop_1_nobody_is_to_move_once_everything_is_taken() -> None:
    last = trick_of("king", "AD", "AD", "AD", "AD KH", lies="7H 8H 9H")
    four = last.given(CardPlayed(Seat(3), CARDS["KH"]))
    taken = four.given(TrickWon(Seat(3)))
    assert [rules.to_move(one.state) for one in (last, four, taken)] == [3, None, None]
    not_all = trick_of("kings", "AD", "AD", "AD", "AD KH", lies="7H 8H 9H")
    left = not_all.given(CardPlayed(Seat(3), CARDS["KH"]), TrickWon(Seat(3)))
    assert rules.to_move(left.state) == 3


def test_a_whole_round_of_new_cards() -> None:
    # Clubs, diamonds, hearts and spades in one hand each: forehand's clubs take everything.
    deal = new_deal("eralash_positive")
    codes = [[f"{rank}{suit}" for rank in "789TJQKA"] for suit in "CDHS"]
    codes[2].sort(key="KH".__ne__)  # KR-KING-1: the king goes first.
    for trick in zip(*codes, strict=True):
        for seat, code in enumerate(trick):
            decision = deal.when(seat, f"play:{code}").decision
            assert isinstance(decision, tuple), decision
            deal = deal.given(*decision)
    assert rules.standing(deal.state).scores == (96, 0, 0, 0)


# --- the end of the game ----------------------------------------------------------------------


def after_fourteen(*first: FourInts) -> Between:
    """A finished game whose first rounds scored ``first``, the others nothing."""
    nothing: list[FourInts] = [(0, 0, 0, 0)] * (14 - len(first))
    state = between(*first, *nothing).state
    assert isinstance(state, Between)
    return state


@pytest.mark.clause("KR-END-1")
def test_kr_end_1_the_game_ends_after_round_fourteen_and_not_before() -> None:
    nothing = (0, 0, 0, 0)
    ended = [rules.finished(between(*[nothing] * done).state, True) for done in range(15)]
    assert ended == [False] * 14 + [True]
    with pytest.raises(AssertionError, match="the game is over"):
        rules.dealt(after_fourteen(), Seat(0), None)


@pytest.mark.clause("KR-END-1")
def test_kr_end_1_the_highest_total_wins() -> None:
    state = after_fourteen((-14, -28, 54, -12))
    assert rules.standing(state) == Standing((-14, -28, 54, -12), (2,))


@pytest.mark.clause("KR-END-1")
def test_kr_end_1_equal_leaders_share_without_an_extra_round() -> None:
    state = after_fourteen((10, -20, 10, 0))
    assert rules.standing(state).winners == (0, 2)
    assert rules.finished(state, False)


@pytest.mark.clause("KR-END-1")
def test_kr_end_1_at_four_times_nothing_all_share() -> None:
    assert rules.standing(after_fourteen()) == Standing((0, 0, 0, 0), (0, 1, 2, 3))


@pytest.mark.clause("KR-END-1")
def test_kr_end_1_nobody_can_ask_to_stop_earlier() -> None:
    assert rules.may_stop(spec(after_fourteen()).state) == refusals.ROUNDS_ARE_FIXED(rounds=14)


@pytest.mark.clause("CO-PAY-3")
def test_co_pay_3_russian_king_settles_once_at_the_end_with_a_line_a_round() -> None:
    state = after_fourteen((-4, -12, 0, 0), (0, 0, -16, 0))
    assert rules.payments(state, False) is None
    paid = rules.payments(state, True)
    assert isinstance(paid, Payments)
    assert paid.points == (16, -16, -32, 32)
    assert paid.lines[:3] == (
        Line("no_tricks", "CO-PAY-3", 1, (0, -32, 16, 16)),
        Line("no_kings", "CO-PAY-3", 2, (16, 16, -48, 16)),
        Line("no_queens", "CO-PAY-3", 3, (0, 0, 0, 0)),
    )
    assert [line.item for line in paid.lines] == list(NAMES)


def test_no_round_costs_a_seat_more_than_the_stated_maximum() -> None:
    # A round's four scores have one sign and a fixed sum: the extremes are all and nothing.
    worst = min(
        4 * own - total for total in PAGE.values() for own in range(min(0, total), max(0, total))
    )
    assert -worst == rules.max_loss(Options()) == 288

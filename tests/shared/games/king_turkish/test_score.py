"""Examples of scoring, stopping early, settling and ending (KT-SCORE, KT-STOP, KT-END, CO-PAY)."""

from typing import get_args

import pytest

from shared.cards.events import TrickWon
from shared.cards.packs import FRENCH_52
from shared.cards.tricks import Trick
from shared.games.king_turkish import refusals, rules, scoring
from shared.games.king_turkish.contracts import BY_ID, CONTRACTS, ContractId, TrumpSuit
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Between
from shared.kernel.seats import Seat
from shared.kernel.settlement import FourInts, Line, Standing
from shared.table.options import Level
from tests.shared.games.king_turkish.situations import (
    CARDS,
    WHOLE_GAME,
    after,
    cards,
    chosen,
    row,
    trick_of,
)

NOTHING = "2C 3C 4C 5C"
"""A trick without any penalty card."""


def won_by(winner: int, codes: str = NOTHING) -> Trick:
    return Trick(Seat(0), cards(codes), Seat(winner))


def last_card(
    contract: ContractId,
    before: list[Trick],
    last: str = "7D 8D 9D TD",
    trump: TrumpSuit | None = None,
) -> DealScored:
    """What is scored when seat 3 takes ``last``, and the deal ends with it."""
    *lies, fourth = last.split()
    trick = trick_of(contract, "", "", "", fourth, lies=" ".join(lies), before=before, trump=trump)
    decision = trick.when(3, f"play:{fourth}").decision
    assert isinstance(decision, tuple)
    assert decision[1] == TrickWon(Seat(3))
    scored = decision[-1]
    assert isinstance(scored, DealScored)
    assert isinstance(trick.given(*decision).state, Between)
    return scored


def goes_on(contract: ContractId, before: list[Trick], last: str) -> bool:
    """Whether the deal goes on when seat 3 has taken ``last``."""
    *lies, fourth = last.split()
    trick = trick_of(
        contract, "6D", "6H", "6S", f"{fourth} 6C", lies=" ".join(lies), before=before
    )
    decision = trick.when(3, f"play:{fourth}").decision
    assert isinstance(decision, tuple)
    return rules.to_move(trick.given(*decision).state) == 3


# --- each contract ------------------------------------------------------------------------------


@pytest.mark.clause("KT-SCORE-1")
@pytest.mark.parametrize(
    ("contract", "each", "total", "ends_early"),
    [
        ("el_almaz", -50, -650, False),
        ("kupa_almaz", -30, -390, True),
        ("erkek_almaz", -60, -480, True),
        ("kiz_almaz", -100, -400, True),
        ("rifki", -320, -320, True),
        ("son_iki", -180, -360, False),
        ("koz", 50, 650, False),
    ],
)
def test_kt_score_1_the_table_of_contracts(
    contract: ContractId, each: int, total: int, ends_early: bool
) -> None:
    found = BY_ID[contract]
    assert (found.each, found.total, found.ends_early) == (each, total, ends_early)


@pytest.mark.clause("KT-SCORE-1")
def test_kt_score_1_two_rounds_of_penalties_and_eight_trumps_sum_to_zero() -> None:
    penalties = sum(2 * contract.total for contract in CONTRACTS[:-1])
    assert (penalties, 8 * CONTRACTS[-1].total) == (-5200, 5200)
    assert sum(rules.standing(chosen(WHOLE_GAME).state).scores) == 0


def test_el_almaz_counts_every_trick() -> None:
    scored = last_card("el_almaz", [won_by(0)] * 7 + [won_by(1)] * 3 + [won_by(3)] * 2)
    assert scored.scores == (-350, -150, 0, -150)
    assert scored.tricks == scored.counted == (7, 3, 0, 3)


def test_kupa_almaz_counts_every_heart() -> None:
    before = [won_by(0, "2H 3H 4H 5H"), won_by(1, "6H 7H 8H 9H"), won_by(2, "TH JH 2S 3S")]
    assert last_card("kupa_almaz", before, "QH KH 2D AH").scores == (-120, -120, -60, -90)


def test_erkek_almaz_counts_kings_and_jacks() -> None:
    before = [won_by(0, "KC JC 2C 3C"), won_by(1, "KD JD KS QS"), won_by(2, "JS AS 2D QD")]
    assert last_card("erkek_almaz", before, "JH KH QH AH").scores == (-120, -180, -60, -120)


def test_kiz_almaz_counts_queens() -> None:
    before = [won_by(0, "QC QD 2C 3C"), won_by(1, "QS KS 2S 3S")]
    assert last_card("kiz_almaz", before, "QH 2H 3H AH").scores == (-200, -100, 0, -100)


def test_rifki_counts_the_king_of_hearts() -> None:
    assert last_card("rifki", [won_by(0)], "KH 2H 3H AH").scores == (0, 0, 0, -320)


def test_son_iki_counts_the_last_two_tricks() -> None:
    assert last_card("son_iki", [won_by(0)] * 11 + [won_by(1)]).scores == (0, -180, 0, -180)
    assert last_card("son_iki", [won_by(0)] * 12).scores == (-180, 0, 0, -180)
    assert last_card("son_iki", [won_by(0)] * 11 + [won_by(3)]).scores == (0, 0, 0, -360)


def test_koz_pays_every_trick() -> None:
    scored = last_card("koz", [won_by(0)] * 5 + [won_by(1)] * 7, trump="D")
    assert (scored.scores, scored.trump, scored.king) == ((250, 350, 0, 50), "D", None)


# --- a King -------------------------------------------------------------------------------------


@pytest.mark.clause("KT-SCORE-3")
def test_kt_score_3_all_thirteen_tricks_of_a_trump_deal_are_a_king_without_extra_points() -> None:
    scored = last_card("koz", [won_by(3)] * 12, trump="D")
    assert (scored.scores, scored.king) == ((0, 0, 0, 650), 3)
    assert rules.deal_detail(after(scored).state) == {
        "chooser": 0,
        "contract": "koz",
        "trump": "D",
        "king": 3,
    }


@pytest.mark.clause("KT-SCORE-3")
def test_kt_score_3_all_tricks_of_a_penalty_are_none() -> None:
    assert last_card("el_almaz", [won_by(3)] * 12).king is None


@pytest.mark.clause("KT-SCORE-3")
def test_kt_score_3_king_points_go_by_the_level_of_the_table_and_are_never_settled() -> None:
    assert scoring.KING_POINTS == {"beginner": 5, "intermediate": 10, "expert": 20}
    assert tuple(scoring.KING_POINTS) == get_args(Level)
    king = last_card("koz", [won_by(3)] * 12, trump="D")
    payments = rules.payments(after(king).state, True)
    assert payments is not None
    assert payments.points == (-650, -650, -650, 1950)


# --- stopping early -----------------------------------------------------------------------------


@pytest.mark.clause("KT-STOP-1", "CO-TRICK-3")
@pytest.mark.parametrize(
    ("contract", "before", "last"),
    [
        ("kiz_almaz", ["QC QD 2C 3C", "4C QS 5C 6C"], "QH 2H 3H AH"),
        ("kiz_almaz", ["QC QD 2C 3C", "4C QS 5C 6C"], "2H 3H 4H QH"),
        ("rifki", [], "2H KH 3H AH"),
        ("erkek_almaz", ["KC JC KD JD", "KS JS 2C 3C", "KH 2H 3H 4H"], "5H JH 6H AH"),
        ("kupa_almaz", ["2H 3H 4H 5H", "6H 7H 8H 9H", "TH JH QH KH"], "2S 3S AH 4S"),
    ],
)
def test_kt_stop_1_the_deal_ends_with_the_trick_of_its_last_penalty_card(
    contract: ContractId, before: list[str], last: str
) -> None:
    tricks = [won_by(0, codes) for codes in before]
    assert not goes_on(contract, tricks, last)
    # With another trick in the place of the first, one is still out.
    assert not tricks or goes_on(contract, [won_by(0), *tricks[1:]], last)


@pytest.mark.clause("KT-STOP-1")
def test_kt_stop_1_the_rest_is_not_played_and_the_penalty_dealt_out_whole() -> None:
    scored = last_card("rifki", [won_by(1)], "2H KH 3H AH")
    assert (scored.tricks, sum(scored.scores)) == ((0, 1, 0, 1), -320)


@pytest.mark.clause("KT-STOP-1")
@pytest.mark.parametrize("contract", ["el_almaz", "son_iki"])
def test_kt_stop_1_where_tricks_count_all_thirteen_are_played(contract: ContractId) -> None:
    assert goes_on(contract, [won_by(0)] * 11, "2H KH 3H AH")
    assert not goes_on(contract, [won_by(0)] * 12, "2H KH 3H AH")


# --- the end of the game ------------------------------------------------------------------------


@pytest.mark.clause("KT-END-1", "KT-DEAL-1")
def test_kt_end_1_the_game_ends_after_deal_20() -> None:
    nineteen = " ".join(WHOLE_GAME.split()[:19])
    assert not rules.finished(chosen(nineteen).state, True)
    assert rules.finished(chosen(WHOLE_GAME).state, False)
    assert rules.deals_done(chosen(WHOLE_GAME).state) == 20


@pytest.mark.clause("KT-END-1")
def test_kt_end_1_nobody_can_ask_to_stop_it() -> None:
    assert rules.may_stop(chosen("koz").state) == refusals.DEALS_ARE_FIXED(deals=20)


@pytest.mark.clause("KT-SCORE-2")
def test_kt_score_2_the_highest_total_wins_and_equal_leaders_share() -> None:
    first = row(0, "kiz_almaz", (-200, -100, 0, -100))
    assert rules.standing(after(first).state) == Standing((-200, -100, 0, -100), (2,))
    second = row(1, "koz", (400, 0, 200, 50))
    assert rules.standing(after(first, second).state) == Standing((200, -100, 200, -50), (0, 2))


@pytest.mark.clause("CO-PAY-3", "CO-PAY-2")
def test_co_pay_3_turkish_king_settles_once_at_the_end_with_a_line_a_deal() -> None:
    state = after(row(0, "rifki", (0, 0, -320, 0)), row(1, "koz", (250, 200, 150, 50))).state
    assert rules.payments(state, False) is None
    payments = rules.payments(state, True)
    assert payments is not None
    assert payments.points == (670, 470, -1010, -130)
    assert payments.lines == (
        Line("rifki", "CO-PAY-3", 1, (320, 320, -960, 320)),
        Line("koz", "CO-PAY-3", 2, (350, 150, -50, -450)),
    )


def test_no_deal_costs_a_seat_more_than_the_stated_maximum() -> None:
    # What counts is shared out among four; the worst for a seat is to take all, or none.
    worst = 0
    for contract in CONTRACTS:
        for mine in range(contract.total // contract.each + 1):
            scores: FourInts = (contract.each * mine, contract.total - contract.each * mine, 0, 0)
            payments = rules.payments(after(row(0, contract.id, scores)).state, True)
            assert payments is not None
            worst = max(worst, -payments.points[0])
    assert rules.max_loss(Options()) == worst == 1950


def test_every_penalty_card_is_in_its_contract() -> None:
    shown = {
        contract.id: {code for code in FRENCH_52 if contract.cards >> CARDS[code] & 1}
        for contract in CONTRACTS
        if contract.ends_early
    }
    assert shown == {
        "kupa_almaz": {code for code in FRENCH_52 if code[1] == "H"},
        "erkek_almaz": {rank + suit for rank in "KJ" for suit in "CDHS"},
        "kiz_almaz": {"QC", "QD", "QH", "QS"},
        "rifki": {"KH"},
    }

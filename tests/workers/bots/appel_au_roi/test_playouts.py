"""A playout is a deal of Appel au roi: checked against the rules, card by card, point by point."""

import pytest

from shared.cards.hands import mask_of
from shared.cards.moves import Play
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.changes import half_of
from shared.games.appel_au_roi.contracts import BY_ID, ContractId
from shared.games.appel_au_roi.pack import HALF
from shared.games.appel_au_roi.primes import CHELEM
from shared.games.appel_au_roi.state import Between, Hidden, Playing, State
from shared.games.appel_au_roi.view import playable_now
from shared.kernel.seats import SEATS, Seat
from tests.workers.bots.appel_au_roi.turns import BID_IDS, after, cards, ended, turns
from workers.bots.appel_au_roi.playouts import (
    Course,
    Table,
    Trick,
    complete,
    nothing_taken,
    played_out,
    table_of,
    thumbed,
)
from workers.bots.appel_au_roi.stakes import paid_to, stakes_of


def hidden(state: Playing) -> Hidden:
    assert state.hidden is not None
    return state.hidden


def table_in(state: Playing) -> Table:
    deal, known = state.deal, hidden(state)
    contract, pledges = deal.contract, deal.pledges
    return table_of(
        contract, deal.forehand, deal.declarer, known.partner, known.king, pledges=pledges
    )


def course_of(state: Playing) -> Course:
    course = nothing_taken()
    for number, trick in enumerate(state.tricks, start=1):
        complete(table_in(state), course, number, trick.leader, list(trick.cards))
    return course


def paid(state: Playing, course: Course) -> list[int]:
    """What each seat is paid for a deal of this course."""
    known, stakes = hidden(state), stakes_of("vienna", state.deal)
    own = known.discard
    if state.deal.contract.contre_chien and known.king in known.talon:
        own = half_of(known.talon, known.talon.index(known.king) // HALF)
    return [paid_to(stakes, table_in(state), own, course, seat) for seat in SEATS]


def by_the_rules(state: Playing) -> Between:
    """The deal played to its end by the rules of thumb, asked for one card at a time."""
    now: State = state
    while isinstance(now, Playing):
        seat = rules.to_move(now)
        assert seat is not None
        assert now.hands is not None
        hand, others = now.hands[seat], sum(now.hands) - now.hands[seat]
        trick = Trick(len(now.tricks) + 1, now.leader, now.trick)
        card = thumbed(table_in(now), course_of(now), trick, hand, others)
        assert playable_now(rules.view(now, seat), now.deal, hand) >> card & 1
        now = after(now, seat, Play(card))
    assert isinstance(now, Between)
    return now


@pytest.mark.parametrize("bid", BID_IDS)
def test_a_deal_is_worth_what_the_rules_score_for_it(bid: ContractId) -> None:
    for seed in range(40):
        last, over = ended(bid, seed)
        if last is not None:
            assert paid(last, course_of(last)) == list(over.match.totals)


@pytest.mark.parametrize("bid", BID_IDS)
def test_a_playout_is_what_the_rules_make_of_the_same_cards(bid: ContractId) -> None:
    for seed in range(3):
        for state, _, _ in turns(bid, seed):
            # An announced Chelem ends a deal early, and a playout goes on: it is as lost.
            if not isinstance(state, Playing) or CHELEM in {said.item for said in state.deal.said}:
                continue
            assert state.hands is not None
            trick = Trick(len(state.tricks) + 1, state.leader, state.trick)
            course = played_out(table_in(state), state.hands, course_of(state), trick, None)
            assert paid(state, course) == list(by_the_rules(state).match.totals)


def test_the_petit_takes_the_fairy_tale_trick() -> None:
    table = table_of(BY_ID["seul"], Seat(0), Seat(0))
    course = nothing_taken()
    trick = cards("T21 EX T1 T6")
    assert complete(table, course, 1, 0, list(trick)) == 2
    assert course.taken == [0, 0, mask_of(trick), 0]
    assert course.primes == [("prise_xxi", 0, False)]


def test_a_bird_is_made_by_who_takes_its_trick_with_it() -> None:
    table = table_of(BY_ID["seul"], Seat(0), Seat(0))
    course = nothing_taken()
    assert complete(table, course, 11, 3, list(cards("KC T2 QC 7C"))) == 0
    assert complete(table, course, 12, 0, list(cards("T3 T1 QD QS"))) == 0
    assert course.primes == [("ii", 0, True), ("petit", 1, False)]

"""Laws of a whole game of Appel au roi: it ends, and every deal is paid to the last point."""

from math import prod

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.events import DealScored
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import HAND, POINTS
from shared.games.appel_au_roi.primes import ITEMS
from shared.games.appel_au_roi.state import Between, Playing
from shared.kernel.seats import SEATS
from shared.kernel.settlement import FourInts, Payments
from tests.shared.games.appel_au_roi.random_games import states

options = st.builds(
    Options,
    deals=st.integers(1, 6),
    direction=st.sampled_from(("clockwise", "counterclockwise")),
    tariff=st.just("vienna"),
)
seeds = st.integers(0, 2**32)


@settings(deadline=None, max_examples=40)
@given(options, seeds)
def test_a_game_ends_after_its_deals_and_each_is_paid_by_its_lines(
    house_rules: Options, seed: int
) -> None:
    settled: list[FourInts] = []
    for state in states(house_rules, seed):
        if isinstance(state, Between):
            payments, scored = rules.payments(state, False), state.match.last
            assert payments is not None
            assert scored is not None
            assert payments.deal == len(settled) + 1
            check_payments(payments, scored)
            assert min(payments.points) >= -rules.max_loss(house_rules)
            settled.append(payments.points)
            assert rules.standing(state).scores == tuple(map(sum, zip(*settled, strict=True)))
    assert len(settled) == house_rules.deals


def check_payments(payments: Payments, scored: DealScored) -> None:
    """The lines add up; each is its tariff value times its factors, to who scored it."""
    assert payments.points == scored.scores
    columns = zip(*[line.points for line in payments.lines], strict=True)
    assert tuple(map(sum, columns)) == payments.points
    assert [line.item for line in payments.lines] == sorted(
        (line.item for line in payments.lines), key=ITEMS.index
    )
    for line, row in zip(payments.lines, scored.lines, strict=True):
        basis = line.basis
        assert basis is not None
        assert line.deal == payments.deal
        assert basis.tariff == scored.tariff == "vienna/1"
        paid = basis.value * prod(factor.times for factor in basis.factors)
        assert paid == abs(row.value)
        payers = [seat for seat in SEATS if seat not in basis.scored_by]
        for seat in SEATS:
            due = -paid if seat in payers else paid
            alone = len(payers) == 1 if seat in payers else len(basis.scored_by) == 1
            assert line.points[seat] == (3 * due if alone else due)
        assert all(1 <= number <= HAND for number in basis.tricks)
        assert list(basis.cards) == sorted(set(basis.cards))


@settings(deadline=None, max_examples=40)
@given(seeds)
def test_every_card_is_in_one_place(seed: int) -> None:
    for state in states(Options(deals=2), seed):
        if isinstance(state, Between):
            assert state.match.last is not None
            assert 0 <= state.match.last.points <= POINTS
            continue
        assert state.hands is not None
        assert state.hidden is not None
        a, b, c, d = state.hands
        fallen = state.seen if isinstance(state, Playing) else 0
        places = (a, b, c, d, fallen, state.hidden.discard)
        talon = sum(1 << card for card in state.hidden.talon)
        everywhere = 0
        for place in places:
            assert not everywhere & place
            everywhere |= place
        assert everywhere | talon == (1 << 54) - 1

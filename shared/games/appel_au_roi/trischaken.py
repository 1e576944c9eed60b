"""What trischaken scores: everyone alone, and who has most points pays (AR-SCORE-6)."""

from collections.abc import Sequence
from math import prod
from typing import Final

from shared.cards.hands import mask_of
from shared.cards.tricks import Trick
from shared.games.appel_au_roi.events import DealScored, ScoredLine
from shared.games.appel_au_roi.pack import thirds
from shared.games.appel_au_roi.payments import shared_out
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import Playing
from shared.games.appel_au_roi.tariffs.choice import VALUES
from shared.games.appel_au_roi.tariffs.rows import Tariff
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import Basis, Factor, FourInts

MAIRE: Final = 96
"""Thirds of a point that make the loser "Maire"."""
_MAIRE: Final = Factor("maire", 2)
_FOREHAND: Final = Factor("forehand", 2)
FACTORS_MAX: Final = _MAIRE.times * _FOREHAND.times


def points_by_seat(tricks: Sequence[Trick]) -> FourInts:
    """The card points in the tricks of each seat, in thirds."""
    points = [0] * len(SEATS)
    for trick in tricks:
        points[trick.winner] += thirds(mask_of(trick.cards))
    a, b, c, d = points
    return (a, b, c, d)


def loser_of(points: FourInts, forehand: Seat) -> Seat:
    """Who has most points; of equals the nearest to forehand, forehand first."""
    return max((seat_after(forehand, steps) for steps in range(4)), key=lambda seat: points[seat])


def scored(state: Playing, tariff: Tariff) -> DealScored:
    """The score of a deal of trischaken whose play is over."""
    deal, points = state.deal, points_by_seat(state.tricks)
    loser = loser_of(points, deal.forehand)
    factors = (
        *((_MAIRE,) if points[loser] >= MAIRE else ()),
        *((_FOREHAND,) if loser == deal.forehand else ()),
    )
    value = VALUES[tariff.label][deal.bid].value
    net = -value * prod(factor.times for factor in factors)
    basis = Basis(
        tariff=tariff.label,
        value=value,
        factors=factors,
        announced_by=None,
        scored_by=tuple(seat for seat in SEATS if seat != loser),
        cards=(),
        tricks=tuple(
            number for number, trick in enumerate(state.tricks, 1) if trick.winner == loser
        ),
    )
    return DealScored(
        tariff=tariff.label,
        forehand=deal.forehand,
        declarer=deal.declarer,
        bid=deal.bid,
        partner=None,
        called=None,
        points=points[deal.declarer],
        points_by_seat=points,
        loser=loser,
        lines=(ScoredLine(GAME, "AR-SCORE-6", None, 1, net, basis),),
        net=net,
        scores=shared_out(net, loser, None),
    )

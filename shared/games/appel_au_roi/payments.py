"""Who pays whom for a deal, and the lines that explain it (AR-SCORE-4, CO-PAY-3)."""

from shared.games.appel_au_roi.events import DealScored
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts, Line, Payments


def shared_out(value: int, seat: Seat, partner: Seat | None) -> FourInts:
    """What each seat gets when ``seat``, and its partner, get ``value`` from each payer.

    Alone against three it is got from three; two against two from one each.
    """
    own = 3 * value if partner is None else value
    a, b, c, d = (own if one == seat else value if one == partner else -value for one in SEATS)
    return (a, b, c, d)


def payments_for(scored: DealScored, number: int) -> Payments:
    """The settlement of a deal, the game's ``number``-th, with a line an item."""
    alone = scored.declarer if scored.loser is None else scored.loser
    lines = tuple(
        Line(
            line.item,
            line.clause,
            number,
            shared_out(line.value, alone, scored.partner),
            line.basis,
        )
        for line in scored.lines
    )
    return Payments(scored.scores, lines, number)

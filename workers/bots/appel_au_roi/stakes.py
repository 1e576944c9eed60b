"""What a deal that was played out is worth to a seat: its game, its primes, and a little more.

The rules score a deal with all its grounds; a bot that scores thousands needs only the sum.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.events import Side
from shared.games.appel_au_roi.pack import HAND, HONOURS, KINGS, OUDLERS, POINTS, thirds
from shared.games.appel_au_roi.primes import CHELEM, GAME, PRIMES, PrimeId
from shared.games.appel_au_roi.scoring import ANNOUNCED
from shared.games.appel_au_roi.state import Declared
from shared.games.appel_au_roi.tally import ABSOLU, GAME_WON, HONNEURS
from shared.games.appel_au_roi.tariffs.choice import PRIME_VALUES, TARIFFS, VALUES, TariffName
from shared.games.appel_au_roi.trischaken import MAIRE, loser_of
from shared.kernel.seats import SEATS, Seat
from workers.bots.appel_au_roi.cards import PACK
from workers.bots.appel_au_roi.playouts import Course, Table

POINT: Final = 100
"""A game point, in hundredths."""
_THIRD: Final = 3
"""What a third of a card point is worth in thought."""
_NEAR: Final = 60
"""So many thirds from a game's limit, more make no difference."""

_DECLARER: Final = 1
_OPPONENTS: Final = -1


class Stake(Struct, frozen=True):
    """A prime: what it is worth to the side that makes it, and who announced it."""

    prime: PrimeId
    value: int
    announced: int = 0
    """1: by declarer's side, -1: by the opponents, 0: by nobody."""


class Stakes(Struct, frozen=True):
    """What a deal is played for, in game points per payer."""

    contract: Contract
    won: int
    lost: int
    primes: tuple[Stake, ...]
    chelem: Stake | None


def stakes_of(tariff: TariffName, deal: Declared) -> Stakes:
    """The stakes as they were announced and doubled so far."""
    contract, label = deal.contract, TARIFFS[tariff].label
    row = VALUES[label][deal.bid]
    said = {one.item: one for one in deal.said}
    level = said[GAME].level if GAME in said else 1
    primes: dict[PrimeId, Stake] = {}
    for prime in PRIMES:
        if not prime.counts_in(contract):
            continue
        value = PRIME_VALUES[label][prime.id] * (2 if contract.contre_chien else 1)
        if (one := said.get(prime.id)) is None:
            primes[prime.id] = Stake(prime.id, value)
        else:
            times = ANNOUNCED.times * one.level
            primes[prime.id] = Stake(prime.id, value * times, _sign(one.side))
    chelem = primes.pop(CHELEM, None)
    return Stakes(
        contract,
        row.value * level,
        row.value * row.lost_times * level,
        tuple(primes.values()),
        chelem,
    )


def worth(stakes: Stakes, table: Table, own: Mask, course: Course, seat: Seat) -> int:
    """What a deal of this ``course`` is worth to ``seat``, in hundredths of a game point.

    It is what ``seat`` is paid and, a little, the thirds: who does not know how a deal will go
    is better off the more its side has. ``own``: declarer's side's cards from no trick.
    """
    paid = POINT * paid_to(stakes, table, own, course, seat)
    if stakes.contract.trischaken:
        return paid - _THIRD * thirds(course.taken[seat])
    if stakes.contract.negative:
        return paid
    beyond = thirds(_taken(table, own, course)) - GAME_WON
    return paid + _times(table, seat) * _THIRD * max(-_NEAR, min(_NEAR, beyond))


def paid_to(stakes: Stakes, table: Table, own: Mask, course: Course, seat: Seat) -> int:
    """The game points that ``seat`` gets for the deal."""
    contract = stakes.contract
    if contract.trischaken:
        return _paid_alone(table, course, stakes.won, seat)
    if contract.negative:
        made = course.tricks[table.declarer] == contract.tricks
        return _times(table, seat) * (stakes.won if made else -stakes.lost)
    return _times(table, seat) * _net(stakes, table, _taken(table, own, course), course)


def given_up(stakes: Stakes) -> int:
    """What declarer gets for giving the game up, in hundredths of a point (AR-TALON-2)."""
    primes = sum(stake.value for stake in stakes.primes if stake.announced)
    return -3 * POINT * (stakes.lost + primes)


def _times(table: Table, seat: Seat) -> int:
    """How often ``seat`` gets what each opponent pays; below zero: it pays."""
    if table.sides[seat] != _own(table):
        return -1
    return 3 if table.sides.count(_own(table)) == 1 else 1


def _taken(table: Table, own: Mask, course: Course) -> Mask:
    """The cards of declarer's side."""
    for seat in SEATS:
        if table.sides[seat] == _own(table):
            own |= course.taken[seat]
    return own


def _net(stakes: Stakes, table: Table, taken: Mask, course: Course) -> int:
    """What each opponent pays declarer's side."""
    points = thirds(taken)
    tricks = sum(course.tricks[seat] for seat in SEATS if table.sides[seat] == _own(table))
    swept = _DECLARER if tricks == HAND else 0 if tricks else _OPPONENTS
    chelem = stakes.chelem
    if chelem is not None and chelem.announced:
        return chelem.announced * (chelem.value if swept == chelem.announced else -chelem.value)
    made = _made(table, taken, points, course.primes)
    net = stakes.won if points >= GAME_WON else -stakes.lost
    for stake in stakes.primes:
        side = made.get(stake.prime, 0)
        if not stake.announced:
            net += side * stake.value
        else:
            net += stake.announced * (stake.value if side == stake.announced else -stake.value)
    if chelem is not None and swept:
        return swept * max(swept * net, chelem.value)
    return net


def _own(table: Table) -> int:
    return table.sides[table.declarer]


def _made(
    table: Table, taken: Mask, points: int, primes: Iterable[tuple[PrimeId, Seat, bool]]
) -> dict[PrimeId, int]:
    """Which side made which prime."""
    theirs = PACK ^ taken
    made: dict[PrimeId, int] = {
        "oudlers": _all_of(taken, OUDLERS),
        "quatre_rois": _all_of(taken, KINGS),
        "honneurs": _DECLARER if (taken & HONOURS).bit_count() >= HONNEURS else 0,
        "absolu": _DECLARER if points >= ABSOLU else 0,
    }
    if (theirs & HONOURS).bit_count() >= HONNEURS:
        made["honneurs"] = _OPPONENTS
    if points <= POINTS - ABSOLU:
        made["absolu"] = _OPPONENTS
    if table.king is not None and theirs >> table.king & 1:
        made["prise_roi"] = _OPPONENTS
    for prime, seat, own in primes:
        side = _DECLARER if table.sides[seat] == _own(table) else _OPPONENTS
        made[prime] = side if own else -side
    return made


def _all_of(taken: Mask, cards: Mask) -> int:
    if taken & cards == cards:
        return _DECLARER
    return 0 if taken & cards else _OPPONENTS


def _paid_alone(table: Table, course: Course, value: int, seat: Seat) -> int:
    """Trischaken: who has most points pays each of the others (AR-SCORE-6)."""
    a, b, c, d = map(thirds, course.taken)
    points = (a, b, c, d)
    loser = loser_of(points, table.forehand)
    value *= (2 if points[loser] >= MAIRE else 1) * (2 if loser == table.forehand else 1)
    return -3 * value if seat == loser else value


def _sign(side: Side) -> int:
    return _DECLARER if side == "declarer" else _OPPONENTS

"""What a deal scores: its game and its primes with all their factors, line by line.

Values are game points per payer, above zero for declarer's side.
"""

from math import prod
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shared.games.appel_au_roi import trischaken
from shared.games.appel_au_roi.contracts import BY_ID as CONTRACTS
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.events import DealScored, ScoredLine, Side
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.payments import shared_out
from shared.games.appel_au_roi.primes import BY_ID as PRIME_ROWS
from shared.games.appel_au_roi.primes import CHELEM, GAME, PRIMES, Item, Prime, PrimeId
from shared.games.appel_au_roi.state import Playing, Said, Taking, other
from shared.games.appel_au_roi.tally import (
    GAME_WON,
    Grounds,
    Tally,
    grounds_of,
    grounds_of_game,
    made_by,
    points,
    tally,
)
from shared.games.appel_au_roi.tariffs.choice import PRIME_VALUES, TARIFFS, VALUES
from shared.games.appel_au_roi.tariffs.rows import Tariff
from shared.kernel.settlement import Basis, Factor

CONTRE_MAX: Final = 8
"""Contre, re-contre and sur-contre on one item (AR-ANN-6)."""
ANNOUNCED: Final = Factor("announced", 2)
CONTRE_CHIEN: Final = Factor("contre_chien", 2)
"""What playing without the talon does to every prime; the game's own value has it in it."""


def scored(state: Playing) -> DealScored:
    """The score of a deal whose play is over."""
    tariff, contract = TARIFFS[state.match.options.tariff], state.deal.contract
    if contract.trischaken:
        return trischaken.scored(state, tariff)
    of = tally(state)
    return _summed(
        of, tariff, _negative(of, tariff) if contract.negative else _positive(of, tariff)
    )


def given_up(state: Taking) -> DealScored:
    """The score of a game that declarer abandoned (AR-TALON-2)."""
    tariff = TARIFFS[state.match.options.tariff]
    assert state.hidden is not None, "without the cards nothing can be scored"
    assert state.hidden.king is not None
    of = Tally(state.deal, state.hidden, (), (0, 0))
    lost = Grounds((state.hidden.king,), ())
    lines = []
    for said in state.deal.said:
        if said.item == GAME:
            stake = _stake_of_game(of, tariff, said, won=False)
        else:
            stake = _stake_of_prime(of, tariff, PRIME_ROWS[said.item], said)
        stake = replace(stake, clause="AR-TALON-2")
        lines.append(_line(of, tariff, stake, "opponents", lost))
    return _summed(of, tariff, tuple(lines))


def _summed(of: Tally, tariff: Tariff, lines: tuple[ScoredLine, ...]) -> DealScored:
    deal, partner, net = of.deal, of.hidden.partner, sum(line.value for line in lines)
    return DealScored(
        tariff=tariff.label,
        forehand=deal.forehand,
        declarer=deal.declarer,
        bid=deal.bid,
        partner=partner,
        called=of.hidden.king,
        points=points(of, "declarer"),
        points_by_seat=trischaken.points_by_seat(of.tricks),
        loser=None,
        lines=lines,
        net=net,
        scores=shared_out(net, deal.declarer, partner),
    )


# --- a line -------------------------------------------------------------------------------------


class Stake(Struct, frozen=True, gc=False):
    """What is won or lost by one item, whoever wins it."""

    item: Item
    clause: str
    value: int
    """By the tariff."""
    factors: tuple[Factor, ...]
    said: Said | None
    """How it was announced and doubled, if it was."""


def _line(of: Tally, tariff: Tariff, stake: Stake, scores: Side, on: Grounds) -> ScoredLine:
    """The line of what ``scores`` wins by ``stake``."""
    said = stake.said
    seat = None if said is None else said.seat
    value = stake.value * prod(factor.times for factor in stake.factors)
    basis = Basis(
        tariff=tariff.label,
        value=stake.value,
        factors=stake.factors,
        announced_by=seat,
        scored_by=of.seats(scores),
        cards=on.cards,
        tricks=on.tricks,
    )
    return ScoredLine(
        item=stake.item,
        clause=stake.clause,
        announced_by=None if said is None or seat is None else said.side,
        contre=1 if said is None else said.level,
        value=value if scores == "declarer" else -value,
        basis=basis,
    )


def _contred(said: Said) -> tuple[Factor, ...]:
    return (Factor("contre", said.level),) if said.level > 1 else ()


def _said(of: Tally, item: Item) -> Said | None:
    return next((said for said in of.deal.said if said.item == item), None)


# --- the game -----------------------------------------------------------------------------------


def _stake_of_game(of: Tally, tariff: Tariff, said: Said, *, won: bool) -> Stake:
    row = VALUES[tariff.label][of.deal.bid]
    lost = () if won or row.lost_times == 1 else (Factor("lost", row.lost_times),)
    clause = "AR-SCORE-5" if of.deal.contract.negative else "AR-SCORE-2"
    return Stake(GAME, clause, row.value, (*lost, *_contred(said)), said)


def _game(of: Tally, tariff: Tariff, won: bool) -> ScoredLine:
    said = _said(of, GAME)
    assert said is not None, "the game can be doubled from the start"
    stake = _stake_of_game(of, tariff, said, won=won)
    on = grounds_of_game(of, "declarer")
    return _line(of, tariff, stake, "declarer" if won else "opponents", on)


def _negative(of: Tally, tariff: Tariff) -> tuple[ScoredLine, ...]:
    """A fixed value, and no primes (AR-SCORE-5)."""
    return (_game(of, tariff, len(of.won("declarer")) == of.deal.contract.tricks),)


def _positive(of: Tally, tariff: Tariff) -> tuple[ScoredLine, ...]:
    chelem = _prime(of, tariff, PRIME_ROWS[CHELEM])
    if chelem is not None and chelem.announced_by is not None:
        return (chelem,)  # AR-PRIME-5
    contract = of.deal.contract
    primes = (
        _prime(of, tariff, prime)
        for prime in PRIMES
        if prime.id != CHELEM and prime.counts_in(contract)
    )
    lines = (_game(of, tariff, points(of, "declarer") >= GAME_WON), *filter(None, primes))
    if chelem is None:
        return lines
    # AR-PRIME-6: it replaces all else if it gives its own side at least as much.
    sign = 1 if chelem.value > 0 else -1
    less = sign * chelem.value < sign * sum(line.value for line in lines)
    return lines if less else (chelem,)


# --- primes -------------------------------------------------------------------------------------

_CLAUSES: Final[dict[PrimeId, str]] = {
    "prise_xxi": "AR-PRIME-2",
    "prise_roi": "AR-PRIME-4",
    "oudlers": "AR-PRIME-4",
    "quatre_rois": "AR-PRIME-4",
    "honneurs": "AR-PRIME-4",
    "absolu": "AR-PRIME-4",
    "chelem": "AR-PRIME-6",
}
"""What an unannounced prime rests on; that of the birds and the called king is AR-PRIME-1."""


def _stake_of_prime(of: Tally, tariff: Tariff, prime: Prime, said: Said | None) -> Stake:
    double = (CONTRE_CHIEN,) if of.deal.contract.contre_chien else ()
    value = PRIME_VALUES[tariff.label][prime.id]
    if said is None:
        return Stake(prime.id, _CLAUSES.get(prime.id, "AR-PRIME-1"), value, double, None)
    clause = "AR-PRIME-5" if prime.id == CHELEM else "AR-ANN-3"
    return Stake(prime.id, clause, value, (ANNOUNCED, *double, *_contred(said)), said)


def _prime(of: Tally, tariff: Tariff, prime: Prime) -> ScoredLine | None:
    """The line of a prime that was announced or is scored; None: neither."""
    said, side = _said(of, prime.id), made_by(of, prime)
    stake = _stake_of_prime(of, tariff, prime, said)
    if said is None:
        return (
            None if side is None else _line(of, tariff, stake, side, grounds_of(of, prime, side))
        )
    # AR-PRIME-3: whoever else made it, it is lost once.
    scores = said.side if side == said.side else other(said.side)
    return _line(of, tariff, stake, scores, grounds_of(of, prime, said.side))


# --- the most that can be lost ------------------------------------------------------------------


def max_loss(options: Options) -> int:
    """The most game points that a deal can cost: alone against three, all doubled, all lost."""
    tariff = TARIFFS[options.tariff]
    return 3 * max(_most(tariff, contract) for contract in CONTRACTS.values())


def _most(tariff: Tariff, contract: Contract) -> int:
    row, values = VALUES[tariff.label][contract.id], PRIME_VALUES[tariff.label]
    if contract.trischaken:
        return row.value * trischaken.FACTORS_MAX
    game = row.value * row.lost_times * CONTRE_MAX
    times = ANNOUNCED.times * CONTRE_MAX * (CONTRE_CHIEN.times if contract.contre_chien else 1)
    worth = {one.id: times * values[one.id] for one in PRIMES if one.counts_in(contract)}
    chelem = worth.pop(CHELEM, 0)
    return max(chelem, game + sum(worth.values()))

"""What may be announced and doubled, by what the speaker knows and nothing else (AR-ANN)."""

from functools import cache
from typing import Final

from shared.cards.hands import Mask
from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.changes import called_king
from shared.games.appel_au_roi.contracts import BY_ID as CONTRACTS
from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.events import Level, Side
from shared.games.appel_au_roi.pack import XXI
from shared.games.appel_au_roi.primes import BY_ID, ITEMS, PRIMES, Item, Prime, PrimeId
from shared.games.appel_au_roi.state import Declared, Said, other
from shared.kernel.refusal import Refusal, RefusalKind
from shared.kernel.seats import Seat

BIEN: Final = "bien"
"""The word that ends a turn."""
_NEXT: Final[dict[Level, Level]] = {1: 2, 2: 4, 4: 8}
"""Contre, re-contre, sur-contre (AR-ANN-6)."""
_CALLED: Final[dict[Level, str]] = {1: "contre", 2: "re_contre", 4: "sur_contre"}
"""What doubling an item once more is called, by how often it counts."""


def open_primes(deal: Declared, seat: Seat, hand: Mask, side: Side) -> tuple[PrimeId, ...]:
    """What ``seat`` of ``side`` may announce, in the order of Table 2."""
    said = {one.item for one in deal.said}
    return tuple(
        [
            prime.id
            for prime in _primes_of(deal.bid)
            if prime.id not in said and _barred(deal, prime, seat, hand, side) is None
        ]
    )


@cache
def _primes_of(bid: ContractId) -> tuple[Prime, ...]:
    """The primes that count in a game."""
    return tuple(prime for prime in PRIMES if prime.counts_in(CONTRACTS[bid]))


def refused_prime(
    deal: Declared, prime: PrimeId, seat: Seat, hand: Mask, side: Side
) -> Refusal | None:
    """Why ``seat`` may not announce ``prime``; None if it may."""
    row = BY_ID[prime]
    if deal.contract.negative:
        kind: RefusalKind | None = refusals.NO_PRIMES_HERE
    elif row not in _primes_of(deal.bid):
        kind = refusals.PRIME_NOT_IN_GAME
    elif _found(deal, prime) is not None:
        kind = refusals.ANNOUNCED_ALREADY
    else:
        kind = _barred(deal, row, seat, hand, side)
    if kind is None:
        return None
    return kind(
        prime=prime,
        bid=deal.bid,
        open=(*open_primes(deal, seat, hand, side), *_answer(deal, side), BIEN),
    )


def _answer(deal: Declared, side: Side) -> tuple[str, ...]:
    """In negative games the only word but "bien", where ``side`` may say it (AR-SCORE-7)."""
    if not deal.contract.negative:
        return ()
    return tuple([_CALLED[one.level] for one in deal.said if _why_single(one, side) is None])


def _barred(
    deal: Declared, prime: Prime, seat: Seat, hand: Mask, side: Side
) -> RefusalKind | None:
    """What keeps this player from a prime that others may announce (AR-PRIME-3)."""
    match prime.announcer:
        case "either":
            return None
        case "holder":
            card = called_king(deal, seat) if prime.card is None else 1 << prime.card
            return None if hand & card else refusals.CARD_OF_PRIME_NOT_HELD
        case "without":
            return refusals.XXI_HELD if hand >> XXI & 1 else None
        case "opponents":
            return None if side == "opponents" else refusals.OPPONENTS_ANNOUNCE


def _found(deal: Declared, item: Item) -> Said | None:
    return next((said for said in deal.said if said.item == item), None)


def next_level(deal: Declared, item: Item) -> Level:
    """How often ``item``, which may be doubled, counts once it was doubled again."""
    said = _found(deal, item)
    assert said is not None, f"{item} was not announced"
    return _NEXT[said.level]


def open_contres(deal: Declared, side: Side) -> tuple[Item, ...]:
    """What a seat of ``side`` may double: the game first, then in the order of Table 2."""
    doubled = {said.item for said in deal.said if _why_single(said, side) is None}
    return tuple([item for item in ITEMS if item in doubled])


def refused_contre(deal: Declared, item: Item, side: Side) -> Refusal | None:
    """Why a seat of ``side`` may not double ``item``; None if it may."""
    said = _found(deal, item)
    kind = refusals.NOT_ANNOUNCED if said is None else _why_single(said, side)
    return None if kind is None else kind(item=item, open=open_contres(deal, side))


def _why_single(said: Said, side: Side) -> RefusalKind | None:
    if said.level not in _NEXT:
        return refusals.DOUBLED_OUT
    turn = said.side if said.level == 2 else other(said.side)
    return None if side == turn else refusals.OTHER_SIDE_DOUBLES

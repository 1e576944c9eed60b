"""The law of play of Appel au roi: which cards a hand may play, and which rule says so."""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import TAROCK_54, TAROCKS, Card
from shared.cards.tricks import TrickOrder, trick_order, winning_card
from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.contracts import BY_ID, ContractId
from shared.games.appel_au_roi.pack import ALL_TAROCKS, EXCUSE, PETIT, XXI
from shared.kernel.refusal import RefusalKind
from shared.kernel.seats import Seat, seat_after

Pledges: TypeAlias = tuple[Mask, Mask, Mask, Mask]
"""A seat's announced cards by the trick in which they are due, 9 to 12 (AR-PLAY-7)."""

NO_PLEDGES: Final[Pledges] = (0, 0, 0, 0)
FIRST_DUE: Final = 9

_PETIT: Final = 1 << PETIT
_BIGGER_TAROCKS: Final = ALL_TAROCKS & ~_PETIT
_FAIRY_TALE: Final = {PETIT, XXI, EXCUSE}


class Law(Struct, frozen=True):
    """How a deal is played under one contract."""

    order: TrickOrder
    negative: bool
    trump: bool
    fairy_tale: bool
    """Whether the Petit takes a trick of all three oudlers (AR-PLAY-6)."""


@cache
def law_of(contract: ContractId) -> Law:
    """The law of a deal under ``contract``."""
    row = BY_ID[contract]
    order = trick_order(TAROCK_54, TAROCKS if row.trump else None)
    return Law(order, row.negative, row.trump, row.trump and not row.negative)


def playable(law: Law, hand: Mask, trick: Sequence[Card], number: int, pledges: Pledges) -> Mask:
    """The cards of ``hand`` that may be played to ``trick``, the deal's ``number``-th, as it lies.

    ``pledges``: what the hand's own seat has announced.
    """
    allowed = _lawful(law, hand, trick)
    return allowed if pledges is NO_PLEDGES else _kept(allowed, number, pledges)


def _lawful(law: Law, hand: Mask, trick: Sequence[Card]) -> Mask:
    """By the rules that bind every card: all but AR-PLAY-7."""
    if trick:
        allowed = _following(law, hand, trick)
    elif law.trump:
        allowed = hand
    else:
        allowed = hand & ~ALL_TAROCKS or hand  # AR-PLAY-8
    if law.negative and allowed & _PETIT and allowed & _BIGGER_TAROCKS:
        return allowed ^ _PETIT  # AR-PLAY-9
    return allowed


def _following(law: Law, hand: Mask, trick: Sequence[Card]) -> Mask:
    order = law.order
    allowed = hand & order.suit[trick[0]] or hand & ALL_TAROCKS or hand
    if law.negative:
        return allowed & order.beats[winning_card(order, trick)] or allowed
    return allowed


def _kept(allowed: Mask, number: int, pledges: Pledges) -> Mask:
    """What of ``allowed`` keeps to the announcements (AR-PLAY-7)."""
    early = 0
    for due, cards in enumerate(pledges, start=FIRST_DUE):
        if due == number and cards & allowed:
            return cards & allowed
        if due > number:
            early |= cards
    if free := allowed & ~early:
        return free
    to_come = pledges[max(0, number - FIRST_DUE + 1) :]
    return next(cards & allowed for cards in to_come if cards & allowed)


def why_not(law: Law, hand: Mask, trick: Sequence[Card], card: Card) -> RefusalKind | None:
    """The rule that forbids ``card`` of ``hand``; None if only AR-PLAY-7 can."""
    bit = 1 << card
    if bit & _lawful(law, hand, trick):
        return None
    if not trick:
        return refusals.PETIT_LAST if law.trump else refusals.TAROCKS_NOT_LED
    if own := hand & law.order.suit[trick[0]]:
        if not bit & own:
            return refusals.MUST_FOLLOW_SUIT
    elif hand & ALL_TAROCKS and not bit & ALL_TAROCKS:
        return refusals.MUST_PLAY_TAROCK
    return refusals.PETIT_LAST if bit & _following(law, hand, trick) else refusals.MUST_BEAT


def why_kept(allowed: Mask, number: int, pledges: Pledges) -> RefusalKind:
    """What an announcement asks in trick ``number``, when it leaves only ``allowed``."""
    due = pledges[number - FIRST_DUE] if number >= FIRST_DUE else 0
    return refusals.ANNOUNCED_CARD_DUE if due & allowed else refusals.ANNOUNCED_CARD_EARLY


def trick_winner(law: Law, leader: Seat, trick: Sequence[Card]) -> Seat:
    """Who takes the complete ``trick`` that ``leader`` led to (AR-PLAY-5, AR-PLAY-6)."""
    fairy_tale = law.fairy_tale and _FAIRY_TALE.issubset(trick)
    best = PETIT if fairy_tale else winning_card(law.order, trick)
    return seat_after(leader, trick.index(best))

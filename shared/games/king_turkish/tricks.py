"""The law of play of Turkish King: which cards a hand may play, and which rule says so.

A contract under the house rules is a :class:`Law`: masks looked up once, so that the same few
lines judge every card of every deal.
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from shared.cards.hands import Mask, suit_masks
from shared.cards.packs import FRENCH_52, Card
from shared.cards.tricks import TrickOrder, trick_order, winning_card
from shared.games.king_turkish import refusals
from shared.games.king_turkish.contracts import (
    BY_ID,
    HEARTS,
    TRUMP,
    Contract,
    ContractId,
    TrumpSuit,
)
from shared.games.king_turkish.options import Options
from shared.kernel.refusal import RefusalKind
from shared.kernel.seats import Seat, seat_after

_SUITS = suit_masks(FRENCH_52)


class Discard(Struct, frozen=True):
    """What a player void in the suit led owes: holding one of ``held``, play one of ``play``."""

    held: Mask
    play: Mask
    kind: RefusalKind


class Law(Struct, frozen=True):
    """How a deal is played under one contract and the table's house rules."""

    order: TrickOrder
    trumps: Mask
    closed: Mask
    """The suit that may not be led at first; 0: any may."""
    closed_kind: RefusalKind
    give: Mask
    """What must be given under a higher card of its suit (KT-GIVE-1)."""
    heads: bool
    """Whether a follower must win the trick if the suit led can (KT-HEAD-1)."""
    discard: Discard


@cache
def law_of(options: Options, contract: ContractId, trump: TrumpSuit | None) -> Law:
    """The law of a deal under ``contract``; ``trump``: its suit, in a trump deal."""
    row, trumps = BY_ID[contract], 0 if trump is None else _SUITS[trump]
    closed, closed_kind = _closed(options, row, trumps)
    return Law(
        order=trick_order(FRENCH_52, trump),
        trumps=trumps,
        closed=closed,
        closed_kind=closed_kind,
        give=row.cards if row.gives else 0,
        heads=options.must_head == "all" or (options.must_head == "trump_only" and trumps != 0),
        discard=_discard(options, row, trumps),
    )


def _closed(options: Options, contract: Contract, trumps: Mask) -> tuple[Mask, RefusalKind]:
    if contract.id == TRUMP:  # Hearts are open there, whatever is trump (KT-HEART-2).
        return (trumps if options.trump_lead == "after_ruff" else 0), refusals.TRUMPS_CLOSED
    if contract.keeps_hearts:
        return HEARTS, refusals.HEARTS_CLOSED
    banned = HEARTS if options.heart_lead_ban == "all_penalties" else 0
    return banned, refusals.HEARTS_CLOSED_TOO


def _discard(options: Options, contract: Contract, trumps: Mask) -> Discard:
    if contract.id == TRUMP:
        return Discard(trumps, trumps, refusals.MUST_TRUMP)
    if contract.id == "rifki" and options.rifki_void == "play_heart":
        return Discard(contract.cards, HEARTS, refusals.MUST_DISCARD_HEART)
    return Discard(contract.cards, contract.cards, refusals.MUST_DISCARD_PENALTY)


def is_open(law: Law, seen: Mask, ruffed: bool) -> bool:
    """Whether the closed suit may be led by now.

    Hearts open with any heart played, whoever played it and why (KT-HEART-1); trumps only with
    a ruff (KT-TRUMP-2).
    """
    return ruffed if law.trumps else bool(seen & law.closed)


def may_lead(law: Law, hand: Mask, opened: bool) -> Mask:
    """The cards of ``hand`` that may be led; a hand of nothing but the closed suit leads it."""
    return hand if opened else (hand & ~law.closed or hand)


def may_follow(law: Law, hand: Mask, trick: Sequence[Card]) -> Mask:
    """The cards of ``hand`` that may be played to ``trick`` as it lies, which was led to."""
    winning = winning_card(law.order, trick)
    own = hand & law.order.suit[trick[0]]  # KT-PLAY-1
    if not own:
        owed = law.discard
        return (hand & owed.play) if hand & owed.held else hand
    if given := _given(law, own, winning):
        return given  # KT-HEAD-3: before the duty to head.
    if law.heads and (heading := own & law.order.beats[winning]):
        return heading
    return own


def _given(law: Law, own: Mask, winning: Card) -> Mask:
    """The penalty cards among ``own``, of the suit led, that lie below its highest (KT-GIVE-1).

    In a penalty nothing trumps: what lies highest of the suit led is winning.
    """
    return own & law.give & ((1 << winning) - 1)


def why_not(law: Law, hand: Mask, trick: Sequence[Card], card: Card) -> RefusalKind:
    """The rule that forbids ``card`` of ``hand``, which may not be played to ``trick``."""
    if not trick:
        return law.closed_kind
    own = hand & law.order.suit[trick[0]]
    if not own:
        return law.discard.kind
    if not own >> card & 1:
        return refusals.MUST_FOLLOW_SUIT
    given = _given(law, own, winning_card(law.order, trick))
    return refusals.MUST_GIVE if given else refusals.MUST_HEAD


def trick_winner(law: Law, leader: Seat, trick: Sequence[Card]) -> Seat:
    """Who takes the complete ``trick`` that ``leader`` led to (KT-PLAY-2)."""
    return seat_after(leader, trick.index(winning_card(law.order, trick)))

"""Which kings may be called, and which cards may be laid away for the talon's."""

from itertools import combinations, pairwise

from msgspec import Struct

from shared.cards.hands import Mask, cards_in, codes_in
from shared.cards.packs import TAROCK_54, Card
from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.moves import FOURTH, Called, Discard
from shared.games.appel_au_roi.pack import ALL_TAROCKS, HONOURS, KING_OF, PLAIN_TAROCKS
from shared.kernel.refusal import Refusal


def callable_kings(hand: Mask) -> tuple[Called, ...]:
    """What declarer may call, holding ``hand`` (AR-CALL-1, AR-CALL-2)."""
    kings: tuple[Called, ...] = tuple(
        suit for suit, king in KING_OF.items() if not hand >> king & 1
    )
    return (*kings, FOURTH) if len(kings) == 1 else kings


def refused_call(hand: Mask, called: Called) -> Refusal | None:
    """Why declarer may not call ``called``; None if he may."""
    kings = callable_kings(hand)
    if called in kings:
        return None
    kind = refusals.FOURTH_NEEDS_THREE_KINGS if called == FOURTH else refusals.KING_HELD
    return kind(open=tuple(FOURTH if king == FOURTH else f"K{king}" for king in kings))


class Choice(Struct, frozen=True, gc=False):
    """Which discards are legal: ``count`` cards, all of ``must`` and others of ``open``."""

    count: int
    must: Mask
    open: Mask


def discards(contract: Contract, hand: Mask) -> Choice:
    """What declarer may lay away from ``hand``, the talon cards among it (AR-DISCARD)."""
    count, common = contract.taken, hand & ~HONOURS
    if contract.id != "seul_sans_atout":
        return Choice(count, 0, common)
    plain = hand & PLAIN_TAROCKS  # AR-DISCARD-3
    if plain.bit_count() > count:
        return Choice(count, 0, plain)
    return Choice(count, plain, common & ~ALL_TAROCKS if plain.bit_count() < count else 0)


def every_discard(choice: Choice) -> tuple[Discard, ...]:
    """All legal discards, the lowest first."""
    must = cards_in(choice.must)
    rest = combinations(cards_in(choice.open), choice.count - len(must))
    # The cards that must go are tarocks, and so are lower than all the others.
    return tuple([Discard(must + others) for others in rest])


def lowest_discard(choice: Choice) -> Discard:
    """The first of :func:`every_discard` (CO-TIME-2)."""
    must = cards_in(choice.must)
    return Discard(must + cards_in(choice.open)[: choice.count - len(must)])


def refused_discard(contract: Contract, hand: Mask, cards: tuple[Card, ...]) -> Refusal | None:
    """Why declarer may not lay ``cards`` away from ``hand``; None if he may."""
    choice = discards(contract, hand)
    if len(cards) != choice.count or any(low >= high for low, high in pairwise(cards)):
        return refusals.DISCARD_MISCOUNTED(count=choice.count)
    if not all(0 <= card < len(TAROCK_54) and hand >> card & 1 for card in cards):
        return refusals.DISCARD_NOT_HELD(held=codes_in(hand, TAROCK_54))
    laid = sum(1 << card for card in cards)
    if laid & HONOURS:
        return refusals.HONOUR_DISCARDED(
            count=choice.count, open=codes_in(hand & ~HONOURS, TAROCK_54)
        )
    if choice.must & ~laid or laid & ~(choice.must | choice.open):
        tarocks = codes_in(hand & PLAIN_TAROCKS, TAROCK_54)
        return refusals.TAROCKS_FIRST(count=min(choice.count, len(tarocks)), tarocks=tarocks)
    return None

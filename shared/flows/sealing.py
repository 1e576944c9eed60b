"""Secret cards on their way into a log and out of it: sealed with their deal's key, or opened.

Rules decide and fold open facts wherever the key is at hand; a log holds the sealed form alone,
and whoever has no key folds that. Both are functions of the key and the entry's seq, so that a
repeated decision gives the same bytes.
"""

from collections.abc import Sequence

from shared.cards.packs import Card
from shared.fairness.discards import SealedDiscard, open_discard, seal_discard
from shared.journal.envelope import Unreadable
from shared.kernel.events import Event, OpenCards, SealedCards
from shared.kernel.game_rules import AnyRules
from shared.table.commands import given


class FalseSeal(Unreadable):
    """Secret cards that their deal's key does not open: no writer of ours sealed them."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"the key of its deal does not open the seal of entry {seq}")
        self.seq = seq


def sealed(
    rules: AnyRules | None, events: tuple[Event, ...], key: bytes | None, first_seq: int
) -> tuple[Event, ...]:
    """``events`` of a decision as the log holds them, the first as entry ``first_seq``.

    ``key`` is that of the deal they belong to. Raises SecretMissing where it is needed and None.
    """
    if rules is None or not rules.SEALED:
        return events
    return tuple(
        [
            _sealed(rules, event, given(key, "the deal's key"), seq)
            if isinstance(event, OpenCards)
            else event
            for seq, event in enumerate(events, first_seq)
        ]
    )


def opened(
    rules: AnyRules, events: Sequence[Event], key: bytes | None, first_seq: int
) -> tuple[Event, ...]:
    """``events`` of a log as the rules decided them; without a ``key`` as they are.

    So are seals of another game, which a log may hold that nobody of ours wrote. Raises FalseSeal.
    """
    if key is None:
        return tuple(events)
    forms = {kind.sealed: kind.open for kind in rules.SEALED}
    return tuple(
        [
            forms[type(event)](event.seat, _cards(rules, event, key, seq))
            if isinstance(event, SealedCards) and type(event) in forms
            else event
            for seq, event in enumerate(events, first_seq)
        ]
    )


def _sealed(rules: AnyRules, event: OpenCards, key: bytes, seq: int) -> SealedCards:
    # What these say is kept with a parked command and logged: no card may stand in it.
    name = type(event).__name__
    assert list(event.cards) == sorted(event.cards), f"{name}: a fold would see another order"
    form = {kind.open: kind.sealed for kind in rules.SEALED}.get(type(event))
    assert form is not None, f"{name} is no kind of secret cards that {rules.NAME} declares"
    discard = seal_discard(key, seq, event.cards)
    return form(event.seat, discard.code, discard.sealed)


def _cards(rules: AnyRules, event: SealedCards, key: bytes, seq: int) -> tuple[Card, ...]:
    cards = open_discard(key, seq, SealedDiscard(event.code, event.sealed))
    if cards is None or list(cards) != sorted(set(cards)) or cards[-1] >= len(rules.DECK):
        raise FalseSeal(seq)
    return cards

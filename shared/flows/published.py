"""What anyone can unseal: deals whose keys the log itself has published."""

from collections.abc import Iterable, Mapping
from typing import Final

from shared.fairness.deals import deck_of_deal
from shared.journal.codec import Entry
from shared.kernel.game_rules import AnyRules
from shared.table.events import DealOpened
from shared.table.state import Terms, Underway, seeds_of


class PublishedKeys:
    """The keys that ``deal_opened`` events published. An Unsealer for readers without secrets."""

    def __init__(self, keys: Mapping[int, bytes]) -> None:
        self._keys: Final = dict(keys)

    def key(self, index: int) -> bytes | None:
        """``k[index]``, or None while that deal is sealed."""
        return self._keys.get(index)

    def deal_key(self, _terms: Terms, index: int, /) -> bytes | None:
        return self._keys.get(index)

    def deck(self, rules: AnyRules, state: Underway, index: int, /) -> tuple[int, ...] | None:
        key = self._keys.get(index)
        if key is None:
            return None
        source, seeds = state.terms.source, seeds_of(state.seats)
        return deck_of_deal(key, source, index, seeds, len(rules.DECK))


NOTHING_PUBLISHED: Final = PublishedKeys({})
"""For the public fold: every deal stays sealed."""


def keys_in(entries: Iterable[Entry]) -> PublishedKeys:
    """The keys published anywhere in ``entries``."""
    events = [entry.event for entry in entries]
    return PublishedKeys({e.index: e.key for e in events if type(e) is DealOpened})

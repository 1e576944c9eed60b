"""What the holder of a master key can work out for a game: keys, packs, dealers, grants."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from shared.fairness.authority import (
    fingerprint,
    fingerprint_key,
    grant,
    grant_key,
    grant_valid,
)
from shared.fairness.deals import deck_of_deal, first_dealer, seed_commitment
from shared.fairness.keys import anchor_key, deal_key, master_key_id, root_key
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.seats import Seat
from shared.table.commands import (
    NO_SECRETS,
    AnyTableCommand,
    Open,
    RevealSeed,
    RunOutClock,
    Secrets,
    VoidDeal,
)
from shared.table.state import Revealing, Table, Terms, Underway, seat_of, seeds_of

_KEYS_KEPT: Final = 20_000


class UnknownMasterKey(Exception):
    """A game was opened under a master key that is not here: restore the key from its backup."""


class MasterSecrets:
    """The installation's master keys, and what follows from them. An Unsealer."""

    def __init__(self, current: bytes, by_id: Mapping[str, bytes]) -> None:
        self._current: Final = current
        self._by_id: Final = dict(by_id)
        self._fingerprint_keys: Final = {n: fingerprint_key(k) for n, k in by_id.items()}
        self._grant_keys: Final = {n: grant_key(k) for n, k in by_id.items()}
        self._deal_keys: Final[OrderedDict[tuple[str, int], bytes]] = OrderedDict()

    def __repr__(self) -> str:
        return f"MasterSecrets({', '.join(self._by_id)})"

    @property
    def current_id(self) -> str:
        """The id of the master key that new games get."""
        return master_key_id(self._current)

    def fingerprint(self, terms: Terms | None, packed: bytes) -> bytes:
        """The fingerprint of a request; ``terms`` None: to a game that is being opened."""
        name = self.current_id if terms is None else terms.master_key
        self._master(name)
        return fingerprint(self._fingerprint_keys[name], packed)

    def grant(self, terms: Terms, turn: str, seat: Seat) -> bytes:
        self._master(terms.master_key)
        return grant(self._grant_keys[terms.master_key], terms.game, turn, seat)

    def grant_valid(self, terms: Terms, turn: str, seat: Seat, given: bytes) -> bool:
        self._master(terms.master_key)
        return grant_valid(given, self._grant_keys[terms.master_key], terms.game, turn, seat)

    def deck(self, rules: AnyRules, state: Underway, index: int) -> tuple[int, ...] | None:
        """The pack of the deal under key ``index``."""
        terms = state.terms
        key, seeds = self.key(terms, index), seeds_of(state.seats)
        return deck_of_deal(key, terms.source, index, seeds, len(rules.DECK))

    def key(self, terms: Terms, index: int) -> bytes:
        """``k[index]`` of the game. Worth keeping: it is up to a thousand hashes away."""
        place = (terms.game, index)
        known = self._deal_keys.get(place)
        if known is None:
            known = deal_key(root_key(self._master(terms.master_key), terms.source), index)
            self._deal_keys[place] = known
            if len(self._deal_keys) > _KEYS_KEPT:
                self._deal_keys.popitem(last=False)
        return known

    def for_command(
        self,
        game: str,
        rules: AnyRules | None,
        table: Table,
        actor: str,
        command: AnyTableCommand | Move,
    ) -> Secrets:
        """The values that deciding ``command`` on ``table`` calls for, and no others."""
        if isinstance(table, Underway) and table.deal is not None:
            return Secrets(key=self.key(table.terms, table.deal.index))
        match command, table:
            case Open(), _:
                anchor = anchor_key(root_key(self._current, game))
                return Secrets(game=game, anchor=anchor, master_key=self.current_id)
            case RevealSeed(seed), Revealing():
                return _commitment(table, actor, seed)
            case RunOutClock() | VoidDeal(), Revealing():
                return self._start(rules, table)
            case RunOutClock() | VoidDeal(), Underway():
                return self._next_deal(rules, table)
        return NO_SECRETS

    def _start(self, rules: AnyRules | None, table: Revealing) -> Secrets:
        assert rules is not None
        terms, seeds = table.terms, seeds_of(table.seats)
        key = self.key(terms, 1)
        return Secrets(
            dealer=first_dealer(key, terms.source, seeds),
            deck=deck_of_deal(key, terms.source, 1, seeds, len(rules.DECK)),
            key=key,
        )

    def _next_deal(self, rules: AnyRules | None, table: Underway) -> Secrets:
        assert rules is not None
        index = table.next_index
        if index > table.terms.deals:
            return NO_SECRETS
        return Secrets(deck=self.deck(rules, table, index), key=self.key(table.terms, index))

    def _master(self, name: str) -> bytes:
        master = self._by_id.get(name)
        if master is None:
            raise UnknownMasterKey(f"master key {name} is not here")
        return master


def _commitment(table: Revealing, actor: str, seed: str) -> Secrets:
    seat = seat_of(table.seats, actor.partition(":")[2])
    if seat is None:
        return NO_SECRETS
    return Secrets(commitment=seed_commitment(table.terms.source, seat, seed))

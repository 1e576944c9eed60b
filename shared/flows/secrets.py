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
from shared.fairness.deals import deck_of_deal
from shared.fairness.keys import anchor_key, deal_key, master_key_id, root_key
from shared.flows.needed import secrets_for
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.seats import Seat
from shared.table.commands import AnyTableCommand, Open, Secrets
from shared.table.state import Table, Terms, Underway, Unopened, seeds_of

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

    def deck(self, rules: AnyRules, state: Underway, index: int, /) -> tuple[int, ...] | None:
        """The pack of the deal under key ``index``."""
        key, seeds = self.deal_key(state.terms, index), seeds_of(state.seats)
        return deck_of_deal(key, state.terms.source, index, seeds, len(rules.DECK))

    def deal_key(self, terms: Terms, index: int, /) -> bytes:
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
        if isinstance(command, Open) and isinstance(table, Unopened):
            anchor = anchor_key(root_key(self._current, game))
            return Secrets(game=game, anchor=anchor, master_key=self.current_id)
        return secrets_for(self, rules, table, actor, command)

    def _master(self, name: str) -> bytes:
        master = self._by_id.get(name)
        if master is None:
            raise UnknownMasterKey(f"master key {name} is not here")
        return master

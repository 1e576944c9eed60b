"""What deciding a command takes besides the table: worked out by whoever knows keys of deals.

One table for the rules worker, which knows every key, and for a second decision, which knows
those that the log has published: what the first decided on, the second can.
"""

from shared.fairness.deals import deck_of_deal, first_dealer, seed_commitment
from shared.flows.fold import Unsealer
from shared.kernel.game_rules import AnyRules, Move
from shared.table.commands import (
    NO_SECRETS,
    AnyTableCommand,
    RevealSeed,
    RunOutClock,
    Secrets,
    VoidDeal,
)
from shared.table.state import Revealing, Table, Underway, seat_of, seeds_of


def secrets_for(
    unsealer: Unsealer,
    rules: AnyRules | None,
    table: Table,
    actor: str,
    command: AnyTableCommand | Move,
) -> Secrets:
    """The values that deciding ``command`` on ``table`` calls for, and no others.

    ``Open`` calls for what no key of a deal gives. What ``unsealer`` does not know stays None.
    """
    if isinstance(table, Underway) and table.deal is not None:
        return Secrets(key=unsealer.deal_key(table.terms, table.deal.index))
    match command, table:
        case RevealSeed(seed), Revealing():
            return _commitment(table, actor, seed)
        case RunOutClock() | VoidDeal(), Revealing():
            return _start(unsealer, rules, table)
        case RunOutClock() | VoidDeal(), Underway():
            return _next_deal(unsealer, rules, table)
    return NO_SECRETS


def _commitment(table: Revealing, actor: str, seed: str) -> Secrets:
    seat = seat_of(table.seats, actor.partition(":")[2])
    if seat is None:
        return NO_SECRETS
    return Secrets(commitment=seed_commitment(table.terms.source, seat, seed))


def _start(unsealer: Unsealer, rules: AnyRules | None, table: Revealing) -> Secrets:
    assert rules is not None
    terms, seeds = table.terms, seeds_of(table.seats)
    key = unsealer.deal_key(terms, 1)
    if key is None:
        return NO_SECRETS
    return Secrets(
        dealer=first_dealer(key, terms.source, seeds),
        deck=deck_of_deal(key, terms.source, 1, seeds, len(rules.DECK)),
        key=key,
    )


def _next_deal(unsealer: Unsealer, rules: AnyRules | None, table: Underway) -> Secrets:
    assert rules is not None
    index = table.next_index
    if index > table.terms.deals:
        return NO_SECRETS
    key = unsealer.deal_key(table.terms, index)
    return Secrets(deck=unsealer.deck(rules, table, index), key=key)

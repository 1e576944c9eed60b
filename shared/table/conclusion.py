"""What follows without anyone asking: a deal's end, its settlement, the game's end."""

from msgspec.structs import replace

from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.settlement import Payments
from shared.table.commands import Request, Secrets
from shared.table.events import (
    DealOpened,
    DealVoided,
    GameAbandoned,
    GameEnded,
    SettlementMade,
)
from shared.table.evolve import evolve
from shared.table.state import FullTable, Underway, humans_of, players_of


def after_moves(
    rules: AnyRules, state: Underway, events: tuple[Event, ...], request: Request
) -> tuple[Event, ...]:
    """``events`` of the rules, and what the end of a deal brings with it."""
    match = state.match
    for event in events:
        match = rules.evolve(match, event)
    if not rules.deal_over(match):
        return events
    assert state.deal is not None
    assert request.secrets.key is not None
    opened = DealOpened(state.deal.index, request.secrets.key)
    after = replace(state, match=match, deal=None)
    return (*events, opened, *_conclusion(rules, after))


def after_asks(
    rules: AnyRules, state: Underway, events: tuple[Event, ...], request: Request
) -> tuple[Event, ...]:
    """``events`` of people coming, going and asking; between deals they may end the game.

    CB-END-2: the condition is looked at again whenever a human comes back or leaves.
    """
    if state.deal is not None:
        return events
    after = state
    for event in events:
        folded = evolve(rules, after, event, request.at)
        assert isinstance(folded, Underway)
        after = folded
    if not rules.finished(after.match, everyone_asked(after.seats)):
        return events
    return (*events, *_ending(rules, after))


def everyone_asked(seats: FullTable) -> bool:
    """CB-END-2: every human asked, or is away; and at least one did ask."""
    humans = humans_of(seats)
    return any(human.stop for human in humans) and all(
        human.stop or human.played_by_house for human in humans
    )


def _conclusion(rules: AnyRules, state: Underway) -> tuple[Event, ...]:
    """After a completed deal: the end of the game, or what is settled deal by deal."""
    keys_spent = state.next_index > state.terms.deals
    if rules.finished(state.match, keys_spent or everyone_asked(state.seats)):
        return _ending(rules, state)
    payments = rules.payments(state.match, False)
    return () if payments is None else (_settlement(state, payments),)


def _ending(rules: AnyRules, state: Underway) -> tuple[Event, ...]:
    standing = rules.standing(state.match)
    completed = rules.finished(state.match, False)
    ended = GameEnded("completed" if completed else "stopped", standing.scores, standing.winners)
    payments = rules.payments(state.match, True)
    if payments is None:
        return (ended,)
    return _settlement(state, payments), ended


def _settlement(state: Underway, payments: Payments) -> SettlementMade:
    stake = state.terms.options.stake
    first, second, third, fourth = payments.points
    return SettlementMade(
        deal=payments.deal,
        players=players_of(state.seats),
        stake=stake,
        currency=state.terms.options.currency.code,
        points=payments.points,
        amounts=(stake * first, stake * second, stake * third, stake * fourth),
        lines=payments.lines,
    )


def voided(rules: AnyRules, state: Underway, secrets: Secrets, reason: str) -> tuple[Event, ...]:
    """The running deal, or the next one if none runs, is given up and its key published."""
    assert secrets.key is not None
    deal = state.deal
    number = rules.deals_done(state.before if deal else state.match) + 1
    index = state.next_index if deal is None else deal.index
    events = (DealVoided(number, index, reason), DealOpened(index, secrets.key))
    if index < state.terms.deals:
        return events
    return (*events, GameAbandoned("keys_spent"))


def abandoned(state: Underway, secrets: Secrets, reason: str) -> tuple[Event, ...]:
    """The game is given up; a running deal is voided and opened first (CO-PAY-4)."""
    if state.deal is None:
        return (GameAbandoned(reason),)
    assert secrets.key is not None
    return (
        DealVoided(state.deal.number, state.deal.index, reason),
        DealOpened(state.deal.index, secrets.key),
        GameAbandoned(reason),
    )

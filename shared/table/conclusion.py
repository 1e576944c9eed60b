"""What follows without anyone asking: a deal's end, its settlement, the game's end."""

from msgspec.structs import replace

from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.settlement import Payments
from shared.table.commands import Request, Secrets, given
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
    opened = DealOpened(state.deal.index, given(request.secrets.key, "the deal's key"))
    after = replace(state, match=match, deal=None)
    return (*events, opened, *_after_deal(rules, after))


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
    return (*events, *_between_deals(rules, after))


def voided(rules: AnyRules, state: Underway, secrets: Secrets, reason: str) -> tuple[Event, ...]:
    """The running deal, or the next one if none runs, is given up and its key published."""
    deal = state.deal
    match = state.match if deal is None else state.before
    number = rules.deals_done(match) + 1
    index = state.next_index if deal is None else deal.index
    after = replace(state, match=match, deal=None, next_index=index + 1)
    return (
        DealVoided(number, index, reason),
        DealOpened(index, given(secrets.key, "the deal's key")),
        *_between_deals(rules, after),
    )


def abandoned(state: Underway, secrets: Secrets, reason: str) -> tuple[Event, ...]:
    """The game is given up; a running deal is voided and opened first (CO-PAY-4)."""
    if state.deal is None:
        return (GameAbandoned(reason),)
    return (
        DealVoided(state.deal.number, state.deal.index, reason),
        DealOpened(state.deal.index, given(secrets.key, "the deal's key")),
        GameAbandoned(reason),
    )


def everyone_asked(seats: FullTable) -> bool:
    """CB-END-2: every human asked, or is away; and at least one did ask."""
    humans = humans_of(seats)
    return any(human.stop for human in humans) and all(
        human.stop or human.away for human in humans
    )


def _after_deal(rules: AnyRules, state: Underway) -> tuple[Event, ...]:
    """After a completed deal: what is settled for it, and the end of the game if it has come."""
    over = _is_over(rules, state)
    return _settled(state, rules.payments(state.match, over)) + _end(rules, state, over)


def _between_deals(rules: AnyRules, state: Underway) -> tuple[Event, ...]:
    """The end of the game if it has come without a deal being completed."""
    over = _is_over(rules, state)
    payments = rules.payments(state.match, True) if over else None
    if payments is not None and payments.deal is not None:
        payments = None  # settled when that deal ended
    return _settled(state, payments) + _end(rules, state, over)


def _is_over(rules: AnyRules, state: Underway) -> bool:
    """Whether the rules end the game; without a key left, as if all had asked (CB-END-2)."""
    asked = _keys_spent(state) or everyone_asked(state.seats)
    return rules.finished(state.match, asked)


def _keys_spent(state: Underway) -> bool:
    return state.next_index > state.terms.deals


def _end(rules: AnyRules, state: Underway, over: bool) -> tuple[Event, ...]:
    if over:
        standing = rules.standing(state.match)
        reason = "completed" if rules.finished(state.match, False) else "stopped"
        return (GameEnded(reason, standing.scores, standing.winners),)
    # Voided deals use up keys: a game that cannot deal again and may not stop is given up.
    return (GameAbandoned("keys_spent"),) if _keys_spent(state) else ()


def _settled(state: Underway, payments: Payments | None) -> tuple[Event, ...]:
    if payments is None:
        return ()
    stake = state.terms.options.stake
    first, second, third, fourth = payments.points
    settlement = SettlementMade(
        deal=payments.deal,
        players=players_of(state.seats),
        stake=stake,
        currency=state.terms.options.currency.code,
        points=payments.points,
        amounts=(stake * first, stake * second, stake * third, stake * fourth),
        lines=payments.lines,
    )
    return (settlement,)

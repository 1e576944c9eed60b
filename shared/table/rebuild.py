"""Which command a commit's events came from: accepted commands are rebuilt from the log alone.

Deciding the rebuilt command again on the state before it must give the same events: that is
how a log is audited. So nothing here trusts the events; what they cannot prove, the second
decision contradicts.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import ValidationError, convert, to_builtins

from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules, Move
from shared.table.commands import (
    AnyTableCommand,
    AskAbandon,
    AskStop,
    GetReady,
    Leave,
    Open,
    RevealSeed,
    RunOutClock,
    Sit,
    VoidDeal,
    WithdrawStop,
)
from shared.table.deadlines import deadline_of
from shared.table.events import (
    AbandonAsked,
    BotSeated,
    DealVoided,
    GameNotStarted,
    GameOpened,
    GameStarted,
    PlayerLeft,
    PlayerReady,
    PlayerReturned,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
    StopAsked,
    StopWithdrawn,
)
from shared.table.state import Table


def request_of(
    rules: AnyRules | None, before: Table, actor: str, events: Sequence[Event]
) -> AnyTableCommand | Move | None:
    """The command of ``actor`` on the table ``before`` that was answered with ``events``.

    ``events`` are one whole commit; ``rules`` None only where it opens the game. None if no
    command of that actor could have been answered so.

    ``Open`` comes back with its options and house rules complete, as the opening event holds
    them; every other command as it was sent.
    """
    if actor == "clock":
        deadline = deadline_of(rules, before)
        return None if deadline is None else RunOutClock(deadline.due)
    first = events[0]
    moved = None if rules is None else rules.move_of(first)
    if moved is not None:
        move: Move = moved[1]
        return move
    if isinstance(first, GameOpened):
        return _sound(_open(first, events[1:]))
    command = _of_the_table(events)
    return None if command is None else _sound(command)


def _open(opened: GameOpened, seated: Sequence[Event]) -> Open:
    return Open(
        client=opened.client,
        rules=opened.rules,
        options=opened.options,
        house_rules=opened.house_rules,
        bots=tuple(event.seat for event in seated if isinstance(event, BotSeated)),
        bots_at_stake=opened.bots_at_stake,
    )


def _of_the_table(events: Sequence[Event]) -> AnyTableCommand | None:
    match events:
        case [SeatTaken(seat, _, commitment), *_]:
            return Sit(seat, commitment)
        case [SeedRevealed(_, seed), *_]:
            return RevealSeed(seed)
        case [DealVoided(_, _, reason), *_] | [GameStarted(), DealVoided(_, _, reason), *_]:
            return VoidDeal(reason)
    return _SAID_IN_FULL.get(type(events[0]))


def _sound(command: AnyTableCommand) -> AnyTableCommand | None:
    """``command``, if it could have been sent at all: its fields are within their bounds."""
    try:
        convert(to_builtins(command, builtin_types=(bytes,)), type(command))
    except ValidationError:
        return None
    return command


_SAID_IN_FULL: Final[dict[type[Event], AnyTableCommand]] = {
    SeatLeft: Leave(),
    GameNotStarted: Leave(),
    PlayerLeft: Leave(),
    PlayerReady: GetReady(),
    PlayerReturned: GetReady(),
    StopAsked: AskStop(),
    StopWithdrawn: WithdrawStop(),
    AbandonAsked: AskAbandon(),
}
"""Commands without fields, by the first event of their answer."""

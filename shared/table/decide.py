"""What follows from a request to a table: the events, or the refusal."""

from typing import Final

from msgspec import ValidationError, convert, to_builtins

from shared.kernel.events import Decision, Event
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat
from shared.table import refusals
from shared.table.clocks import run_out_clock, start_without_deal
from shared.table.commands import (
    AskAbandon,
    AskStop,
    GetReady,
    Leave,
    Open,
    Request,
    RevealSeed,
    RunOutClock,
    Sit,
    TableCommand,
    VoidDeal,
    WithdrawStop,
    given,
)
from shared.table.conclusion import (
    abandoned,
    after_asks,
    after_moves,
    voided,
)
from shared.table.events import (
    AbandonAsked,
    BotSeated,
    GameNotStarted,
    GameOpened,
    PlayerLeft,
    PlayerReady,
    PlayerReturned,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
    StopAsked,
    StopWithdrawn,
)
from shared.table.options import settled
from shared.table.state import (
    Opened,
    Over,
    Revealing,
    Seating,
    Table,
    Underway,
    Unopened,
    free_seats,
    missing_seed,
    seat_of,
)

KEYS: Final = 1024
"""N: how many deal keys a game's chain has."""
SHOWN_MAX: Final = 100
"""How much of a wrong value a refusal shows again, in characters."""


def decide(rules: AnyRules | None, state: Table, request: Request) -> Decision:
    """Apply the rules of table life, and of the game for a move, to ``request``.

    ``rules`` are those the game was opened under (for ``Open``: those asked for, None if
    there are none of that name). Raises SecretMissing where ``request.secrets`` lack what the
    answer calls for.
    """
    command = request.command
    if isinstance(state, Unopened):
        if isinstance(command, Open):
            return _open(rules, command, request)
        return refusals.NO_SUCH_GAME()
    if isinstance(state, Over):
        return refusals.GAME_OVER()
    assert rules is not None, "an opened game has rules"
    match command:
        case Move():
            return _move(rules, state, request, command)
        case Open():
            return refusals.ALREADY_OPEN()
        case RunOutClock() | VoidDeal():
            return _by_the_service(rules, state, request)
        case _:
            return _by_a_player(rules, state, request)


def _forbidden(request: Request) -> Refusal:
    command = request.command
    name = command.__struct_config__.tag
    return refusals.FORBIDDEN(actor=request.actor.split(":")[0], command=str(name))


def _by_the_service(rules: AnyRules, state: Opened, request: Request) -> Decision:
    match request.command, request.actor:
        case RunOutClock(due), "clock":
            return run_out_clock(rules, state, request, due)
        case VoidDeal(reason), "system":
            return _void(rules, state, request, reason)
    return _forbidden(request)


def _void(rules: AnyRules, state: Opened, request: Request, reason: str) -> Decision:
    """Of a started game, or of one that lacked nothing to start."""
    match state:
        case Underway():
            return voided(rules, state, request.secrets, reason)
        case Revealing() if missing_seed(state.seats) is None:
            return start_without_deal(rules, state, request, reason)
    return refusals.NOT_STARTED()


def _by_a_player(rules: AnyRules, state: Opened, request: Request) -> Decision:
    kind, _, player = request.actor.partition(":")
    if kind != "player":
        return _forbidden(request)
    command = request.command
    if isinstance(command, Sit):
        return _sit(state, player, command)
    seat = seat_of(state.seats, player)
    if seat is None:
        return refusals.NOT_SEATED()
    match command, state:
        case RevealSeed(), _:
            return _reveal(state, seat, command, request)
        case Leave(), Seating():
            return (SeatLeft(seat),)
        case Leave(), Revealing():
            return (GameNotStarted(seat, "left"),)
        case _, Underway():
            assert isinstance(command, TableCommand)
            return _underway(rules, state, seat, command, request)
    return refusals.NOT_STARTED()


# --- opening and seats --------------------------------------------------------------------------


def _open(rules: AnyRules | None, command: Open, request: Request) -> Decision:
    if request.actor.partition(":")[0] not in ("player", "system"):
        return _forbidden(request)
    if rules is None:
        return refusals.UNKNOWN_RULES(rules=command.rules)
    refusal = _bots_refused(command) or _house_rules_refused(rules, command)
    if refusal is not None:
        return refusal
    house_rules = convert(command.house_rules, rules.OPTIONS)
    refusal = rules.check_options(house_rules, len(command.bots) < len(SEATS))
    if refusal is not None:
        return refusal
    opened = _game_opened(rules, command, request, to_builtins(house_rules))
    return opened, *(BotSeated(seat) for seat in sorted(command.bots))


def _house_rules_refused(rules: AnyRules, command: Open) -> Refusal | None:
    """The first option that these rules do not have, or that has no such value."""
    known = rules.OPTIONS.__struct_fields__
    for option, value in command.house_rules.items():
        if option not in known:
            return refusals.UNKNOWN_HOUSE_RULE(
                rules=rules.NAME, option=option[:SHOWN_MAX], known=known
            )
        try:
            convert({option: value}, rules.OPTIONS)
        except ValidationError as error:
            return refusals.BAD_HOUSE_RULE(option=option, reason=str(error)[:SHOWN_MAX])
    return None


def _bots_refused(command: Open) -> Refusal | None:
    for seat in command.bots:
        if command.bots.count(seat) > 1:
            return refusals.SEAT_TWICE(seat=seat)
    if command.bots and command.options.stake > 0 and not command.bots_at_stake:
        return refusals.BOTS_AT_STAKE()
    return None


def _game_opened(
    rules: AnyRules,
    command: Open,
    request: Request,
    house_rules: dict[str, bool | int | str | None],
) -> GameOpened:
    secrets = request.secrets
    game = given(secrets.game, "the game's id")
    return GameOpened(
        game=game,
        client=command.client,
        rules=rules.NAME,
        ruleset=rules.RULESET,
        options=settled(command.options, humans=len(command.bots) < len(SEATS)),
        house_rules=house_rules,
        bots_at_stake=command.bots_at_stake,
        source=game,
        anchor=given(secrets.anchor, "the anchor"),
        deals=KEYS,
        master_key=given(secrets.master_key, "the master key's id"),
    )


def _sit(state: Opened, player: str, command: Sit) -> Decision:
    seated = seat_of(state.seats, player)
    if seated is not None:
        return refusals.ALREADY_SEATED(seat=seated)
    if not isinstance(state, Seating):
        return refusals.SEATS_CLOSED()
    if state.seats[command.seat] is not None:
        free = tuple(str(seat) for seat in free_seats(state.seats))
        return refusals.SEAT_TAKEN(seat=command.seat, free=free)
    return (SeatTaken(command.seat, player, command.commitment),)


def _reveal(state: Opened, seat: Seat, command: RevealSeed, request: Request) -> Decision:
    if not isinstance(state, Revealing):
        return refusals.NOT_REVEALING()
    occupant = state.seats[seat]
    if occupant.seed is not None:
        return refusals.SEED_REVEALED()
    if request.secrets.commitment != occupant.commitment:
        return refusals.SEED_MISMATCH()
    return (SeedRevealed(seat, command.seed),)


# --- a started game --------------------------------------------------------------------------


def _underway(
    rules: AnyRules, state: Underway, seat: Seat, command: TableCommand, request: Request
) -> Decision:
    match command:
        case GetReady():
            return _get_ready(rules, state, seat, request)
        case AskStop():
            return _ask_stop(rules, state, seat, request)
        case WithdrawStop():
            if not state.seats[seat].stop:
                return refusals.NOT_ASKED()
            return (StopWithdrawn(seat),)
        case AskAbandon():
            return _ask_abandon(state, seat, request)
        case Leave():
            if state.seats[seat].away:
                return refusals.ALREADY_AWAY()
            return after_asks(rules, state, (PlayerLeft(seat),), request)
    return _forbidden(request)


def _get_ready(rules: AnyRules, state: Underway, seat: Seat, request: Request) -> Decision:
    """Ready for the next deal; from a seat that the house plays, first of all: back."""
    if state.seats[seat].away:
        return after_asks(rules, state, (PlayerReturned(seat),), request)
    if state.deal is not None:
        return refusals.DEAL_RUNNING()
    if state.seats[seat].ready:
        return refusals.ALREADY_READY()
    return (PlayerReady(seat),)


def _ask_stop(rules: AnyRules, state: Underway, seat: Seat, request: Request) -> Decision:
    refusal = rules.may_stop(state.match)
    if refusal is not None:
        return refusal
    if state.seats[seat].stop:
        return refusals.ALREADY_ASKED()
    return after_asks(rules, state, (StopAsked(seat),), request)


def _ask_abandon(state: Underway, seat: Seat, request: Request) -> Decision:
    if state.terms.options.stake > 0 and any(occupant.is_bot for occupant in state.seats):
        return refusals.ABANDON_WITH_BOTS()
    if state.seats[seat].abandon:
        return refusals.ALREADY_ASKED()
    others = (human for s, human in zip(SEATS, state.seats, strict=True) if s != seat)
    asked: tuple[Event, ...] = (AbandonAsked(seat),)
    if all(human.is_bot or human.abandon for human in others):
        return asked + abandoned(state, request.secrets, "asked")
    return asked


# --- moves ------------------------------------------------------------------------------------


def _move(rules: AnyRules, state: Opened, request: Request, move: Move) -> Decision:
    seat = _mover(state, request)
    if not isinstance(seat, int):
        return seat
    if not isinstance(state, Underway):
        return refusals.NOT_STARTED()
    if state.deal is None:
        return refusals.NO_DEAL()
    decision: Decision = rules.decide(state.match, seat, move)
    if not isinstance(decision, tuple):
        return decision
    return after_moves(rules, state, decision, request)


def _mover(state: Opened, request: Request) -> Seat | Refusal:
    """The seat that the actor may move for: its own, a bot's, or that of an absent player."""
    kind, _, name = request.actor.partition(":")
    if kind == "player":
        seat = seat_of(state.seats, name)
        if seat is None:
            return refusals.NOT_SEATED()
        occupant = state.seats[seat]
        assert occupant is not None
        return refusals.HOUSE_PLAYS() if occupant.played_by_house else seat
    if kind not in ("bot", "house") or name not in ("0", "1", "2", "3"):
        return _forbidden(request)
    seat = SEATS[int(name)]
    occupant = state.seats[seat]
    if occupant is None or occupant.is_bot != (kind == "bot"):
        return _forbidden(request)
    if kind == "house" and not occupant.played_by_house:
        return refusals.NOT_AWAY(seat=seat)
    return seat

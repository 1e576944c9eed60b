"""From a command as received to a commit ready to be written: the whole of accepting a command."""

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, encode

from shared import catalogue
from shared.flows.events import CODEC
from shared.flows.fold import Dealt, Folded, advance
from shared.flows.refusing import kept_refusal
from shared.flows.sealing import sealed
from shared.flows.secrets import MasterSecrets
from shared.journal import chain
from shared.journal.envelope import Cause
from shared.journal.position import Position
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS
from shared.ports import Accepted, Answer, Command, Commit, Refused
from shared.table import refusals
from shared.table.commands import TABLE_COMMANDS, AnyTableCommand, Open, Request
from shared.table.deadlines import bot_overdue, deadline_of
from shared.table.decide import decide
from shared.table.events import DealStarted
from shared.table.state import Table, Terms, Unopened, seat_of

REASON_MAX: Final = 200

_Readers: TypeAlias = dict[str, Callable[[Raw], AnyTableCommand | Move]]
"""Command type → how its fields are read."""

_TABLE_COMMANDS: Final[_Readers] = {
    name: Decoder(kind).decode for name, kind in TABLE_COMMANDS.items()
}
_MOVES: Final[dict[tuple[str, int], _Readers]] = {
    (rules.NAME, rules.RULESET): {
        str(kind.__struct_config__.tag): Decoder(kind).decode for kind in rules.MOVES
    }
    for rules in catalogue.RULESETS
}


class Decided(Struct, frozen=True, gc=False):
    """A command decided: what to write, and the game once it is written."""

    commit: Commit
    answer: Answer
    """What the sender is told; the commit keeps no more of it than anyone may read."""
    folded: Folded
    starts_deal: bool
    """A deal starts: SQL must hold everything before it first (design: recovery gate)."""


def decide_command(
    secrets: MasterSecrets, folded: Folded, command: Command, entry_id: str | None, now: int
) -> Decided:
    """Decide ``command`` on the game as read; ``now`` is the worker's clock (ms).

    Raises UnknownMasterKey; everything that the sender did wrong is a refusal.
    """
    at = max(now, folded.at)
    rules = folded.rules
    parsed = parse(rules, command)
    if isinstance(parsed, Refusal):
        return _refused(secrets, folded, command, entry_id, parsed)
    if isinstance(parsed, Open) and rules is None:
        rules = catalogue.BY_NAME.get(parsed.rules)
    refusal = _unauthorised(secrets, folded, command, parsed)
    if refusal is not None:
        return _refused(secrets, folded, command, entry_id, refusal)
    known = secrets.for_command(folded.game, rules, folded.table, command.actor, parsed)
    request = Request(command.actor, parsed, at, known)
    decision = decide(rules, folded.table, request)
    if isinstance(decision, Refusal):
        return _refused(secrets, folded, command, entry_id, decision)
    return _accepted(secrets, folded, command, entry_id, request, decision)


def parse(rules: AnyRules | None, command: Command) -> AnyTableCommand | Move | Refusal:
    """The command's own class, from its type and its msgpack map of fields."""
    read = _TABLE_COMMANDS.get(command.type)
    if read is None:
        if rules is None:
            return refusals.NO_SUCH_GAME()
        read = _MOVES[rules.NAME, rules.RULESET].get(command.type)
    if read is None:
        return refusals.MALFORMED(reason=f"there is no command {command.type[:64]}")
    try:
        # A hidden ``type`` among the fields cannot choose another class: it would be refused.
        return read(command.data)
    except (MsgspecError, RecursionError) as error:
        return refusals.MALFORMED(reason=str(error)[:REASON_MAX])


def fingerprint_of(secrets: MasterSecrets, terms: Terms | None, command: Command) -> bytes:
    """What a repeated command is recognised by: content without grant, keys or reply address."""
    packed = encode((command.actor, command.type, command.turn, command.data))
    return secrets.fingerprint(terms, packed)


def _terms(folded: Folded) -> Terms | None:
    return None if isinstance(folded.table, Unopened) else folded.table.terms


def _unauthorised(
    secrets: MasterSecrets, folded: Folded, command: Command, parsed: AnyTableCommand | Move
) -> Refusal | None:
    """Grants of bots, and the turn: nothing late becomes legal by accident."""
    if not isinstance(parsed, Move):
        return None if command.turn is None else refusals.TURN_ON_TABLE_COMMAND()
    kind, _, name = command.actor.partition(":")
    if command.turn is None or command.turn != folded.turn:
        if kind == "player" and not _sits(folded.table, name):
            # Whoever may only watch, later perhaps, does not learn how far the game has come.
            return refusals.NOT_SEATED()
        return _turn_refused(command.turn, folded.turn)
    if kind == "player":
        return None
    terms = _terms(folded)
    if terms is None or name not in ("0", "1", "2", "3") or command.grant is None:
        return refusals.BAD_GRANT()
    seat = SEATS[int(name)]
    if not secrets.grant_valid(terms, command.turn, seat, command.grant):
        return refusals.BAD_GRANT()
    return None


def _turn_refused(given: str | None, current: str | None) -> Refusal:
    if current is None:
        return refusals.NO_DEAL()
    if given is None:
        return refusals.TURN_MISSING(current=current)
    return refusals.STALE_TURN(given=given[:64], current=current)


def _sits(table: Table, player: str) -> bool:
    return not isinstance(table, Unopened) and seat_of(table.seats, player) is not None


def _refused(
    secrets: MasterSecrets,
    folded: Folded,
    command: Command,
    entry_id: str | None,
    refusal: Refusal,
) -> Decided:
    commit = Commit(
        game=folded.game,
        actor=command.actor,
        command_id=command.command_id,
        fingerprint=fingerprint_of(secrets, _terms(folded), command),
        entry_id=entry_id,
        expected=folded.position,
        entries=(),
        after=folded.position,
        answer=kept_refusal(secrets, folded.table, command.actor, command.command_id, refusal),
        clock_due=_clock_due(folded),
        bot_due=bot_overdue(folded.rules, folded.table),
    )
    return Decided(commit, Refused(refusal), folded, starts_deal=False)


def _accepted(
    secrets: MasterSecrets,
    folded: Folded,
    command: Command,
    entry_id: str | None,
    request: Request,
    events: tuple[Event, ...],
) -> Decided:
    fingerprint = fingerprint_of(secrets, _terms(folded), command)
    cause = Cause(command.command_id, fingerprint, len(events))
    first_seq = folded.position.seq + 1
    written = sealed(folded.rules, events, request.secrets.key, first_seq)
    entries = encode_commit(written, folded.position, request.at, cause, command.actor)
    after = chain.advance(folded.position, entries)
    answer = Accepted(first_seq, after.seq)
    moved_on = advance(folded, events, request.at, after, Dealt(request.secrets.deck))
    commit = Commit(
        game=folded.game,
        actor=command.actor,
        command_id=command.command_id,
        fingerprint=fingerprint,
        entry_id=entry_id,
        expected=folded.position,
        entries=entries,
        after=after,
        answer=answer,
        clock_due=_clock_due(moved_on),
        bot_due=bot_overdue(moved_on.rules, moved_on.table),
    )
    return Decided(commit, answer, moved_on, starts_deal=DealStarted in map(type, events))


def encode_commit(
    events: tuple[Event, ...], before: Position, at: int, cause: Cause, actor: str
) -> tuple[bytes, ...]:
    """The entries of one commit; its first carries the cause."""
    entries = []
    carried: Cause | None = cause
    for seq, event in enumerate(events, before.seq + 1):
        entries.append(CODEC.encode(event, seq=seq, at=at, cause=carried, actor=actor))
        carried = None
    return tuple(entries)


def _clock_due(folded: Folded) -> int | None:
    deadline = deadline_of(folded.rules, folded.table)
    return None if deadline is None else deadline.due

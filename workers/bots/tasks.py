"""What a bot worker does with a task: read the view, choose a move, send it under its grant."""

import hashlib
from typing import Any, Final

from msgspec import MsgspecError, Raw, structs
from msgspec.msgpack import Decoder, decode, encode

from shared import catalogue
from shared.kernel.game_rules import AnyRules, Move
from shared.ports import BotTask, Command, CommandQueue
from workers.bots.chance import Chance
from workers.bots.strategies import choose

_decode_task: Final = Decoder(BotTask).decode


class UnreadableTask(Exception):
    """No task of a game that this worker knows: a newer version, or not from one of us."""


def move(packed: bytes, queue: CommandQueue) -> None:
    """Play the turn in ``packed``, a :class:`~shared.ports.BotTask` in msgpack.

    The same task again sends the same command: the rules workers give it one effect. Raises
    UnreadableTask, Unavailable.
    """
    task, rules, view = _read(packed)
    queue.send(command(task, choose(rules, view, task.level, chance_of(task))))


def _read(packed: bytes) -> tuple[BotTask, AnyRules, Any]:
    """The task, its game's rules and the view in it."""
    try:
        task = _decode_task(packed)
        rules = catalogue.BY_RULESET[task.rules, task.ruleset]
        return task, rules, decode(task.view, type=rules.VIEW)
    except KeyError as error:
        raise UnreadableTask(f"unknown rules: {error}") from error
    except MsgspecError as error:
        raise UnreadableTask(str(error)) from error


def chance_of(task: BotTask) -> Chance:
    """The turn's chance: the same for every attempt, and nobody at the table can foresee it.

    The grant depends on game, turn and seat alone, and is secret.
    """
    return Chance(hashlib.sha256(b"greffier/bot/1\0" + task.grant).digest())


def command(task: BotTask, chosen: Move) -> Command:
    """The command that makes the move ``chosen``."""
    return Command(
        version=1,
        game=task.game,
        actor=task.actor,
        command_id=f"bot:{task.game}:{task.turn}:{task.seat}:{task.attempt}",
        type=str(chosen.__struct_config__.tag),
        turn=task.turn,
        data=Raw(encode(structs.asdict(chosen))),
        grant=task.grant,
    )

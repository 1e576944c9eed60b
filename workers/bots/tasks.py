"""What a bot does with its turn: chooses a move from the view alone and sends it as a command."""

from hashlib import sha256

from msgspec import MsgspecError, Raw, to_builtins
from msgspec.msgpack import decode, encode

from shared import catalogue
from shared.kernel.game_rules import Move
from shared.ports import BotTask, Command, CommandQueue, Signals
from workers.bots.chance import Chance
from workers.bots.strategies import choose


def move(task: BotTask, queue: CommandQueue, signals: Signals) -> None:
    """Play ``task``: the same task twice gives the same command under the same id.

    Raises Unavailable: the task stays unacknowledged and comes again.
    """
    rules = catalogue.BY_RULESET.get((task.rules, task.ruleset))
    if rules is None:
        signals.alarm("unknown_rules", rules=task.rules, ruleset=task.ruleset)
        return
    try:
        view = decode(task.view, type=rules.VIEW)
    except MsgspecError as error:
        signals.alarm("unreadable_view", game=task.game, turn=task.turn, reason=str(error))
        return
    chosen = choose(rules, view, task.level, chance_of(task))
    queue.send(command_of(task, chosen))


def chance_of(task: BotTask) -> Chance:
    """The bot's luck in this turn: the same for every repetition of the task.

    Seeded with the grant, which nobody but the server and the bots can know: what a bot does
    with its luck cannot be foreseen from the log.
    """
    name = f"{task.game}:{task.turn}:{task.seat}:{task.attempt}".encode()
    return Chance(sha256(task.grant + name).digest())


def command_of(task: BotTask, chosen: Move) -> Command:
    """The command id is derived from game, turn, seat and attempt: a repetition is a retry."""
    fields = to_builtins(chosen)
    kind = fields.pop("type")
    return Command(
        version=1,
        game=task.game,
        actor=task.actor,
        command_id=f"bot:{task.game}:{task.turn}:{task.seat}:{task.attempt}",
        type=kind,
        turn=task.turn,
        data=Raw(encode(fields)),
        grant=task.grant,
    )

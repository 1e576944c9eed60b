"""A bot's task becomes its command, the same one however often it is run."""

from typing import Any, get_args

import pytest
from msgspec import convert
from msgspec.msgpack import decode, encode

from shared.adapters.memory.log import MemoryLog
from shared.adapters.memory.queue import MemoryCommandQueue
from shared.games.call_break import rules
from shared.games.call_break.moves import CallBreakMove
from shared.ports import BotTask, Command, GameId, partition_of
from shared.table.options import Level
from tests.support.bots import GAME, TURN, task, views
from tests.support.pipeline import Pipeline, SetClock, game_id
from workers.bots import tasks
from workers.bots.tasks import UnreadableTask


def played(*asked: BotTask) -> list[Command]:
    """The commands that the tasks send, as the rules workers read them."""
    queue = MemoryCommandQueue(MemoryLog(SetClock()))
    for one in asked:
        tasks.move(encode(one), queue)
    delivered = queue.receive(partition_of(GameId(GAME)), 100, 0)
    commands = [one.command for one in delivered if one.command is not None]
    assert len(commands) == len(asked), "a command was not sound"
    return commands


def move_in(command: Command) -> CallBreakMove:
    fields: dict[str, Any] = decode(command.data)
    move: CallBreakMove = convert({"type": command.type, **fields}, CallBreakMove)
    return move


def test_a_command_says_whose_move_it_is_and_by_which_grant() -> None:
    (command,) = played(task(actor="house:2", seat=2, attempt=1))
    assert command.game == GAME
    assert command.actor == "house:2"
    assert command.command_id == f"bot:{GAME}:{TURN}:2:1"
    assert command.turn == TURN
    assert command.grant == task().grant
    assert command.reply_to is None


def test_the_longest_command_id_there_can_be_is_sound() -> None:
    (command,) = played(task(turn="9999999999-ffffffff", attempt=999))
    assert len(command.command_id) == 64


@pytest.mark.parametrize("level", get_args(Level))
def test_the_move_is_legal_in_the_view(level: Level) -> None:
    for view in views(7):
        (command,) = played(task(view, level=level))
        assert move_in(command) in rules.legal_moves(view)


def test_the_same_task_is_the_same_command() -> None:
    for view in views(8)[::5]:
        first, again = played(task(view), task(view))
        assert first == again


def test_a_later_attempt_makes_the_same_move_under_another_id() -> None:
    first, second = played(task(attempt=0), task(attempt=1))
    assert first.command_id != second.command_id
    assert (first.type, first.data) == (second.type, second.data)


def test_luck_follows_from_the_grant_which_nobody_at_the_table_knows() -> None:
    luck = tasks.chance_of(task()).below(1 << 128)
    assert tasks.chance_of(task(attempt=2)).below(1 << 128) == luck
    assert tasks.chance_of(task(grant=bytes(32))).below(1 << 128) != luck


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xc1", id="no msgpack"),
        pytest.param(b"\x93\x01\x02\x03", id="too short"),
        pytest.param(b"\x91" * 5_000, id="too deep"),
        pytest.param(encode(task(level="master")), id="a level that there is not"),
        pytest.param(encode(task(rules="whist")), id="a game that there is not"),
        pytest.param(encode(task(ruleset=99)), id="a ruleset that there is not"),
        pytest.param(encode(task(view=b"\x80")), id="a view without its fields"),
    ],
)
def test_what_is_no_task_of_ours_is_named_as_such(packed: bytes) -> None:
    with pytest.raises(UnreadableTask):
        tasks.move(packed, MemoryCommandQueue(MemoryLog(SetClock())))


class PlayedByBots(Pipeline):
    """A pipeline whose bots are these."""

    def play_bots(self) -> None:
        while self.bots.tasks:
            tasks.move(encode(self.bots.tasks.popleft()), self.queue)


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_bots_play_whole_games_without_a_refusal(level: Level) -> None:
    pipeline, game = PlayedByBots(), game_id()
    pipeline.open(game, bots=(0, 1, 2, 3), deals=3, level=level)
    pipeline.settle()
    assert pipeline.view(game, "public")["view"]["phase"] == "over"
    assert pipeline.journal.refusals(pipeline.lease.partition, "0-0", 10) == []

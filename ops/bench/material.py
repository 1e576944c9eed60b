"""Games played in advance: the commands that make them, and the logs that come out."""

import random
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Raw, Struct, to_builtins
from msgspec.msgpack import encode

from shared import catalogue
from shared.fairness.keys import master_key_id
from shared.flows.fold import Folded, unread
from shared.flows.secrets import MasterSecrets
from shared.flows.submit import decide_command
from shared.journal.position import Position
from shared.ports import Command, GameId
from shared.table.deadlines import deadline_of
from shared.table.state import Over, Underway
from shared.table.view import to_move

MASTER: Final = bytes(range(32))
SECRETS: Final = MasterSecrets(MASTER, {master_key_id(MASTER): MASTER})
NOW: Final = 1_700_000_000_000
"""The time at which every pre-made command is decided (ms): turns name chains, which hold it."""


class Played(Struct, frozen=True):
    """A whole game of four bots."""

    game: GameId
    opening: tuple[Command, ...]
    """The table opens; then the game starts, and its first deal with it."""
    commands: tuple[Command, ...]
    """All others, in order."""
    entries: tuple[bytes, ...]
    """The log."""
    head: Position


def game_id(partition: int, number: int) -> GameId:
    """A game of ``partition``; the same number gives the same game."""
    return GameId(f"{partition:02x}{number:032x}")


def play(game: GameId, deals: int = 1, rules: str = "call_break") -> Played:
    """A game of ``deals`` deals, each move any legal one; the same in every run.

    Where a table cannot choose how many deals there are, it is a whole game.
    """
    dice = random.Random(game)
    folded, commands = unread(game), [_opening(game, deals, rules)]
    entries: list[bytes] = []
    while True:
        decided = decide_command(SECRETS, folded, commands[-1], "0-1", NOW)
        assert decided.commit.entries, f"{commands[-1]} was refused: {decided.commit.answer}"
        entries += decided.commit.entries
        folded = decided.folded
        if isinstance(folded.table, Over):
            break
        commands.append(_next_command(folded, dice))
    opening, others = tuple(commands[:2]), tuple(commands[2:])
    return Played(game, opening, others, tuple(entries), folded.position)


def opening_fields(deals: int, rules: str = "call_break") -> dict[str, Any]:
    """What the command that opens such a game says."""
    chooses = "deals" in catalogue.BY_NAME[rules].OPTIONS.__struct_fields__
    return {
        "client": "bench",
        "rules": rules,
        "options": {"stake": 1},
        "house_rules": {"deals": deals} if chooses else {},
        "bots": [0, 1, 2, 3],
        "bots_at_stake": True,
    }


def table_command(game: GameId, name: str, kind: str, fields: Mapping[str, Any]) -> Command:
    """A command about the table, which needs neither turn nor grant."""
    actor = "clock" if kind == "table.clock_ran_out" else "player:bench"
    return Command(1, game, actor, name, kind, None, Raw(encode(fields)))


def _opening(game: GameId, deals: int, rules: str) -> Command:
    return table_command(game, "open", "table.open", opening_fields(deals, rules))


def _next_command(folded: Folded, dice: random.Random) -> Command:
    rules, table = folded.rules, folded.table
    assert rules is not None
    if not isinstance(table, Underway) or table.deal is None:
        deadline = deadline_of(rules, table)
        assert deadline is not None
        name = f"clock:{deadline.due}:{folded.position.seq}"
        return table_command(folded.game, name, "table.clock_ran_out", {"due": deadline.due})
    return _move(folded, dice)


def _move(folded: Folded, dice: random.Random) -> Command:
    """Any legal move of the bot whose turn it is, as the bot workers would send it."""
    rules, table, turn = folded.rules, folded.table, folded.turn
    assert rules is not None
    assert isinstance(table, Underway)
    assert turn is not None
    seat = to_move(rules, table)
    assert seat is not None
    fields = to_builtins(dice.choice(rules.legal_moves(rules.view(table.match, seat))))
    kind = fields.pop("type")
    return Command(
        version=1,
        game=folded.game,
        actor=f"bot:{seat}",
        command_id=f"bot:{folded.game}:{turn}:{seat}:0",
        type=kind,
        turn=turn,
        data=Raw(encode(fields)),
        grant=SECRETS.grant(table.terms, turn, seat),
    )

"""Games played in advance: the commands that make them, and the logs that come out."""

import random
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Raw, Struct, to_builtins
from msgspec.msgpack import encode

from shared.fairness.keys import master_key_id
from shared.flows.fold import Folded, unread
from shared.flows.secrets import MasterSecrets
from shared.flows.submit import Decided, decide_command
from shared.journal.position import Position
from shared.ports import Command, GameId
from shared.table.deadlines import deadline_of
from shared.table.state import Over, Underway
from shared.table.view import to_move

MASTER: Final = bytes(range(32))
SECRETS: Final = MasterSecrets(MASTER, {master_key_id(MASTER): MASTER})
NOW: Final = 1_700_000_000_000
"""The time at which every pre-made command is decided (ms): turns name chains, which hold it."""


class StandingClock:
    """The port ``Clock`` at :data:`NOW`, so that pre-made commands meet the chains they name."""

    def now_ms(self) -> int:
        return NOW


class Played(Struct, frozen=True):
    """A whole game of four bots."""

    game: GameId
    before_play: tuple[Command, ...]
    """The table opens, and the game starts with its first deal."""
    commands: tuple[Command, ...]
    """All others, in order."""
    entries: tuple[bytes, ...]
    """The log."""
    head: Position


def game_id(partition: int, number: int) -> GameId:
    return GameId(f"{partition:02x}{number:032x}")


def play(game: GameId, deals: int = 1) -> Played:
    """A game of ``deals`` deals, each move any legal one; the same in every run."""
    dice = random.Random(game)
    folded, commands, entries = unread(game), [_opening(game, deals)], list[bytes]()
    while True:
        decided = decide_command(SECRETS, folded, commands[-1], None, NOW)
        assert decided.commit.entries, f"{commands[-1]} was refused: {decided.commit.answer}"
        entries += decided.commit.entries
        folded = decided.folded
        if isinstance(folded.table, Over):
            break
        commands.append(_next_command(folded, dice))
    return Played(game, tuple(commands[:2]), tuple(commands[2:]), tuple(entries), folded.position)


def _opening(game: GameId, deals: int) -> Command:
    return _command(
        game,
        "system",
        "open",
        "table.open",
        {
            "client": "bench",
            "rules": "call_break",
            "options": {"stake": 1},
            "house_rules": {"deals": deals},
            "bots": [0, 1, 2, 3],
            "bots_at_stake": True,
        },
    )


def _next_command(folded: Folded, dice: random.Random) -> Command:
    rules, table = folded.rules, folded.table
    assert rules is not None
    if not isinstance(table, Underway) or table.deal is None:
        deadline = deadline_of(rules, table)
        assert deadline is not None
        name = f"clock:{deadline.due}:{folded.position.seq}"
        return _command(folded.game, "clock", name, "table.clock_ran_out", {"due": deadline.due})
    seat = to_move(rules, table)
    assert seat is not None
    assert folded.turn is not None
    move = dice.choice(rules.legal_moves(rules.view(table.match, seat)))
    fields = to_builtins(move)
    kind = fields.pop("type")
    name = f"bot:{folded.game}:{folded.turn}:{seat}:0"
    grant = SECRETS.grant(table.terms, folded.turn, seat)
    return _command(folded.game, f"bot:{seat}", name, kind, fields, folded.turn, grant)


def _command(
    game: GameId,
    actor: str,
    name: str,
    kind: str,
    fields: dict[str, Any],
    turn: str | None = None,
    grant: bytes | None = None,
) -> Command:
    return Command(1, game, actor, name, kind, turn, Raw(encode(fields)), grant)

"""Moments of golden games, for pages to show: nothing on a page is made up."""

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from ops.pages.layout import ROOT
from shared.flows import export
from shared.flows.events import CODEC
from shared.flows.fold import Folded, fold
from shared.flows.published import keys_in
from shared.journal.codec import Entry
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import PUBLIC, SEATS, Viewer
from shared.ports import GameId
from shared.table.state import Underway
from shared.table.view import show, to_move, view

GOLDEN: Final = ROOT / "tests" / "golden"


class Recorded(Struct, frozen=True):
    """A golden game."""

    game: GameId
    raws: tuple[bytes, ...]
    entries: tuple[Entry, ...]


@cache
def recorded(log: Path) -> Recorded:
    with gzip.open(log) as file:
        found = export.read(file)
    return Recorded(found.game, found.entries, tuple(map(CODEC.decode, found.entries)))


def games_of(rules: AnyRules) -> list[Recorded]:
    """The golden games of a ruleset."""
    logs = (GOLDEN / rules.NAME / str(rules.RULESET)).glob("*/log.jsonl.gz")
    return [recorded(log) for log in sorted(logs)]


def moves_made(rules: AnyRules) -> Iterator[Move]:
    """Every move that was made in the golden games of a ruleset."""
    for game in games_of(rules):
        for entry in game.entries:
            made = rules.move_of(entry.event)
            if made is not None:
                yield made[1]


def shown_view(rules: AnyRules, name: str, seq: int, viewer: Viewer) -> dict[str, Any]:
    """The rules' own view after the entry ``seq`` of the golden game ``name``."""
    table = _underway(_after(rules, name, seq))
    match: dict[str, Any] = show(rules, view(rules, table, viewer))["match"]
    return match


def of_the_mover(rules: AnyRules, name: str, seq: int) -> dict[str, Any]:
    """That view of the seat which is to move."""
    return shown_view(rules, name, seq, to_move(rules, _underway(_after(rules, name, seq))))


def refused(rules: AnyRules, name: str, seq: int, text: str) -> Refusal:
    """What the seat to move is told if it asks for ``text`` after that entry."""
    table = _underway(_after(rules, name, seq))
    seat, move = to_move(rules, table), rules.parse_move(text)
    assert seat is not None
    assert move is not None, f"{rules.NAME} has no move {text}"
    refusal = rules.decide(table.match, seat, move)
    assert isinstance(refusal, Refusal), f"{text} may be played after entry {seq} of {name}"
    return refusal


def viewer_of(words: str) -> Viewer:
    """``seat 2`` or ``the public``."""
    return PUBLIC if words == "the public" else SEATS[int(words.removeprefix("seat "))]


def _after(rules: AnyRules, name: str, seq: int) -> Folded:
    game = recorded(GOLDEN / rules.NAME / str(rules.RULESET) / name / "log.jsonl.gz")
    return fold(game.game, game.raws[:seq], keys_in(game.entries))


def _underway(folded: Folded) -> Underway:
    assert isinstance(folded.table, Underway), "nobody moves there"
    return folded.table

"""Transcripts held against our rules, from the command line: a line a difference, one a file."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, json, structs

from services.cli import files
from services.cli.printing import complain, say, say_json, visible
from services.cli.status import CANNOT_RUN, FOUND_WRONG, GOOD
from shared.flows.transcripts import Difference, GameCheck, check_lines

MALFORMED_SHOWN: Final = 10
"""A file of which more than this many lines are no transcripts is another kind of file."""


class Tally(Struct):
    """What one file amounted to."""

    file: str
    games: int = 0
    moves: int = 0
    differences: int = 0
    malformed: int = 0

    def text(self) -> str:
        """``FILE: 40 games, 8123 moves, 0 differences``, in this form whatever the numbers."""
        found = f"{self.games} games, {self.moves} moves, {self.differences} differences"
        broken = f", {self.malformed} malformed" if self.malformed else ""
        return f"{self.file}: {found}{broken}"


def check(names: Sequence[str], *, as_json: bool) -> int:
    """Check every file that can be read; the exit status.

    As JSON: one object a line, those of a file before the one with its counts.
    """
    return max(_check_file(name, as_json=as_json) for name in names)


def _check_file(name: str, *, as_json: bool) -> int:
    tally = Tally(visible(name))
    try:
        with files.opened(name) as file:
            for checked in check_lines(files.lines(file)):
                _count(tally, checked, as_json=as_json)
    except files.LineTooLong as error:
        _count(tally, GameCheck(tally.games + 1, 0, (), str(error)), as_json=as_json)
    except OSError as error:
        complain(f"cannot run: {name}: {error.strerror}")
        return CANNOT_RUN
    if as_json:
        say_json(tally, one_line=True)
    else:
        say(tally.text())
    return FOUND_WRONG if tally.differences or tally.malformed else GOOD


def _count(tally: Tally, checked: GameCheck, *, as_json: bool) -> None:
    tally.games += 1
    tally.moves += checked.moves
    tally.differences += len(checked.differences)
    for difference in checked.differences:
        if as_json:
            found = {"file": tally.file, "game": checked.game, **structs.asdict(difference)}
            say_json(found, one_line=True)
        else:
            say(f"{tally.file}: game {checked.game}, {_difference(difference)}")
    if checked.malformed is not None:
        tally.malformed += 1
        _say_malformed(tally, checked.game, checked.malformed, as_json=as_json)


def _say_malformed(tally: Tally, game: int, reason: str, *, as_json: bool) -> None:
    if tally.malformed > MALFORMED_SHOWN:
        return
    if as_json:
        say_json({"file": tally.file, "game": game, "malformed": reason}, one_line=True)
        return
    say(f"{tally.file}: game {game} is no transcript: {reason}")
    if tally.malformed == MALFORMED_SHOWN:
        say(f"{tally.file}: further lines that are no transcripts are only counted")


def _difference(difference: Difference) -> str:
    deal = "the end" if difference.deal is None else f"deal {difference.deal}"
    move = "" if difference.move is None else f", move {difference.move}"
    transcript, rules = _shown(difference.transcript), _shown(difference.rules)
    what = f"{deal}{move}: {difference.what}"
    return f"{what}: the transcript says {transcript}, the rules {rules}"


def _shown(value: object) -> str:
    return json.encode(value).decode()

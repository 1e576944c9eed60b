"""What the command line shows of games: the list, a telling, three verdicts, an export."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import to_builtins

from services.cli.printing import complain, say, say_bytes, say_json, say_table
from services.cli.sources import Source
from services.cli.status import FOUND_WRONG, GOOD, verdict
from shared.flows import export
from shared.flows.replay import tell
from shared.flows.showing import show_log
from shared.flows.verify import Verdicts, verify
from shared.kernel.seats import Seat
from shared.ports import GameRow


def show_games(rows: Sequence[GameRow], names: Mapping[str, str], *, as_json: bool) -> None:
    """The games, an id a line; ``names``: the players' by their id."""
    if as_json:
        say_json([to_builtins(row) | {"phase": row.phase} for row in rows])
        return
    if not rows:
        say("no games")
        return
    table = [
        (row.game, row.rules, row.phase, _time(row.created_at), _seats(row, names)) for row in rows
    ]
    say_table("games, newest first (UTC)", ("game", "rules", "phase", "since", "seats"), table)


def _seats(row: GameRow, names: Mapping[str, str]) -> str:
    return ", ".join(
        "bot" if seated.player is None else names.get(seated.player, seated.player)
        for seated in row.seats
    )


def show_replay(source: Source, seat: Seat | None, upto: int | None, *, as_json: bool) -> int:
    """Tell the game, unless its log is not what it should be; the status."""
    # A telling folds the log, which can be done only with one that the rules could have written.
    verdicts = verify(source.game, source.entries, source.witness)
    unsound = [finding for finding in verdicts.findings if finding.check != "money"]
    if unsound:
        complain(f"found wrong: {_place(unsound[0].seq)}: {unsound[0].text}")
        complain("nothing is told of a log that does not verify; see `greffier verify`")
        return FOUND_WRONG
    if as_json:
        shown = show_log(source.entries)
        say_json([event for event in shown if upto is None or event.seq <= upto])
    else:
        for line in tell(source.game, source.entries, seat=seat, upto=upto):
            say(line)
    return GOOD


def show_verdicts(source: Source, *, as_json: bool) -> int:
    """Judge the game and say so; the status."""
    verdicts = verify(source.game, source.entries, source.witness)
    if as_json:
        say_json(_judged(verdicts))
    else:
        say_judged(verdicts)
    return verdict(good=verdicts.all_good)


def say_judged(verdicts: Verdicts) -> None:
    """What was found, a line each, and the verdict."""
    for finding in verdicts.findings:
        say(f"{_place(finding.seq)}: {finding.check}: {finding.text}")
    if verdicts.sealed_from is not None and verdicts.all_good:
        seq = verdicts.sealed_from
        say(f"from entry {seq} on: a running deal; its rules are judged once it is opened")
    say(f"{verdicts.entries} entries of game {verdicts.game}")
    say(verdicts.line())


def _place(seq: int | None) -> str:
    return "the game" if seq is None else f"entry {seq}"


def _judged(verdicts: Verdicts) -> dict[str, object]:
    return {
        "game": verdicts.game,
        "entries": verdicts.entries,
        "bytes": verdicts.good("bytes"),
        "rules": verdicts.good("rules"),
        "money": verdicts.good("money"),
        "sealed_from": verdicts.sealed_from,
        "findings": to_builtins(verdicts.findings),
    }


def write_export(source: Source, path: Path | None) -> None:
    """The export on standard output, or in ``path``, which appears whole or not at all."""
    head, transfers = source.witness.head, source.witness.transfers
    assert head is not None, "what is exported comes from SQL, which knows the head"
    lines = export.written(source.game, source.entries, head, transfers or ())
    if path is None:
        say_bytes(lines)
        return
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("wb") as file:
            file.writelines(lines)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")

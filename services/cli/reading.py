"""What the command line shows of games: the list, a telling, verdicts, the ledger, transcripts."""

import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct, json, to_builtins
from rich.console import Console
from rich.progress import track
from rich.table import Table

from shared.flows import export
from shared.flows.replay import tell
from shared.flows.showing import show_log
from shared.flows.transcripts import Difference, GameCheck, check_lines
from shared.flows.verify import Verdicts, Witness, verify
from shared.kernel.seats import Seat
from shared.ledger.transfers import Transfer
from shared.ports import Archive, GameId, GameRow, Transfers, is_game_id

STANDARD_INPUT: Final = "-"


class NoSuchGame(Exception):
    """SQL holds no such game, and no file has that name."""


class Source(Struct, frozen=True):
    """A game to be read, from SQL or from an export."""

    game: GameId
    entries: Sequence[bytes]
    witness: Witness


def find(name: str, archive: Archive, transfers: Transfers) -> Source:
    """The game with the id ``name``, or the export in the file of that name.

    Raises NoSuchGame, NoExport.
    """
    if not is_game_id(name):
        return _exported(Path(name))
    game = GameId(name)
    entries = archive.entries(game)
    if not entries:
        raise NoSuchGame(f"SQL holds no entries of game {name}")
    witness = Witness(head=archive.position(game), transfers=transfers.of_game(game))
    return Source(game, entries, witness)


def _exported(path: Path) -> Source:
    try:
        with path.open("rb") as lines:
            found = export.read(lines)
    except OSError as error:
        raise NoSuchGame(f"{path} is no game id, and no file to read ({error})") from error
    except export.NoExport as error:
        raise export.NoExport(f"{path}: {error}") from error
    return Source(found.game, found.entries, found.witness)


def show_games(rows: Sequence[GameRow], console: Console, *, as_json: bool) -> None:
    if as_json:
        print_json([to_builtins(row) | {"phase": row.phase} for row in rows])
        return
    table = Table("game", "rules", "phase", "opened", "seats")
    for row in rows:
        seats = " ".join(f"{seated.seat}:{seated.player or 'bot'}" for seated in row.seats)
        table.add_row(row.game, row.rules, row.phase, _time(row.opened_at), seats)
    console.print(table)


def show_replay(
    source: Source, console: Console, seat: Seat | None, upto: int | None, *, as_json: bool
) -> None:
    if as_json:
        shown = show_log(source.entries)
        print_json([event for event in shown if upto is None or event.seq <= upto])
        return
    for line in tell(source.game, source.entries, seat=seat, upto=upto):
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def show_verdicts(source: Source, console: Console, *, as_json: bool) -> bool:
    """Judge the game and say so; whether all is good."""
    verdicts = verify(source.game, source.entries, source.witness)
    if as_json:
        print_json(_judged(verdicts))
    else:
        print_verdicts(verdicts, console)
    return verdicts.all_good


def print_verdicts(verdicts: Verdicts, console: Console) -> None:
    for finding in verdicts.findings:
        place = "the game" if finding.seq is None else f"entry {finding.seq}"
        _plain(console, f"{place}: {finding.check}: {finding.text}")
    if verdicts.sealed_from is not None:
        seq = verdicts.sealed_from
        _plain(console, f"from entry {seq} on: a running deal; its rules are judged once opened")
    _plain(console, f"{verdicts.entries} entries")
    _plain(console, verdicts.line())


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
    assert head is not None
    lines = export.written(source.game, source.entries, head, transfers or ())
    if path is None:
        sys.stdout.buffer.writelines(lines)
        return
    draft = path.with_name(f".{path.name}.draft")
    with draft.open("wb") as file:
        file.writelines(lines)
    draft.replace(path)


def show_ledger(posted: Sequence[Transfer], console: Console, *, as_json: bool) -> None:
    if as_json:
        print_json(posted)
        return
    console.print(ledger_table(posted))


def ledger_table(posted: Sequence[Transfer]) -> Table:
    table = Table("game", "entry", "seat", "debit", "credit", "amount", title="ledger")
    for transfer in posted:
        table.add_row(
            f"{transfer.game[:10]}…",
            str(transfer.seq),
            str(transfer.seat),
            transfer.debit,
            transfer.credit,
            f"{transfer.amount} {transfer.currency}",
        )
    return table


def show_balances(
    balances: dict[tuple[str, str], int], console: Console, *, as_json: bool
) -> bool:
    """Every account's balance; whether they sum to zero in each currency."""
    sums: dict[str, int] = {}
    for (_, currency), balance in balances.items():
        sums[currency] = sums.get(currency, 0) + balance
    if as_json:
        rows = [
            {"account": account, "currency": currency, "balance": balance}
            for (account, currency), balance in balances.items()
        ]
        print_json({"balances": rows, "sums": sums})
    else:
        table = Table("account", "currency", "balance", title="balances")
        for (account, currency), balance in balances.items():
            table.add_row(account, currency, str(balance))
        console.print(table)
        for currency, total in sums.items():
            _plain(console, f"all {currency} accounts together: {total}")
    return not any(sums.values())


def check_transcripts(names: Sequence[str], console: Console) -> bool:
    """Replay transcripts on our rules, a line a file; whether there was no difference."""
    good = True
    for name in names:
        if name == STANDARD_INPUT:
            good &= _check(name, sys.stdin.buffer, console)
        else:
            with Path(name).open("rb") as lines:
                good &= _check(name, lines, console)
    return good


def _check(name: str, lines: Iterable[bytes], console: Console) -> bool:
    games = moves = differences = malformed = 0
    checks: Iterable[GameCheck] = check_lines(lines)
    if console.is_terminal:
        checks = track(checks, description=name, console=console, transient=True)
    for checked in checks:
        games += 1
        moves += checked.moves
        differences += len(checked.differences)
        for difference in checked.differences:
            _plain(console, f"{name}: game {checked.game}, {_difference(difference)}")
        if checked.malformed is not None:
            malformed += 1
            _plain(console, f"{name}: game {checked.game} is no transcript: {checked.malformed}")
    found = "1 difference" if differences == 1 else f"{differences} differences"
    broken = f", {malformed} malformed" if malformed else ""
    _plain(console, f"{name}: {games} games, {moves} moves, {found}{broken}")
    return differences == malformed == 0


def _difference(difference: Difference) -> str:
    deal = "the end" if difference.deal is None else f"deal {difference.deal}"
    move = "" if difference.move is None else f", move {difference.move}"
    return (
        f"{deal}{move}: {difference.what}: the transcript says {difference.transcript}, "
        f"the rules {difference.rules}"
    )


def print_json(value: object) -> None:
    sys.stdout.buffer.write(json.format(json.encode(value), indent=2) + b"\n")


def _plain(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


def _time(at: int | None) -> str:
    if at is None:
        return ""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")

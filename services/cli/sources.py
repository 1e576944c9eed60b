"""Where a game comes from: SQL, by its id, or an export in a file."""

from collections.abc import Sequence

from msgspec import Struct

from services.cli import files
from services.cli.doors import Doors
from services.cli.printing import visible
from shared.flows import export
from shared.flows.verify import Witness
from shared.ports import Archive, GameId, Transfers, is_game_id


class NoSuchGame(Exception):
    """SQL holds no such game, and no file has that name: look with `greffier games`."""


class Source(Struct, frozen=True):
    """A game to be read."""

    game: GameId
    entries: Sequence[bytes]
    witness: Witness


def find(name: str, doors: Doors) -> Source:
    """The game ``name``, an id, from SQL; or the export in the file of that name.

    Raises NoSuchGame, NoExport, and what keeps SQL from being read.
    """
    if not is_game_id(name):
        return exported(name)
    with doors.stored() as stored:
        return archived(GameId(name), stored.archive, stored.transfers)


def archived(game: GameId, archive: Archive, transfers: Transfers) -> Source:
    """The game as SQL held it at one moment. Raises NoSuchGame, Unavailable."""
    head = archive.position(game)
    entries, posted = archive.entries(game), transfers.of_game(game)
    if not entries:
        raise NoSuchGame(f"no game {game} in SQL: `greffier games` lists what there is")
    if archive.position(game) != head:
        # The game went on meanwhile. Entries, transfers and position are written in one
        # transaction and never taken back, so what there was at ``head`` can still be told.
        entries = entries[: head.seq]
        posted = [transfer for transfer in posted if transfer.seq <= head.seq]
    return Source(game, entries, Witness(head=head, transfers=posted))


def exported(name: str) -> Source:
    """The game in the file ``name`` (``-``: standard input). Raises NoSuchGame, NoExport."""
    try:
        with files.opened(name) as file:
            found = export.read(files.lines(file))
    except OSError as error:
        right = "give a game id (34 hex digits) or the file of an export"
        raise NoSuchGame(f"{name}: {error.strerror}; {right}") from error
    except (export.NoExport, files.LineTooLong) as error:
        raise export.NoExport(f"{visible(name)}: {error}") from error
    return Source(found.game, found.entries, found.witness)

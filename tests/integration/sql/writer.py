"""A process that archives round after round and tells each one, until it is killed."""

import sys

from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.ports import Archive
from tests.shared.adapters.sql.archived import commit, game_id, settlement

GAMES = [game_id(number) for number in range(20)]
ENTRIES = 3
"""What a round adds to every game, with one settlement."""


def write_round(archive: Archive) -> int:
    """Store the next round of all games in one batch; returns how many there are now."""
    batch = []
    for game, position in archive.positions(GAMES).items():
        transfers = settlement(game, position.seq + ENTRIES)
        batch.append(commit(game, position, ENTRIES, transfers=transfers))
    archive.store(batch)
    return batch[0].after.seq // ENTRIES


def main(url: str) -> None:
    archive = SqlArchive(Database(url))
    while True:
        sys.stdout.write(f"{write_round(archive)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])

"""How long ``greffier check`` takes for a thousand moves, beyond what starting takes.

Whole processes on the recorded transcripts of another engine, by their own core time; what the
same command takes for an empty file is taken off, each the least of its rounds. The files hold
some ten thousand moves: a thousand would be lost in how starting varies.
"""

import gzip
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ops.bench.rows import Row, Scale
from shared.catalogue import BY_NAME
from shared.flows.transcripts import check_lines

AIM: Final = 100.0
"""Milliseconds."""
MOVES: Final = 10_000
"""In a file, or a few less where there are no more."""
VECTORS: Final = Path(__file__).parents[2] / "tests" / "vectors"


def rows(scale: Scale) -> Iterator[Row]:
    """A row a game whose transcripts are here."""
    with tempfile.TemporaryDirectory() as folder:
        empty, file = Path(folder) / "empty.jsonl", Path(folder) / "transcripts.jsonl"
        empty.touch()
        for game in BY_NAME:
            lines, moves = _some_games(game)
            if not moves:
                continue
            file.write_bytes(b"".join(lines))
            start_up = min(_core_seconds(empty) for _ in range(scale.rounds))
            took = min(_core_seconds(file) for _ in range(scale.rounds))
            note = f"{moves} moves: {took:.3f} s, of which start-up {start_up:.3f}"
            what = f"greffier check, 1,000 moves: {game}"
            figure = 1_000 * (took - start_up) * 1_000 / moves
            yield Row(what, figure, "ms a core", AIM, "less", note=note)


def _some_games(game: str) -> tuple[list[bytes], int]:
    """The first transcripts of ``game`` that hold so many moves, and how many they do."""
    lines: list[bytes] = []
    moves = 0
    for line in _transcripts(game):
        if moves >= MOVES:
            break
        lines.append(line)
        moves += sum(checked.moves for checked in check_lines([line]))
    return lines, moves


def _transcripts(game: str) -> Iterator[bytes]:
    for file in VECTORS.glob(f"{game}.jsonl*"):
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
            yield from lines


def _core_seconds(file: Path) -> float:
    """The core time of one ``greffier check``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    script = "from services.cli.main import run; run()"
    command = [sys.executable, "-c", script, "check", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

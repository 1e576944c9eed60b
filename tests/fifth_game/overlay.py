"""The project with one game more: the same files, and a catalogue with one more line."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
CATALOGUE: Final = Path("shared") / "catalogue.py"
LAST: Final = "from shared.kernel.game_rules import AnyRules\n"
IMPORT: Final = "from tests.tiny_whist import rules as tiny_whist\n"
"""How the file comes by the rules; a game of ours would be imported from ``shared.games``."""
ROW: Final = "    tiny_whist,\n"
"""The line."""


def fifth_game(folder: Path) -> Path:
    """``folder`` as a copy of the project, all of it links but the catalogue."""
    for entry in ROOT.iterdir():
        if entry.name not in ("shared", ".git"):
            (folder / entry.name).symlink_to(entry)
    (folder / "shared").mkdir()
    for entry in (ROOT / "shared").iterdir():
        if entry.name not in (CATALOGUE.name, "__pycache__"):
            (folder / "shared" / entry.name).symlink_to(entry)
    (folder / CATALOGUE).write_text(with_row((ROOT / CATALOGUE).read_text()))
    return folder


def with_row(catalogue: str) -> str:
    """The catalogue's text with the row of Tiny Whist at the end of its table."""
    before, imported, table = catalogue.partition(LAST)
    rows, end, rest = table.partition("\n)\n")
    return f"{before}{imported}{IMPORT}{rows}\n{ROW}{end.removeprefix(chr(10))}{rest}"


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python's own command line in ``project``, to its end."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("GREFFIER_", "PYTEST_"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**inherited, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )

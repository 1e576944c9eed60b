"""Files named on the command line: read line by line, bounded, with a bar for who waits."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from services.cli.printing import visible

if TYPE_CHECKING:
    from rich.progress import Progress

STANDARD_INPUT: Final = "-"
LINE_BYTES_MAX: Final = 16 * 1024 * 1024
_WAIT_BYTES_MIN: Final = 8 * 1024 * 1024
"""A smaller file is read before anyone has looked at a bar."""


class LineTooLong(Exception):
    """A line that no format of ours has; the message names it. The rest was not read."""


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The file, or standard input for ``-``. Raises OSError."""
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size < _WAIT_BYTES_MIN or not sys.stderr.isatty():
            yield file
            return
        with progress() as bar:
            yield bar.wrap_file(file, size, description=visible(name))


def lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of ``file``, never holding more than one. Raises LineTooLong, OSError."""
    number = 0
    while line := file.readline(LINE_BYTES_MAX + 1):
        number += 1
        if len(line) > LINE_BYTES_MAX:
            raise LineTooLong(f"line {number} is longer than {LINE_BYTES_MAX} bytes")
        yield line


def progress() -> "Progress":
    """A bar on standard error, gone when the work is done; it shows nothing on no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        Elapsed(),
        console=Console(stderr=True),
        transient=True,
        # What is said meanwhile goes above the bar on the same screen, and elsewhere as it is.
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
        disable=not sys.stderr.isatty(),
    )

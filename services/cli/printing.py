"""How the command line prints: lines, tables and JSON, for readers who may leave at any time."""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final, TextIO

from msgspec import json

# Wider than any row of ours: what reads a pipe is no screen, and half an id is none.
_PIPE_COLUMNS: Final = 1_000

_READER_LEFT: Final = (errno.EPIPE, errno.EIO)
"""A pipe that nobody reads, a terminal that was closed."""


def open_streams() -> None:
    """Make the standard streams take every text, whatever this process was started with."""
    # Python leaves None where the shell closed a stream (`>&-`).
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        # A terminal of another encoding, or a file name that is no text, is no reason to stop.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush() -> None:
    """Hand over what is still held back. Raises OSError (a full disk)."""
    _outliving_the_reader(sys.stdout.flush)


def say(text: str) -> None:
    """One line on standard output; control characters are shown, never sent."""
    line = visible(text) + "\n"
    _outliving_the_reader(lambda: sys.stdout.write(line))


def complain(text: str) -> None:
    """The lines of ``text`` on standard error."""
    with suppress(OSError):  # nobody reads it, and there is nowhere else to say so
        for line in text.splitlines():
            sys.stderr.write(visible(line) + "\n")
        sys.stderr.flush()


def say_json(value: object, *, one_line: bool = False) -> None:
    """``value`` on standard output, for programs."""
    text = json.encode(value)
    shown = (text if one_line else json.format(text, indent=2)).decode()
    _outliving_the_reader(lambda: sys.stdout.write(shown + "\n"))


def say_bytes(lines: Iterable[bytes]) -> None:
    """Lines as they are, on standard output."""
    flush()
    _outliving_the_reader(lambda: sys.stdout.buffer.writelines(lines))


def say_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> None:
    """A table: numbers to the right, and the first column never broken, for it is the id.

    As wide as the screen allows, or as it needs where there is no screen.
    """
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=SIMPLE, show_edge=False, pad_edge=False)
    listed = list(rows)
    for place, name in enumerate(columns):
        numbers = all(isinstance(row[place], int) for row in listed)
        table.add_column(name, justify="right" if numbers else "left", no_wrap=place == 0)
    for row in listed:
        table.add_row(*(Text(visible(str(cell))) for cell in row))
    console = Console(width=None if sys.stdout.isatty() else _PIPE_COLUMNS)
    with console.capture() as drawn:
        console.print(table)
    lines = (line.rstrip() for line in drawn.get().splitlines())
    shown = "\n".join(line for line in lines if line) + "\n"
    _outliving_the_reader(lambda: sys.stdout.write(shown))


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """A sign on the screen, as long as the block runs, that something is being done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


def visible(text: str) -> str:
    """``text`` with everything escaped that a terminal would act upon."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _outliving_the_reader(write: Callable[[], object]) -> None:
    """Write; a reader that has left (`| head`) misses the text, and the status stays true."""
    try:
        write()
    except OSError as error:
        # What is still held back must go somewhere, or the interpreter fails at its end.
        with _nowhere("w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        if error.errno not in _READER_LEFT:
            raise


def _nowhere(mode: str) -> TextIO:
    return Path(os.devnull).open(mode)  # type: ignore[return-value]

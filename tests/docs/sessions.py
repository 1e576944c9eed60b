"""The shell sessions printed in our pages: read from their ``console`` blocks, and run again.

``$ command`` is followed by what it prints. A line ``…`` stands for any lines, ``[exit status 1]``
for a command that does not end well. What differs at every run (ids, cards, numbers, folders) need
only look alike, and an id or folder that a page prints stands, in its later commands, for the one
that the run printed in its place.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
ANYTHING: Final = "…"
_STATUS: Final = re.compile(r"\[exit status (\d+)\]")
_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_NAMES: Final = re.compile(r"\b[0-9a-f]{34}\b|/\S*/greffier-demo-\w+")
"""What a page may print of one run and use later: game ids, the demo's folder."""
_ALIKE: Final = (
    (re.compile(r"\b[0-9a-f]{34}\b"), "GAME"),
    (re.compile(r"\b[0-9a-f]{16}\b"), "FINGERPRINT"),
    (re.compile(r"/\S*/\S*"), "PATH"),
    (re.compile(r"\b[2-9TJQKA][CDHS]\b"), "CARD"),
    # Who paid and who got, in a line of the ledger.
    (re.compile(r"house:bots:XXX +the game|the game +house:bots:XXX"), "FROM TO"),
    (re.compile(r"[+-]?\b\d+\b"), "N"),
    (re.compile(r"\s+"), " "),
)


class Step(Struct, frozen=True):
    """A command and what the page says that it prints."""

    command: str
    printed: tuple[str, ...]
    status: int


def steps_of(page: Path) -> list[Step]:
    """Every command of the page, in order."""
    return [step for block in _BLOCK.findall(page.read_text()) for step in _steps(block)]


def _steps(block: str) -> Iterator[Step]:
    for text in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = text.splitlines()
        statuses = [int(found[1]) for line in lines if (found := _STATUS.fullmatch(line))]
        printed = tuple(line for line in lines if not _STATUS.fullmatch(line))
        yield Step(command, printed, statuses[0] if statuses else 0)


def alike(line: str) -> str:
    """``line`` without what differs from run to run."""
    for pattern, name in _ALIKE:
        line = pattern.sub(name, line)
    return line.strip()


class Session:
    """A shell in a folder of its own, whose exports last; a context that ends what it started."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self._folder: Final = folder
        self._environ = environ
        self._stands_for: Final[dict[str, str]] = {}
        self._services: Final[list[subprocess.Popen[str]]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for service in self._services:
            with suppress(ProcessLookupError):  # it may have ended by itself
                os.killpg(service.pid, signal.SIGINT)  # as Ctrl-C does
            service.communicate()

    def run(self, step: Step) -> None:
        """Run the command, and hold it to what the page says."""
        command = _NAMES.sub(lambda found: self._stands_for[found[0]], step.command)
        if command in {"make up", "greffier up"}:
            self._compare(step, self._start(_possible(command), step.printed[-1]))
        else:
            self._compare(step, self._finish(_possible(command), step.status))

    def _finish(self, command: str, status: int) -> list[str]:
        exported = self._folder / ".environ"
        script = f'{command}\nstatus=$?\nenv -0 >"{exported}"\nexit $status'
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=_place(command, self._folder),
            env=self._environ,
            capture_output=True,
            text=True,
            check=False,
        )
        said = f"$ {command}\n{done.stdout}{done.stderr}"
        assert done.returncode == status, said
        pairs = exported.read_text().split("\0")[:-1]
        self._environ = dict(pair.split("=", 1) for pair in pairs)
        return done.stdout.splitlines()

    def _start(self, command: str, last: str) -> list[str]:
        """Start what runs until it is stopped; what it prints up to the line ``last``."""
        service = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=_place(command, self._folder),
            env=self._environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._services.append(service)
        assert service.stdout is not None
        printed: list[str] = []
        for line in service.stdout:
            printed.append(line.rstrip("\n"))
            if alike(line) == alike(last):
                return printed
        raise AssertionError(f"$ {command}\n{printed}\n{service.communicate()}")

    def _compare(self, step: Step, printed: Sequence[str]) -> None:
        found = {alike(line): line for line in reversed(printed)}
        for line in step.printed:
            if line == ANYTHING:
                continue
            assert alike(line) in found, f"$ {step.command}\n{line}\nnot in\n{printed}"
            actual = found[alike(line)]
            self._stands_for.update(zip(_NAMES.findall(line), _NAMES.findall(actual), strict=True))
        if ANYTHING not in step.printed:
            assert len(step.printed) == len(printed), f"$ {step.command}\n{printed}"


def _possible(command: str) -> str:
    """``command``, but that a running suite neither sets itself up nor runs itself."""
    command = re.sub(r"^make (test|check|soak|bench)\b", r"make --dry-run \1", command)
    set_up = f"make VENV={sys.prefix} --assume-old={sys.prefix}/set-up"
    return re.sub(r"^make up\b", f"{set_up} up", command)


def _place(command: str, folder: Path) -> Path:
    """make works on the checkout, and a page's own files are read there.

    Everything else runs where it can do no harm.
    """
    there = command.startswith(("make", "export")) or "docs/" in command
    return ROOT if there else folder

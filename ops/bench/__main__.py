"""``python -m ops.bench [NAME...] [--json]``, what ``make bench`` runs: figures beside aims."""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct, json
from rich.console import Console

from ops.bench import (
    archiving,
    checks,
    commits,
    faults,
    games,
    latency,
    levels,
    memory,
    rules,
    sizes,
    takeover,
    verification,
)
from ops.bench.rows import CannotMeasure, Row, Scale, table_of
from shared.adapters.system.servers import find_server

Bench: TypeAlias = Callable[[Scale], Iterable[Row]]

FULL: Final = Scale()
"""Minutes in all."""
WIDTH: Final = 140
"""Characters a line where nobody watches: the whole table."""

BENCHES: Final[dict[str, Bench]] = {
    "rules": rules.rows,
    "games": games.rows,
    "checks": checks.rows,
    "commits": commits.rows,
    "verification": verification.rows,
    "archiving": archiving.rows,
    "sizes": sizes.rows,
    "takeover": takeover.rows,
    "faults": faults.rows,
    "memory": memory.rows,
    "latency": lambda scale: latency.rows(
        latency.Load(scale.latency_rate, scale.latency_tables, scale.latency_s)
    ),
    "levels": levels.rows,
}


class Measured(Struct, frozen=True):
    """One run: where, under what load, and all its rows by bench."""

    machine: str
    load_before: float
    """How many processes wanted a core in the minute before; far above 0, figures suffer."""
    load_after: float
    rows: dict[str, list[Row]]
    skipped: dict[str, str]
    """Benches that this machine cannot run, and why."""


def measure(names: Sequence[str], scale: Scale, said: Console) -> Measured:
    """Run the benches of these names, one after the other."""
    load_before = os.getloadavg()[0]
    rows: dict[str, list[Row]] = {}
    skipped: dict[str, str] = {}
    for name in names:
        said.print(f"{name} …", style="dim")
        try:
            rows[name] = list(BENCHES[name](scale))
        except CannotMeasure as error:
            skipped[name] = str(error)
    return Measured(machine(), load_before, os.getloadavg()[0], rows, skipped)


def machine() -> str:
    """The machine and what is measured on it, in a line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    cores = f"{os.cpu_count()} cores {platform.machine()}"
    return f"{cores}, {platform.system()} {platform.release()}, {python}, {find_server()}"


def main(arguments: Sequence[str] | None = None, scale: Scale = FULL) -> int:
    """Measure and print; the exit status does not judge: aims are for people to look at."""
    parser = argparse.ArgumentParser(prog="python -m ops.bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES], metavar="NAME")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(arguments)
    measured = measure(given.names or list(BENCHES), scale, Console(stderr=True))
    if given.json:
        sys.stdout.write(json.format(json.encode(measured)).decode() + "\n")
        return 0
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    load = f"load {measured.load_before:.1f} before, {measured.load_after:.1f} after"
    rows = [row for some in measured.rows.values() for row in some]
    console.print(table_of(rows, f"{measured.machine}; {load}"))
    for name, reason in measured.skipped.items():
        console.print(f"{name}: not measured: {reason}", highlight=False)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

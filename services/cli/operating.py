"""What the command line shows of an installation's health, and of what waits for an operator."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from msgspec import to_builtins
from rich.console import Console

from services.cli.reading import print_json
from shared.flows.diagnosis import Finding, Grade, Instruments, diagnose
from shared.flows.recovery import Adoption
from shared.ports import Unavailable

_MARKS: Final[Mapping[Grade, str]] = {"good": "[green]✓[/]", "note": "·", "wrong": "[red]✗[/]"}


class Keys(Protocol):
    """The master keys as far as a doctor may look: their ids."""

    @property
    def by_id(self) -> Mapping[str, bytes]: ...


def examine(
    settings: Mapping[str, str],
    keys: Callable[[], Keys],
    instruments: Callable[[], Instruments],
    processes: Mapping[str, bool],
    partitions: Sequence[int],
) -> Iterator[Finding]:
    """Everything there is to say, best effort: what cannot be reached is a finding."""
    for name, value in settings.items():
        yield Finding("good", f"setting {name}", value)
    yield from _keys(keys)
    for role, alive in processes.items():
        text = "gives signs of life" if alive else "gives no sign of life on this machine"
        yield Finding("good" if alive else "note", f"process {role}", text)
    try:
        yield from diagnose(instruments(), partitions)
    except Unavailable as error:
        yield Finding("wrong", "servers", f"not reached: {error}")
    except Exception as error:  # noqa: BLE001 - a doctor says what is wrong, whatever it is
        yield Finding("wrong", "servers", f"{type(error).__name__}: {error}")
    else:
        yield Finding("good", "servers", "log, cache and SQL answer; the log is durable")


def _keys(keys: Callable[[], Keys]) -> Iterator[Finding]:
    try:
        found = keys()
    except Exception as error:  # noqa: BLE001 - as above
        yield Finding("wrong", "master key", f"{error}")
        return
    for fingerprint in found.by_id:
        yield Finding("good", "master key", f"{fingerprint} (compare it with your backup)")


def show_findings(findings: Iterator[Finding], console: Console, *, as_json: bool) -> bool:
    """Every finding, a line each; whether none is wrong."""
    found = list(findings)
    if as_json:
        print_json(to_builtins(found))
    else:
        for finding in found:
            mark = _MARKS[finding.grade]
            console.print(f"{mark} {finding.what}: ", end="", highlight=False)
            console.print(finding.text, highlight=False, markup=False, soft_wrap=True)
    return all(finding.grade != "wrong" for finding in found)


def show_adoptions(waiting: Sequence[Adoption], console: Console) -> None:
    if not waiting:
        console.print("no partition waits to be adopted", highlight=False)
    for adoption in waiting:
        console.print(
            f"partition {adoption.partition:02x}: Redis holds incarnation {adoption.in_redis}, "
            f"SQL {adoption.in_sql or 'none'}; {adoption.games} unclosed games in SQL, "
            f"{len(adoption.differing)} of them not the same in Redis",
            highlight=False,
        )
        for game in adoption.differing:
            console.print(f"  {game}", highlight=False)

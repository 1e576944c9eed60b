"""What the command line shows of an installation's health, and of what waits for an operator."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import to_builtins

from services.cli.doors import Look
from services.cli.printing import say, say_json
from services.cli.status import verdict
from shared.flows.diagnosis import Finding, Grade
from shared.flows.recovery import Adoption, Parked

_MARKS: Final[Mapping[Grade, str]] = {"good": "✓", "note": "·", "wrong": "✗"}


def examine(looks: Iterable[Look]) -> Iterator[Finding]:
    """What every look finds; one that fails is itself a finding, and the others go on."""
    for what, look in looks:
        try:
            yield from look()
        except Exception as error:  # noqa: BLE001 - a doctor says what is wrong, whatever it is
            yield Finding("wrong", what, "; ".join(str(error).splitlines()) or repr(error))


def settings_found(settings: Mapping[str, str]) -> Iterator[Finding]:
    """The settings as they count; they were found valid before anything else."""
    for name, value in settings.items():
        yield Finding("good", f"setting {name}", value)


def keys_found(current: str, fingerprints: Iterable[str]) -> Iterator[Finding]:
    """The master keys by their fingerprints, to be compared with a backup's."""
    for fingerprint in fingerprints:
        which = "current" if fingerprint == current else "for games opened under it"
        yield Finding("good", "master key", f"fingerprint {fingerprint} ({which})")


def processes_found(alive: Mapping[str, bool]) -> Iterator[Finding]:
    """Which processes give signs of life here; elsewhere they may run all the same."""
    for role, lives in alive.items():
        text = "gives signs of life" if lives else "gives no sign of life on this machine"
        yield Finding("good" if lives else "note", f"process {role}", text)


def show_findings(findings: Iterable[Finding], *, as_json: bool) -> int:
    """Every finding, a line each; the status is good if none is wrong."""
    found = []
    for finding in findings:
        found.append(finding)
        if not as_json:
            say(f"{_MARKS[finding.grade]} {finding.what}: {finding.text}")
    if as_json:
        say_json(to_builtins(found))
    return verdict(good=all(finding.grade != "wrong" for finding in found))


def show_parked(parked: Sequence[Parked], *, as_json: bool) -> int:
    """The commands that were set aside, a line each."""
    if as_json:
        say_json([_parked_facts(one) for one in parked])
    elif not parked:
        say("no command is parked")
    for one in () if as_json else parked:
        aside = one.aside
        what = f"{aside.type} of {aside.actor} in {aside.game}" if aside.game else "unreadable"
        say(f"{one.name}: {what}: {aside.reason}")
    return verdict(good=not parked)


def _parked_facts(parked: Parked) -> Mapping[str, str | int | None]:
    aside = parked.aside
    return {
        "entry": parked.name,
        "game": aside.game,
        "actor": aside.actor,
        "command_id": aside.command_id,
        "type": aside.type,
        "bytes": aside.size,
        "reason": aside.reason,
    }


def show_adoptions(waiting: Sequence[Adoption], *, as_json: bool) -> None:
    """The partitions that wait to be adopted, and what will differ in each."""
    if as_json:
        say_json(to_builtins(waiting))
        return
    if not waiting:
        say("no partition waits to be adopted")
    for adoption in waiting:
        games = "1 unclosed game" if adoption.games == 1 else f"{adoption.games} unclosed games"
        say(
            f"partition {adoption.partition:02x}: Redis holds incarnation {adoption.in_redis}, "
            f"SQL {adoption.in_sql or 'none'}; {games} in SQL, "
            f"{len(adoption.differing)} of them not the same in Redis"
        )
        for game in adoption.differing:
            say(f"  {game}")

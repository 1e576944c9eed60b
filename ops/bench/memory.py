"""What each process of a running installation holds in memory, after a game of bots."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ops.bench.material import opening_fields
from ops.bench.rows import CannotMeasure, Row, Scale
from ops.bench.service import everything, installed
from services.cli.http import Api
from shared.adapters.system.supervisor import MODULES

AIM: Final = 150
"""MB (10^6 bytes) resident, each process."""
POLL_S: Final = 0.1
PATIENCE_S: Final = 120.0


def rows(scale: Scale) -> Iterator[Row]:
    """A row a process; of a role with several processes the largest counts."""
    if not Path("/proc/self/status").exists():
        raise CannotMeasure("there is no /proc on this machine")
    with (
        installed(scale.partitions) as installation,
        everything(installation) as (supervisor, api),
    ):
        _play(api, scale.played_deals)
        for role in MODULES:
            sizes = [resident_mb(pid) for pid in _family(supervisor.process(role).pid)]
            note = "" if len(sizes) == 1 else f"the largest of {len(sizes)} processes"
            yield Row(f"resident: {role}", max(sizes), "MB", AIM, "less", note)
        for name, server in installation.servers.items():
            assert server.pid is not None
            size = resident_mb(server.pid)
            yield Row(f"resident: {name} server", size, "MB", AIM, "less")


def _play(api: Api, deals: int) -> None:
    """A whole game of bots, through the API."""
    host = api.as_player(api.post("/v1/players", {"name": "bench"})["token"])
    fields = opening_fields(deals)
    asked: dict[str, Any] = {
        "request_id": "bench",
        "rules": fields["rules"],
        "options": fields["options"] | fields["house_rules"] | {"pause_seconds": 0},
        "bots": fields["bots"],
        "bots_at_stake": True,
    }
    game = host.post("/v1/games", asked)["game"]
    deadline = time.monotonic() + PATIENCE_S
    while host.get(f"/v1/games/{game}")["ended_at"] is None:
        assert time.monotonic() < deadline, "the game of bots does not end"
        time.sleep(POLL_S)


def _family(pid: int) -> list[int]:
    """``pid`` and everything it has started, directly or not."""
    family = [pid]
    parents = dict(_parents())
    for child in sorted(parents):
        if parents[child] in family:
            family.append(child)
    return family


def _parents() -> Iterator[tuple[int, int]]:
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except FileNotFoundError:  # it has ended since it was listed
            continue
        yield int(status.parent.name), int(fields[1])


def resident_mb(pid: int) -> float:
    """What the process holds in memory, in MB (10^6 bytes)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise AssertionError(f"process {pid} has ended")

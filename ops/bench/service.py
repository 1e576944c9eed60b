"""An installation of the bench's own, with every process as `greffier up` runs it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ops.bench.stage import AlarmsEndIt, folder
from services.cli import listening
from services.cli.http import Api
from shared.adapters.system.installation import Installation, running
from shared.adapters.system.settings_source import read_settings
from shared.adapters.system.supervisor import Supervisor

HOST = "127.0.0.1"


@contextmanager
def installed(partitions: int) -> Iterator[Installation]:
    """Servers, master key and database in a folder that goes at the end; no process yet."""
    with folder() as data:
        settings = read_settings(
            {
                "GREFFIER_DATA": str(data),
                "GREFFIER_LISTEN": f"{HOST}:{listening.free_port(HOST)}",
                "GREFFIER_PARTITIONS": str(partitions),
                "GREFFIER_LOG_LEVEL": "error",
            }
        )
        with running(settings) as installation:
            yield installation


@contextmanager
def everything(installation: Installation) -> Iterator[tuple[Supervisor, Api]]:
    """All its processes, and the API once it is ready."""
    settings = installation.settings
    with Supervisor(installation, AlarmsEndIt()) as supervisor:
        api = Api(listening.url(settings.host, settings.port))
        logs = str(settings.data / "logs")
        listening.wait_for(api, supervisor.watch, threading.Event(), logs)
        yield supervisor, api

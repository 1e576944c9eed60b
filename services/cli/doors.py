"""What the commands ask of an installation; ``main.py`` says what stands behind it."""

import threading
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from msgspec import Struct

from shared.ports import Archive, Directory, Transfers

if TYPE_CHECKING:
    from shared.flows.diagnosis import Finding
    from shared.flows.recovery import Repair
    from shared.flows.secrets import MasterSecrets

ProcessName: TypeAlias = Literal[
    "rules", "projectors", "timekeeper", "archivist", "bots", "gateway"
]

Look: TypeAlias = "tuple[str, Callable[[], Iterable[Finding]]]"
"""One thing that a doctor looks at: its name, and the look, which may fail in any way."""


class Stored(Struct, frozen=True):
    """What SQL holds."""

    archive: Archive
    transfers: Transfers
    directory: Directory


class Running(Struct, frozen=True):
    """Everything runs on this machine, and its gateway is ready, or a stop was asked for."""

    url: str
    """Where the gateway is reached from this machine."""
    data: str
    """The folder of everything that is kept, logs too."""
    watch: Callable[[], None]
    """To be called now and then: starts again what has ended. Raises what makes that useless."""
    stop: threading.Event
    """Set by SIGTERM and SIGINT."""


class Doors(Protocol):
    """One installation. Every method may raise what keeps the command from running."""

    def stored(self) -> AbstractContextManager[Stored]:
        """Its database, which must be there: to look makes none."""
        ...

    def running(self) -> AbstractContextManager[Running]:
        """All of it, started here and stopped at the end of the block."""
        ...

    def temporary(self, *, keep: bool) -> AbstractContextManager["Doors"]:
        """Another, empty one, in a folder that is removed at the end of the block or kept."""
        ...

    def process(self, name: ProcessName, /) -> int:
        """Be this process until SIGTERM; the exit status."""
        ...

    def is_alive(self, name: ProcessName, /) -> bool:
        """Whether this process gives signs of life on this machine."""
        ...

    def looks(self) -> Iterable[Look]:
        """What a doctor looks at."""
        ...

    def partitions(self) -> range: ...

    def secrets(self) -> "MasterSecrets": ...

    def repair(self) -> "AbstractContextManager[Repair]":
        """Its log and its database, as the operator reaches them."""
        ...

"""The doors of the command line on an installation in memory, for what changes one."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from services.cli.doors import Doors, Look, ProcessName
from shared.flows.diagnosis import Instruments, diagnose, parked_views
from shared.flows.recovery import Repair
from shared.flows.secrets import MasterSecrets
from tests.support.pipeline import PARTITION, Pipeline


class MemoryDoors:
    """The port ``Doors`` on a pipeline. It has no processes."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    @contextmanager
    def repair(self) -> Iterator[Repair]:
        p = self.pipeline
        yield Repair(p.journal, p.archive, p.leases, p.queue, p.clock)

    def secrets(self) -> MasterSecrets:
        return self.pipeline.secrets

    def partitions(self) -> range:
        return range(PARTITION, PARTITION + 1)

    def looks(self) -> Iterable[Look]:
        p = self.pipeline
        instruments = Instruments(p.journal, p.archive, p.leases, p.queue, p.feed)
        yield "games", lambda: diagnose(instruments, self.partitions())
        yield "views", lambda: parked_views(p.views)

    def stored(self) -> NoReturn:
        raise AssertionError("what is read of games is read from SQL")

    def running(self) -> NoReturn:
        raise AssertionError("nothing runs in memory")

    def temporary(self, *, keep: bool) -> NoReturn:
        raise AssertionError("nothing runs in memory")

    def process(self, name: ProcessName, /) -> int:
        raise AssertionError("there are no processes in memory")

    def is_alive(self, name: ProcessName, /) -> bool:
        return False


def doors(pipeline: Pipeline) -> Doors:
    """That a pipeline serves as doors, for the type checker to see."""
    return MemoryDoors(pipeline)

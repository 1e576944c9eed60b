"""How a process of ours lives: settings, log lines, a sign of life, and its end on SIGTERM."""

import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import FrameType
from typing import Final

import structlog

from shared.adapters.system.settings import Settings, WronglySetUp, WrongSettings
from shared.adapters.system.settings_source import read_settings

CANNOT_RUN: Final = 2
"""The exit status of a process that cannot start as it is set up."""
LIFELINE: Final = "GREFFIER_LIFELINE_FD"
"""Names the inherited pipe end that closes when the supervisor dies, in whatever way."""
ALIVE_EVERY_S: Final = 1.0
ALIVE_MAX_S: Final = 10.0
"""A process that has given no sign of life for this long is taken for dead."""


class StructuredSignals:
    """The port ``Signals`` as structlog lines: JSON for programs, one fact a key."""

    def __init__(self, role: str) -> None:
        self._log: Final = structlog.get_logger(role=role)

    def note(self, what: str, /, **facts: object) -> None:
        self._log.info(what, **facts)

    def alarm(self, what: str, /, **facts: object) -> None:
        self._log.error(what, **facts)


class Process:
    """One running process: what it is set to, and whether it has been asked to stop."""

    def __init__(self, role: str, settings: Settings) -> None:
        self.role: Final = role
        self.settings: Final = settings
        self.signals: Final = StructuredSignals(role)
        self.stop: Final = threading.Event()
        self._sign: Final = sign_of_life(settings.data, role)
        self._signed_at = 0.0

    def alive(self) -> None:
        """Give a sign of life; called from the loop that does the work, so that it means work."""
        now = time.monotonic()
        if now - self._signed_at >= ALIVE_EVERY_S:
            self._sign.touch()
            self._signed_at = now

    def prepare(self) -> None:
        """Stop on SIGTERM and SIGINT, from now on."""
        self._sign.parent.mkdir(parents=True, exist_ok=True)
        signal.signal(signal.SIGTERM, self._asked_to_stop)
        signal.signal(signal.SIGINT, self._asked_to_stop)

    def run_threads(self, works: Mapping[str, Callable[[], None]]) -> None:
        """Run each work in a thread of its own name, until all have ended.

        One that fails stops the others and is raised: a process that does half of its work would
        look alive for ever, where one that ends is started again.
        """
        failed: list[Exception] = []

        def run(name: str, work: Callable[[], None]) -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - raised below, in the thread that waits
                reason = f"{type(error).__name__}: {error}"
                self.signals.alarm("thread_failed", thread=name, reason=reason)
                failed.append(error)
                self.stop.set()

        threads = [
            threading.Thread(target=run, args=(name, work), name=name)
            for name, work in works.items()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def _asked_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stop.set()


def sign_of_life(data: Path, role: str) -> Path:
    """The file that a process of ``role`` touches while it works."""
    return data / "run" / f"{role}.alive"


def is_alive(data: Path, role: str) -> bool:
    """Whether ``role`` has given a sign of life lately, on this machine."""
    try:
        signed_at = sign_of_life(data, role).stat().st_mtime
    except FileNotFoundError:
        return False
    return time.time() - signed_at < ALIVE_MAX_S


def hold_lifeline(environ: Mapping[str, str]) -> None:
    """End this process as by SIGTERM when the supervisor that started it is gone."""
    descriptor = environ.get(LIFELINE)
    if descriptor is None:
        return

    def wait_for_the_end() -> None:
        os.read(int(descriptor), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_for_the_end, name="lifeline", daemon=True).start()


def configure_logging(level: str) -> None:
    """One JSON object a line on standard error."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def run_process(role: str, needed: Collection[str], work: Callable[[Process], None]) -> int:
    """Run ``work`` until SIGTERM; the exit status. What is set wrongly is said, all at once."""
    try:
        settings = read_settings(os.environ, needed)
    except WrongSettings as error:
        return _cannot_run(role, error)
    configure_logging(settings.log_level)
    hold_lifeline(os.environ)
    process = Process(role, settings)
    process.prepare()
    # What was imported stays: walking it would make each full collection a pause of 25 ms.
    gc.freeze()
    try:
        work(process)
    except WronglySetUp as error:
        return _cannot_run(role, error)
    process.signals.note("stopped")
    return 0


def _cannot_run(role: str, error: Exception) -> int:
    sys.stderr.write(f"{role} cannot start as it is set up:\n{error}\n")
    return CANNOT_RUN

"""The processes of an installation on one machine: started, watched, started again, drained."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from shared.adapters.redis.acl import Role
from shared.adapters.system.installation import Installation
from shared.adapters.system.process import CANNOT_RUN, LIFELINE
from shared.ports import Signals

MODULES: Final[Mapping[Role, str]] = {
    Role.PROJECTORS: "workers.projectors.main",
    Role.RULES: "workers.rules.main",
    Role.TIMEKEEPER: "workers.timekeeper.main",
    Role.ARCHIVIST: "workers.archivist.main",
    Role.BOTS: "workers.bots.main",
    Role.GATEWAY: "services.gateway.main",
}
"""The processes, in the order in which they start; they are drained the other way round."""

DRAIN_S: Final = 20.0
RESTART_S: Final = 1.0
"""A process that ended by itself is started again after this."""


class CannotRun(Exception):
    """A process says that it cannot run as it is set up; its reason is in its log file."""


class Supervisor:
    """Runs one process a role. A context: whatever ends it drains the processes."""

    def __init__(
        self, installation: Installation, signals: Signals, roles: Sequence[Role] = tuple(MODULES)
    ) -> None:
        self._installation: Final = installation
        self._signals: Final = signals
        self._roles: Final = tuple(roles)
        self._processes: Final[dict[Role, subprocess.Popen[bytes]]] = {}
        self._ended_at: Final[dict[Role, float]] = {}
        # Children hold the reading end: when this process dies in whatever way, they drain.
        self._child_end, self._own_end = os.pipe()

    def __enter__(self) -> Self:
        for role in self._roles:
            self.start(role)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self, role: Role, also: Mapping[str, str] | None = None) -> None:
        """Start the process of ``role``, ``also`` in its environment."""
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GREFFIER_")},
            **self._installation.environment(role),
            LIFELINE: str(self._child_end),
            **(also or {}),
        }
        log_file = self.log_file(role)
        log_file.parent.mkdir(parents=True, exist_ok=True)
        with log_file.open("ab") as said:
            self._processes[role] = subprocess.Popen(
                [sys.executable, "-m", MODULES[role]],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                pass_fds=(self._child_end,),
                # Ctrl-C reaches this process alone, which drains the others in order.
                start_new_session=True,
            )

    def watch(self) -> None:
        """Start again what has ended. Raises CannotRun where starting again is no use."""
        for role, process in list(self._processes.items()):
            status = process.poll()
            if status is None:
                self._ended_at.pop(role, None)
            elif status == CANNOT_RUN:
                raise CannotRun(f"{role} cannot run: {self._last_words(role)}")
            elif role not in self._ended_at:
                self._ended_at[role] = time.monotonic()
                self._signals.alarm("process_ended", process=str(role), status=status)
            elif time.monotonic() - self._ended_at[role] >= RESTART_S:
                del self._ended_at[role]
                self.start(role)

    def process(self, role: Role) -> subprocess.Popen[bytes]:
        """The running process of ``role``."""
        return self._processes[role]

    def log_file(self, role: Role) -> Path:
        """Where the process of ``role`` logs."""
        return self._installation.settings.data / "logs" / f"{role}.log"

    def stop(self) -> None:
        """Drain all processes: those that take work in first, those that store it last."""
        for role in reversed(self._roles):
            process = self._processes.pop(role, None)
            if process is not None:
                self._drain(role, process)
        for end in (self._own_end, self._child_end):
            with suppress(OSError):
                os.close(end)

    def _drain(self, role: Role, process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(DRAIN_S)
        except subprocess.TimeoutExpired:
            self._signals.alarm("process_killed", process=str(role))
            process.kill()
            process.wait()

    def _last_words(self, role: Role) -> str:
        text = self.log_file(role).read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-5:])

"""Waiting for what another process does, without guessing how long it takes."""

import time
from collections.abc import Callable
from typing import Final

WAIT_S_MAX: Final = 120.0
"""Longer than anything here takes on the slowest machine; a test that waits so long has failed."""
POLL_S: Final = 0.01


def until(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds; it may be asked many times."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not condition():
        assert time.monotonic() < deadline, f"not after {WAIT_S_MAX:.0f} s"
        time.sleep(POLL_S)

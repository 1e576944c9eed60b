"""What time it is, by this machine."""

import time


class SystemClock:
    """The port ``Clock`` on the operating system's clock, which may be set back.

    This one then goes on at its own pace until it is overtaken: a log's times never decrease, so
    a table whose deadlines are counted from them would stand still for as long as the jump was.
    """

    def __init__(self) -> None:
        self._ahead = 0
        """How far the epoch's time has been ahead of the monotonic clock at most (ns)."""

    def now_ms(self) -> int:
        # In this order: what delays the second reading can only make the difference smaller.
        since_epoch = time.time_ns()
        monotonic = time.monotonic_ns()
        self._ahead = max(self._ahead, since_epoch - monotonic)
        return (monotonic + self._ahead) // 1_000_000

"""What time it is, by this machine."""

import time


class SystemClock:
    """The port ``Clock`` on the operating system's clock, which may jump."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

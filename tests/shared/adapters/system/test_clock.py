"""The machine's clock and its source of chance."""

from datetime import UTC, datetime

from shared.adapters.system.clock import SystemClock
from shared.adapters.system.entropy import SystemEntropy


def test_the_clock_counts_milliseconds_since_the_epoch() -> None:
    before = datetime.now(UTC).timestamp()
    now = SystemClock().now_ms()
    after = datetime.now(UTC).timestamp()
    assert int(before * 1000) <= now <= int(after * 1000) + 1


def test_chance_has_the_size_asked_for_and_does_not_repeat() -> None:
    entropy = SystemEntropy()
    tokens = {entropy.token(16) for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {16}

"""The machine's clock and its source of chance."""

import time
from datetime import UTC, datetime

import pytest

from shared.adapters.system.clock import SystemClock
from shared.adapters.system.entropy import SystemEntropy


def test_the_clock_counts_milliseconds_since_the_epoch() -> None:
    before = datetime.now(UTC).timestamp()
    now = SystemClock().now_ms()
    after = datetime.now(UTC).timestamp()
    assert int(before * 1000) <= now <= int(after * 1000) + 1


def test_a_clock_that_is_set_back_goes_on_until_it_is_overtaken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    second, hour = 1_000_000_000, 3_600_000_000_000
    since_epoch, monotonic = 1_000 * hour, 5 * second
    monkeypatch.setattr(time, "time_ns", lambda: since_epoch)
    monkeypatch.setattr(time, "monotonic_ns", lambda: monotonic)
    clock = SystemClock()
    start = clock.now_ms()
    monotonic += second
    since_epoch -= hour
    assert clock.now_ms() == start + 1_000
    monotonic += hour
    since_epoch += 3 * hour
    assert clock.now_ms() == start + 2 * 3_600_000


def test_chance_has_the_size_asked_for_and_does_not_repeat() -> None:
    entropy = SystemEntropy()
    tokens = {entropy.token(16) for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {16}

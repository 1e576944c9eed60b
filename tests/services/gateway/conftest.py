"""A running gateway for each test, or one for a whole file where nothing in it is changed."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from services.gateway import desk
from tests.services.gateway.world import World


@contextmanager
def _world() -> Iterator[World]:
    # pytest's own folders have paths too long for a unix socket.
    folder = Path(tempfile.mkdtemp(prefix="gr-gw-", dir="/tmp"))
    try:
        with World(folder / "gateway.sock") as world:
            yield world
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def world() -> Iterator[World]:
    """A gateway of the test's own, with nothing behind it yet."""
    with _world() as world:
        yield world


@pytest.fixture(scope="module")
def shared_world() -> Iterator[World]:
    """A gateway that the tests of a file share."""
    with _world() as world:
        yield world


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gateway that waits for answers a hundredth of the usual time."""
    monkeypatch.setattr(desk, "PATIENCE_S", tuple(one / 100 for one in desk.PATIENCE_S))

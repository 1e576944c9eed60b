"""The project with a fifth game; what is tested ``inside`` can only be played where it is."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from shared.catalogue import BY_NAME
from tests.fifth_game.overlay import fifth_game

collect_ignore = [] if "tiny_whist" in BY_NAME else ["inside"]


@pytest.fixture(scope="module")
def project() -> Iterator[Path]:
    """The project with Tiny Whist in its catalogue."""
    with TemporaryDirectory(prefix="fifth-") as folder:
        yield fifth_game(Path(folder))

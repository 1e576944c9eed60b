"""Every command that a page shows is run, in its order, and prints what the page says."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.docs.sessions import ROOT, Session, alike, steps_of

PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SHOWN: Final = tuple(page for page in PAGES if steps_of(page))


@pytest.fixture
def session() -> Iterator[Session]:
    """A shell with an installation of its own, none of it running."""
    # Short enough for the servers' unix sockets, which pytest's own folders are not always.
    folder = Path(tempfile.mkdtemp(prefix="gr-doc-", dir="/tmp"))
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("GREFFIER_", "MAKE"))}
    environ = inherited | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "TMPDIR": str(folder),
        "GREFFIER_DATA": str(folder / "var"),
        "GREFFIER_LISTEN": "127.0.0.1:0",
        "GREFFIER_PARTITIONS": "2",
    }
    try:
        with Session(folder, environ) as shell:
            yield shell
    finally:
        shutil.rmtree(folder)


@pytest.mark.integration
@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_a_page_can_be_followed(page: Path, session: Session) -> None:
    for step in steps_of(page):
        session.run(step)


def test_the_pages_that_show_commands_are_known() -> None:
    # Otherwise a slip in a fence would leave a page's commands unrun.
    assert [page.name for page in SHOWN] == ["README.md", "operators.md", "transcripts.md"]
    assert [len(steps_of(page)) for page in SHOWN] == [10, 8, 2]
    for page in PAGES:
        fences = [line for line in page.read_text().splitlines() if line.startswith("```")]
        assert set(fences) <= {
            "```",
            "```console",
            "```vectors",
            "```python",
            "```diff",
            "```json",
        }
        assert "\n    $ " not in page.read_text()


def test_what_differs_from_run_to_run_looks_alike() -> None:
    assert alike("  trick 12: 2 7D  3 TC  → seat 0") == alike("  trick  3: 0 AS  1 2C  → seat 2")
    assert alike("game 03" + "5e" * 16) == "game GAME"
    assert alike("verdict: bytes good") != alike("verdict: bytes WRONG")

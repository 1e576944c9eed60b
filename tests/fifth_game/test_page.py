"""docs/adding-a-game.md shows the very files of Tiny Whist, and names all that asks for more."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.fifth_game.overlay import IMPORT, ROOT, ROW, run

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()
OF_GAMES = (
    "tests/docs/test_log_format.py",
    "tests/docs/test_refusals.py",
    "tests/docs/test_rules_pages.py",
    "tests/golden",
    "tests/services/texts",
)
"""What holds pages, texts and recorded games to the catalogue."""
PIECE = re.compile(r"^From `(.+?)`:$|^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def excerpts() -> Iterator[tuple[Path, str]]:
    """Every excerpt with its file, which stays the same until another is named."""
    file = None
    for named, code in PIECE.findall(PAGE):
        if named:
            file = ROOT / named
            continue
        assert file is not None, code
        yield file, code


def test_every_excerpt_stands_in_its_file() -> None:
    found = list(excerpts())
    assert len(found) > 10
    for file, code in found:
        rest = file.read_text()
        for part in code.split("…\n"):
            before, stands, rest = rest.partition(part)
            assert stands, f"{file.name} does not hold:\n{part}"
            assert before.endswith("\n")


def test_every_file_of_the_package_is_named() -> None:
    files = {path.name for path in (ROOT / "tests" / "tiny_whist").glob("*.py")}
    assert set(re.findall(r"^\| `(\w+\.py)` \|", PAGE, re.MULTILINE)) == files - {"__init__.py"}


def test_the_line_is_the_one_that_is_added() -> None:
    (diff,) = re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert diff == f"+{IMPORT}+{ROW}"


def test_what_the_page_says_is_asked_for_is_asked_for_and_nothing_else(project: Path) -> None:
    asking = set(re.findall(r"\| `(tests/\S+\.py)` \|$", PAGE, re.MULTILINE))
    # Clauses are compared with the tests by a run of the whole suite alone.
    asking.remove("tests/architecture/test_clauses.py")
    ran = run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", *OF_GAMES)
    assert set(re.findall(r"^FAILED (\S+?)::", ran.stdout, re.MULTILINE)) == asking, ran.stdout

"""A fifth game is its own package and one line of the catalogue; everything else knows it then."""

import difflib
from pathlib import Path

import pytest

from tests.fifth_game.overlay import CATALOGUE, IMPORT, ROOT, ROW, run

PICKED = ("-k", "tiny_whist")


def test_nothing_differs_but_one_line_of_the_catalogue(project: Path) -> None:
    ours, theirs = ((root / CATALOGUE).read_text().splitlines(True) for root in (ROOT, project))
    differing = [line for line in difflib.ndiff(ours, theirs) if line[0] in "-+?"]
    assert differing == [f"+ {IMPORT}", f"+ {ROW}"]
    real = [path for path in project.rglob("*") if path.is_file() and not path.is_symlink()]
    assert real == [project / CATALOGUE]


def test_the_laws_hold_for_it_and_the_pipeline_plays_it(project: Path) -> None:
    pytest_passes(
        project,
        "not soak and not integration",
        "tests/fifth_game/inside",
        "tests/laws",
        "tests/shared/flows/test_every_game.py",
    )


@pytest.mark.integration
def test_real_processes_play_it_and_the_command_line_judges_it(project: Path) -> None:
    pytest_passes(project, "integration", "tests/fifth_game/inside")


def pytest_passes(project: Path, marks: str, *tests: str) -> None:
    """Run what ``tests`` say of Tiny Whist in the project that has it."""
    ran = run(
        project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", marks, *PICKED, *tests
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr

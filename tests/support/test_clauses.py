"""A whole run ends with the clauses that no test proves; a part of one cannot know them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.clauses import clauses

ROOT = Path(__file__).parents[2]
PROJECT = """
[pytest]
testpaths = proofs
markers =
    clause(id): cites a clause
    soak: long
addopts = -m "not soak" -p tests.support.clauses
"""
PROOFS = """
import pytest

@pytest.mark.clause({cited})
def test_short(): ...

@pytest.mark.soak
@pytest.mark.clause("{only_in_soak}")
def test_long(): ...
"""


def summary_of(folder: Path, cited: list[str], *arguments: str) -> str:
    """What pytest prints in a project whose tests cite ``cited``, and CB-END-3 in a soak."""
    (folder / "proofs").mkdir()
    (folder / "pytest.ini").write_text(PROJECT)
    proofs = PROOFS.format(cited=repr(cited)[1:-1], only_in_soak="CB-END-3")
    (folder / "proofs/test_proofs.py").write_text(proofs)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_run_that_proves_every_clause_says_so(tmp_path: Path) -> None:
    said = summary_of(tmp_path, list(clauses()))
    assert "clauses without an example test: none" in said


def test_what_is_missing_is_listed_and_a_soak_is_no_example(tmp_path: Path) -> None:
    said = summary_of(tmp_path, [clause for clause in clauses() if clause != "CB-END-3"])
    assert "= clauses without an example test =" in said
    assert "CB-END-3    the highest total wins" in said
    assert "CB-END-2" not in said


@pytest.mark.parametrize(
    "arguments", [["-k", "test_short"], ["proofs/test_proofs.py"], ["-m", "soak"]], ids=str
)
def test_a_part_of_the_suite_says_nothing(arguments: list[str], tmp_path: Path) -> None:
    assert "clauses without" not in summary_of(tmp_path, ["CB-PLAY-1"], *arguments)

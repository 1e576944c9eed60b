"""The import contracts of pyproject.toml hold, and each would notice what it forbids."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

BREACHES = {
    "direction": ("shared/flows/breach.py", "import services.cli"),
    "shared-layers": ("shared/kernel/breach.py", "import shared.cards"),
    "pure": ("shared/games/call_break/breach.py", "import random"),
    "no-drivers": ("shared/flows/breach.py", "import redis"),
    "games-independent": ("shared/games/whist/__init__.py", "import shared.games.call_break"),
    "processes-independent": ("workers/rules/breach.py", "import workers.bots"),
    "composition-roots": ("workers/rules/breach.py", "import shared.adapters.redis"),
}


def kept(folder: Path, *arguments: str) -> bool:
    """Whether the contracts of the project in ``folder`` are kept."""
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint_imports, "--no-cache", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    return done.returncode == 0


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's packages and contracts, to be broken at will."""
    folder = tmp_path_factory.mktemp("copy")
    for package in ("shared", "services", "workers"):
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_is_kept() -> None:
    assert kept(ROOT)


@pytest.mark.parametrize("contract", BREACHES)
def test_a_breach_is_noticed(contract: str, copy: Path) -> None:
    file, source = BREACHES[contract]
    breach = copy / file
    breach.parent.mkdir(exist_ok=True)
    breach.write_text(f"{source}\n")
    try:
        assert not kept(copy, "--contract", contract)
    finally:
        breach.unlink()


def test_the_texts_that_every_process_may_use_know_none(copy: Path) -> None:
    breach = copy / "services/texts/breach.py"
    breach.write_text("import services.gateway\n")
    try:
        assert not kept(copy, "--contract", "processes-independent")
    finally:
        breach.unlink()


def test_a_new_child_of_shared_is_a_decision(copy: Path) -> None:
    breach = copy / "shared/utils.py"
    breach.touch()
    try:
        assert not kept(copy, "--contract", "shared-layers")
    finally:
        breach.unlink()

"""Set-up from a bare machine says clearly what it lacks, and CI runs what the README says."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def program(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


# --- the interpreter -------------------------------------------------------------------------


def test_a_machine_without_a_python_that_fits_is_told_what_to_install(tmp_path: Path) -> None:
    # As a pyenv shim does for a version that is not chosen, or as Python 3.10 would.
    for name in ("python3", "python3.11"):
        program(tmp_path / "bin", name, "exit 1")
    done = run("/bin/sh", "ops/new_venv.sh", tmp_path / "venv", PATH=f"{tmp_path}/bin:/bin")
    assert done.returncode == 1
    assert "Python 3.11 or later" in done.stderr
    assert "apt-get install python3 python3-venv" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_the_first_python_that_fits_makes_the_environment(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python3", "exit 1")
    program(tmp_path / "bin", "python3.12", f'echo "$@" >> {tmp_path}/asked; echo Python')
    done = run("/bin/sh", "ops/new_venv.sh", tmp_path / "venv", PATH=f"{tmp_path}/bin:/bin")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "asked").read_text().endswith(f"-m venv {tmp_path}/venv\n")


def test_an_interpreter_that_was_named_is_the_only_one_tried(tmp_path: Path) -> None:
    named = program(tmp_path, "old", "exit 1")
    done = run("/bin/sh", "ops/new_venv.sh", tmp_path / "venv", named, PATH="/usr/bin:/bin")
    assert done.returncode == 1
    assert f"tried: {named}" in done.stderr


# --- the packages ----------------------------------------------------------------------------


def test_a_set_up_without_a_network_says_that_it_needs_one_once(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", 'echo "no route to the index" >&2; exit 1')
    done = run("/bin/sh", "ops/set_up.sh", tmp_path, "requirements.lock", PATH="/usr/bin:/bin")
    assert done.returncode == 1
    assert "no route to the index" in done.stderr
    assert "needs the network once" in done.stderr


def test_everything_is_installed_by_hash_and_from_the_lock_alone(tmp_path: Path) -> None:
    program(tmp_path / "bin", "python", f'echo "$@" >> {tmp_path}/asked')
    done = run("/bin/sh", "ops/set_up.sh", tmp_path, "requirements.lock", PATH="/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    first, second = (tmp_path / "asked").read_text().splitlines()
    assert first.endswith("install --quiet --require-hashes --requirement requirements.lock")
    assert second.endswith("install --quiet --no-deps --no-build-isolation --editable .")


def pinned(lock: str) -> dict[str, str]:
    """Package → version of every line that pins one."""
    lines = (ROOT / lock).read_text().splitlines()
    pins = (line.split(" ")[0] for line in lines if line and line[0].isalpha())
    return dict(pin.split("==") for pin in pins)


def test_what_runs_in_tests_is_what_runs() -> None:
    runs, tests = pinned("requirements.lock"), pinned("requirements-dev.lock")
    assert runs.items() <= tests.items()
    assert "hatchling" in runs, "the distribution is built without the network"


def test_a_distribution_that_does_not_build_fails_with_pips_own_words(tmp_path: Path) -> None:
    fails = 'case "$*" in *--editable*) echo "no such readme" >&2; exit 1;; esac'
    program(tmp_path / "bin", "python", fails)
    done = run("/bin/sh", "ops/set_up.sh", tmp_path, "requirements.lock", PATH="/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (1, "no such readme\n")


# --- make and CI -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "runs"),
    [
        ("up", ".venv/bin/greffier up"),
        ("test", ".venv/bin/pytest"),
        ("soak", ".venv/bin/pytest -m soak"),
        ("bench", ".venv/bin/python -m ops.bench"),
        ("check", ".venv/bin/lint-imports"),
        ("check", ".venv/bin/pytest"),
    ],
)
def test_a_target_sets_up_what_it_needs_and_runs_what_it_says(
    target: str, runs: str, tmp_path: Path
) -> None:
    lock = "requirements.lock" if target == "up" else "requirements-dev.lock"
    for needed in (lock, "pyproject.toml", "Makefile"):
        (tmp_path / needed).symlink_to(ROOT / needed)
    done = subprocess.run(
        ["make", "--dry-run", "--directory", tmp_path, target],
        capture_output=True,
        text=True,
        check=True,
    )
    steps = ["ops/new_venv.sh", f"set_up.sh .venv {lock}", runs]
    found = [done.stdout.find(step) for step in steps]
    assert -1 not in found, done.stdout
    assert found == sorted(found)


def test_arguments_are_taken_from_the_command_line_alone(tmp_path: Path) -> None:
    # A make that is given some hands them to its command in the environment (GNU make, 5.7.2).
    for needed in ("requirements.lock", "pyproject.toml", "Makefile"):
        (tmp_path / needed).symlink_to(ROOT / needed)
    up = ("make", "--dry-run", "--directory", tmp_path, "up")
    inherited = run(*up, PATH="/usr/bin:/bin", ARGS="--of-another")
    assert ".venv/bin/greffier up \n" in inherited.stdout, inherited.stdout
    given = run(*up, "ARGS=--mine", PATH="/usr/bin:/bin", ARGS="--of-another")
    assert ".venv/bin/greffier up --mine\n" in given.stdout, given.stdout


def test_ci_installs_what_is_lacking_and_makes_the_check() -> None:
    script = (ROOT / ".ci/run").read_text()
    assert script.rstrip().endswith("GREFFIER_REQUIRE_ALL=1 make check")
    assert run("bash", "-n", ".ci/run", PATH="/usr/bin:/bin").returncode == 0
    assert (ROOT / ".ci/run").stat().st_mode & 0o111

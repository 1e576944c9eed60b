"""The image holds what the lock says, runs as nobody in particular, and no secret gets in."""

import re
from pathlib import Path

DOCKER = Path(__file__).parents[2] / "ops/docker"
INSTRUCTIONS = re.sub(r"\\\n", " ", (DOCKER / "Dockerfile").read_text()).splitlines()


def said(instruction: str) -> list[str]:
    """The arguments of every ``instruction`` of the Dockerfile, in order."""
    words = (line.split(maxsplit=1) for line in INSTRUCTIONS if line)
    return [rest for first, *rests in words for rest in rests if first == instruction]


def test_what_is_installed_is_what_the_lock_says() -> None:
    installs = [line for line in said("RUN") if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes --requirement requirements.lock" in installs[0]
    assert "--no-deps --no-build-isolation ." in installs[1]


def test_the_image_is_built_in_stages_of_one_named_python() -> None:
    first, last = said("FROM")
    assert first.removesuffix(" AS build") == last
    assert re.fullmatch(r"python:3\.\d+-slim-\w+", last)


def test_the_processes_run_without_privileges_and_drain_on_sigterm() -> None:
    assert said("USER") == ["10001:10001"]
    assert said("STOPSIGNAL") == ["SIGTERM"]
    # In exec form: a shell between would keep the signal to itself.
    assert said("ENTRYPOINT") == ['["greffier"]']


def test_only_what_is_copied_reaches_the_builder() -> None:
    ignored = (DOCKER / "Dockerfile.dockerignore").read_text().splitlines()
    assert "*" in ignored
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    copied = " ".join(line for line in said("COPY") if not line.startswith("--from"))
    assert {word for word in copied.split() if word.strip("./")} == allowed

"""Which clauses of the rule pages have an example test: collected, asserted and reported."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec import Struct

LIST = Path(__file__).parents[1] / "clauses.txt"


class Coverage(Struct, frozen=True):
    """What a full collection says about the clauses."""

    missing: dict[str, str]
    """Clauses without an example test: id → what it says in short."""
    unknown: dict[str, list[str]]
    """Ids that no page has: id → the tests that cite it."""


COVERAGE = pytest.StashKey[Coverage | None]()


def clauses() -> dict[str, str]:
    """Every clause that needs an example: id → what it says in short."""
    lines = (line.strip() for line in LIST.read_text(encoding="utf-8").splitlines())
    return {
        clause: text
        for clause, _, text in (line.partition(" ") for line in lines if line)
        if clause != "#"
    }


def coverage_of(cited: Iterable[tuple[str, str]], known: dict[str, str]) -> Coverage:
    """Compare ``cited``, pairs of clause id and test, with the ``known`` clauses."""
    tests: dict[str, list[str]] = {}
    for clause, test in cited:
        tests.setdefault(clause, []).append(test)
    return Coverage(
        missing={clause: text for clause, text in known.items() if clause not in tests},
        unknown={clause: names for clause, names in tests.items() if clause not in known},
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compare the collected tests with the list, where nothing was left out but the soak."""
    config = session.config
    session.config.stash[COVERAGE] = None
    if is_whole_suite(config):
        cited = (
            (clause, item.nodeid)
            for item in session.items
            for mark in item.iter_markers("clause")
            for clause in mark.args
        )
        config.stash[COVERAGE] = coverage_of(cited, clauses())


def is_whole_suite(config: pytest.Config) -> bool:
    """Whether pytest was asked for every test that is not soak, and not for a selection."""
    narrowing = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "last_failed", "stepwise")
    return (
        config.args_source is pytest.Config.ArgsSource.TESTPATHS
        and config.getoption("markexpr") == "not soak"
        and not any(config.getoption(option, default=None) for option in narrowing)
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the clauses without an example test, or that there is none."""
    coverage = terminalreporter.config.stash.get(COVERAGE, None)
    if coverage is None:
        return
    if not coverage.missing:
        terminalreporter.write_line("clauses without an example test: none")
        return
    terminalreporter.section("clauses without an example test")
    for clause, text in coverage.missing.items():
        terminalreporter.write_line(f"{clause:<12}{text.strip()}")

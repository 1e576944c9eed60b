"""Every clause of the rule pages has an example test, and tests cite no other clause."""

from collections import Counter

import pytest

from tests.support.clauses import COVERAGE, Coverage, clauses, coverage_of


@pytest.fixture
def coverage(request: pytest.FixtureRequest) -> Coverage:
    found = request.config.stash.get(COVERAGE, None)
    if found is None:
        pytest.skip("only a run of the whole suite can tell")
    return found


def test_every_clause_has_an_example_test(coverage: Coverage) -> None:
    assert not coverage.missing


def test_no_test_cites_a_clause_that_no_page_has(coverage: Coverage) -> None:
    assert not coverage.unknown


def test_the_list_holds_every_clause_of_every_page() -> None:
    prefixes = Counter(clause.split("-")[0] for clause in clauses())
    assert prefixes == {"CO": 20, "CB": 15, "KR": 12, "KT": 29, "AR": 51}
    assert all(text.strip() for text in clauses().values())


def test_a_clause_without_a_test_and_a_test_without_a_clause_are_both_found() -> None:
    cited = [("CB-PLAY-1", "test_lead"), ("CB-PLAY-99", "test_dream")]
    known = {"CB-PLAY-1": "forehand leads", "CB-PLAY-2": "follow suit"}
    assert coverage_of(cited, known) == Coverage(
        missing={"CB-PLAY-2": "follow suit"}, unknown={"CB-PLAY-99": ["test_dream"]}
    )

"""docs/refusals.md lists every refusal there is, with its clause and sentence."""

from pathlib import Path

from shared import catalogue
from shared.kernel.refusal import RefusalKind
from shared.table.refusals import REFUSALS as TABLE_REFUSALS

PAGE = Path(__file__).parents[2] / "docs" / "refusals.md"


def row(kind: RefusalKind) -> str:
    return f"| `{kind.code}` | {kind.clause} | {kind.text} |"


def test_every_refusal_stands_on_the_page_as_it_is() -> None:
    rows = PAGE.read_text().splitlines()
    kinds = [*TABLE_REFUSALS, *(k for rules in catalogue.RULESETS for k in rules.REFUSALS)]
    assert [row(kind) for kind in kinds if row(kind) not in rows] == []


def test_the_page_lists_no_refusal_that_is_gone() -> None:
    kinds = [*TABLE_REFUSALS, *(k for rules in catalogue.RULESETS for k in rules.REFUSALS)]
    listed = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted(row(kind) for kind in kinds)

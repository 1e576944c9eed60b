"""What a failed assertion of the rules says: it is logged while a deal runs, and names no card."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import pure_files, python_files, tree

SAY_NO_CARD = {"seat", "item"}
"""Variables that a message may show: none of them can hold a card."""

RULES = [
    *(path for path in pure_files() if path.parts[1] in ("cards", "games")),
    *(path for path in python_files("tests") if path.parts[1] == "tiny_whist"),
]


def is_harmless(value: ast.expr) -> bool:
    """A type's name, or a variable that holds no card."""
    if isinstance(value, ast.Attribute):
        return value.attr == "__name__"
    return isinstance(value, ast.Name) and value.id in SAY_NO_CARD


def messages(module: ast.Module) -> Iterator[ast.expr]:
    """Whatever ``module`` says where one of its assertions fails."""
    for node in ast.walk(module):
        if isinstance(node, ast.Assert) and node.msg is not None:
            yield node.msg
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from node.exc.args


def telling(path: Path, message: ast.expr) -> Iterator[str]:
    """What ``message`` shows that might be a card, with its place."""
    shown = [node.value for node in ast.walk(message) if isinstance(node, ast.FormattedValue)]
    if not isinstance(message, ast.JoinedStr | ast.Constant):
        shown.append(message)
    for value in shown:
        if not is_harmless(value):
            yield f"{path}:{value.lineno}: {ast.unparse(value)}"


def test_no_assertion_of_the_rules_names_cards() -> None:
    assert RULES
    told = [one for path in RULES for said in messages(tree(path)) for one in telling(path, said)]
    assert not told, "\n".join(told)

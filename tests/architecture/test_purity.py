"""The pure packages import value types only, call nothing impure and know no floats.

An import contract forbids what it names; this list allows what it names, so that nothing new
slips in. See the contract ``pure`` in pyproject.toml.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import called, imported, pure_files, tree

ALLOWED = {
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "re",
    "shared",
    "types",
    "typing",
}
ALLOWED_TOO = {"fairness": {"hashlib", "hmac"}}

# `hash` and `id` differ from one process to the next, so that a replay would, too.
IMPURE_CALLS = {
    "__import__",
    "breakpoint",
    "compile",
    "eval",
    "exec",
    "globals",
    "hash",
    "id",
    "input",
    "open",
    "print",
}


def impurities(module: ast.Module, allowed: set[str]) -> Iterator[str]:
    """What ``module`` does that a pure module may not, each with its line."""
    for name, line in imported(module):
        if name.split(".")[0] not in allowed:
            yield f"{line}: imports {name}"
    for name, line in called(module):
        if name in IMPURE_CALLS:
            yield f"{line}: calls {name}"
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield f"{node.lineno}: holds the float {node.value}"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"{node.lineno}: divides to a float; // divides ints"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"{node.lineno}: names float"
        elif isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.Global | ast.Nonlocal):
            yield f"{node.lineno}: {type(node).__name__} has no place in pure code"


def test_the_pure_packages_are_pure() -> None:
    found = [
        f"{path}:{impurity}"
        for path in pure_files()
        for impurity in impurities(
            tree(path), ALLOWED | ALLOWED_TOO.get(path.with_suffix("").parts[1], set())
        )
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import sqlite3", "imports sqlite3"),
        ("from time import monotonic", "imports time"),
        ("def f():\n    import os.path", "imports os.path"),
        ("from . import seats", "imports ."),
        ("print(1)", "calls print"),
        ("key = hash('x')", "calls hash"),
        ("half = 1 / 2", "// divides ints"),
        ("points = 0.5", "holds the float 0.5"),
        ("def f(x: float) -> None: ...", "names float"),
        ("async def f() -> None: ...", "AsyncFunctionDef has no place in pure code"),
    ],
)
def test_an_impure_module_is_found_out(source: str, found: str) -> None:
    (impurity,) = impurities(ast.parse(source), ALLOWED)
    assert impurity.endswith(found)

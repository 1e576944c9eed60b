"""The project's own source files, as the structural checks see them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("shared", "services", "workers", "tests", "ops")
PURE: Final = ("kernel", "cards", "games", "table", "ledger", "fairness", "catalogue")
"""What of ``shared`` sees no clock, chance, I/O or log."""


def python_files(*packages: str) -> list[Path]:
    """Every Python file of ``packages`` (all of them by default), relative to the root."""
    return sorted(
        path.relative_to(ROOT)
        for package in packages or PACKAGES
        for path in (ROOT / package).rglob("*.py")
    )


def pure_files() -> list[Path]:
    """The files of the pure packages, relative to the root."""
    return [path for path in python_files("shared") if path.with_suffix("").parts[1] in PURE]


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file given relative to the root."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of ``module``."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imported(module: ast.Module) -> Iterator[tuple[str, int]]:
    """The name of every module that ``module`` imports, with the line."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ".", node.lineno


def called(module: ast.Module) -> Iterator[tuple[str, int]]:
    """What ``module`` calls: ``name`` for a function, ``.name`` for a method; with the line."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id, node.lineno
            elif isinstance(node.func, ast.Attribute):
                yield f".{node.func.attr}", node.lineno

"""Style that a machine can see: names, docstrings, sizes and leftovers."""

import ast
import re
from pathlib import Path

from tests.architecture.sources import ROOT, functions, python_files, tree

FUNCTION_LINES_MAX = 40
FILE_LINES_MAX = 400
# Where the layout asks for one file, its length is the price.
ONE_FILE_BY_DESIGN = {Path("shared/ports.py"): "the one list of the doors to the world"}
LINE_CHARACTERS_MAX = 99
# A file is named for what it knows; these names say that nobody knew.
SAY_NOTHING = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}
# Put together here, so that this file does not hold them.
LEFTOVERS = re.compile(r"\b({})\b".format("|".join(("TO" + "DO", "FIX" + "ME", "HA" + "CK"))))

FILES = python_files()
OTHERS = [
    *(path.relative_to(ROOT) for path in sorted(ROOT.glob("ops/**/*.sh"))),
    *map(Path, ("Makefile", "docker-compose.yml", "pyproject.toml", ".ci/run")),
]
TEXTS = FILES + OTHERS


def lines_of(path: Path) -> list[str]:
    return (ROOT / path).read_text(encoding="utf-8").splitlines()


def test_a_file_is_named_for_what_it_knows() -> None:
    assert [path for path in FILES if SAY_NOTHING & set(path.with_suffix("").parts)] == []


def test_a_file_opens_by_saying_what_it_knows() -> None:
    first = {path: (ast.get_docstring(tree(path)) or "").split("\n\n")[0] for path in FILES}
    assert {path: said for path, said in first.items() if not said.endswith((".", ":"))} == {}


def test_a_function_fits_on_a_screen() -> None:
    too_long = [
        f"{path}:{function.lineno}: {function.name} has {lines} lines"
        for path in FILES
        for function in functions(tree(path))
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > FUNCTION_LINES_MAX
    ]
    assert not too_long, "\n".join(too_long)


def test_a_file_can_be_read_in_one_sitting() -> None:
    too_long = [
        f"{path} has {lines} lines"
        for path in TEXTS
        if (lines := len(lines_of(path))) > FILE_LINES_MAX and path not in ONE_FILE_BY_DESIGN
    ]
    assert not too_long, "\n".join(too_long)


def test_a_line_fits_on_a_screen() -> None:
    # Ruff measures the lines of Python files (E501).
    too_long = [
        f"{path}:{number}"
        for path in OTHERS
        for number, line in enumerate(lines_of(path), 1)
        if len(line) > LINE_CHARACTERS_MAX
    ]
    assert not too_long, "\n".join(too_long)


def test_nothing_is_left_for_later() -> None:
    leftovers = [
        f"{path}:{number}: {line.strip()}"
        for path in TEXTS
        for number, line in enumerate(lines_of(path), 1)
        if LEFTOVERS.search(line)
    ]
    assert not leftovers, "\n".join(leftovers)

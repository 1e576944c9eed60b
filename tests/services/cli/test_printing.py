"""Every text can be printed, to whoever reads it and for as long as they do."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.cli import printing

GREFFIER = [sys.executable, "-c", "from services.cli.main import run; run()"]
MANY = '{"format": "none of ours"}\n' * 5


def test_what_a_terminal_would_act_upon_is_escaped() -> None:
    assert printing.visible("seat 2 → trick") == "seat 2 → trick"
    assert printing.visible("a\x1b[2Jb\nc\x07\u202e") == r"a\x1b[2Jb\nc\x07\u202e"
    assert printing.visible("\udcff") == r"\udcff"


def test_a_table_keeps_ids_whole_and_numbers_to_the_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [("f" * 300, 5, "[red]a\x1b"), ("g", 1234, "b")]
    printing.say_table("all", ("id", "amount", "name"), rows)
    title, _, _, first, second = capsys.readouterr().out.splitlines()
    assert title == "all"
    assert first.split() == ["f" * 300, "5", r"[red]a\x1b"]
    assert second.index("1234") + 4 == first.index(" 5 ") + 2


def test_who_watches_sees_that_something_is_done_and_who_does_not_sees_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with printing.waiting("starting"):
        pass
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with printing.waiting("starting"):
        pass
    out, err = capsys.readouterr()
    assert out == ""
    assert "starting" in err


def started(*arguments: str, **how: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*GREFFIER, *arguments], stderr=subprocess.PIPE, **how)


def test_a_reader_that_leaves_takes_no_verdict_with_it(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(MANY)
    reader, writer = os.pipe()
    os.close(reader)  # it has left before the first line
    with started("check", str(bad), stdout=writer) as process:
        os.close(writer)
        _, said = process.communicate()
    assert (process.returncode, said) == (1, b"")


def test_a_file_that_takes_nothing_more_is_said(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("wb") as file, started("check", os.devnull, stdout=file) as process:
        _, said = process.communicate()
    assert said == b"cannot run: [Errno 28] No space left on device\n"
    assert process.returncode == 2


def test_closed_streams_are_no_reason_to_fail() -> None:
    closed = ["sh", "-c", 'exec "$@" <&- >&-', "sh", *GREFFIER]
    done = subprocess.run([*closed, "check", os.devnull], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_name_that_is_no_text_and_a_terminal_that_knows_no_arrow(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xe2\x86\x92.jsonl"
    Path(os.fsdecode(name)).write_bytes(b"")
    environ = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*GREFFIER, "check", name], capture_output=True, check=False, env=environ
    )
    assert done.stdout == os.fsencode(tmp_path) + (
        rb"/\udcff\u2192.jsonl: 0 games, 0 moves, 0 differences" + b"\n"
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [["--help"], ["check", os.devnull], ["--version"]])
def test_what_needs_no_server_imports_no_driver(arguments: list[str]) -> None:
    # Imports are most of what such a command takes; these three are most of the imports.
    program = (
        "import sys\n"
        "from services.cli.main import run\n"
        "try:\n    run()\n"
        "except SystemExit as ended:\n"
        "    heavy = {'sqlalchemy', 'redis', 'structlog'} & set(sys.modules)\n"
        "    sys.exit(f'imported {heavy}' if heavy else ended.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")

"""`greffier check`: one exact line a file, one a difference, and the status says which it was."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from services.cli import files
from tests.services.cli.conftest import Greffier

VECTORS = Path(__file__).parents[2] / "vectors" / "call_break.jsonl"
GAMES: list[dict[str, Any]] = [json.loads(line) for line in VECTORS.read_bytes().splitlines()[:3]]
MOVES = [sum(len(deal["moves"]) for deal in game["deals"]) for game in GAMES]


def written(path: Path, *games: Any) -> Path:
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    return path


def other(game: int) -> dict[str, Any]:
    """A game to be altered."""
    copied: dict[str, Any] = json.loads(json.dumps(GAMES[game]))
    return copied


def test_a_good_file_is_one_line(greffier: Greffier, tmp_path: Path) -> None:
    path = written(tmp_path / "two.jsonl", *GAMES[:2])
    assert greffier("check", path) == (
        0,
        f"{path}: 2 games, {MOVES[0] + MOVES[1]} moves, 0 differences\n",
        "",
    )


def test_standard_input_is_a_dash(greffier: Greffier) -> None:
    ran = greffier("check", "-", stdin=json.dumps(GAMES[0]).encode())
    assert ran == (0, f"-: 1 games, {MOVES[0]} moves, 0 differences\n", "")


def test_a_difference_has_its_place_and_both_values(greffier: Greffier, tmp_path: Path) -> None:
    game = other(1)
    legal = game["deals"][0]["moves"][6]["legal"]
    game["deals"][0]["moves"][6]["legal"] = [*legal, "play:??"]
    path = written(tmp_path / "altered.jsonl", GAMES[0], game)
    status, out, _ = greffier("check", path)
    difference, summary = out.splitlines()
    says = json.dumps([*legal, "play:??"], separators=(",", ":"))
    rules = json.dumps(legal, separators=(",", ":"))
    where = f"{path}: game 2, deal 1, move 6: legal"
    assert difference == f"{where}: the transcript says {says}, the rules {rules}"
    assert summary == f"{path}: 2 games, {sum(MOVES[:2])} moves, 1 differences"
    assert status == 1


def test_a_difference_as_json_is_a_line_before_the_counts(
    greffier: Greffier, tmp_path: Path
) -> None:
    game = other(0)
    game["final"]["scores"][2] += 1
    path = written(tmp_path / "altered.jsonl", game)
    status, out, _ = greffier("check", "--json", path)
    difference, counts = map(json.loads, out.splitlines())
    assert difference == {
        "file": str(path),
        "game": 1,
        "deal": None,
        "move": None,
        "what": "scores",
        "transcript": game["final"]["scores"],
        "rules": GAMES[0]["final"]["scores"],
    }
    assert counts == {
        "file": str(path),
        "games": 1,
        "moves": MOVES[0],
        "differences": 1,
        "malformed": 0,
    }
    assert status == 1


def test_a_line_that_is_no_transcript_is_named_and_the_others_are_checked(
    greffier: Greffier, tmp_path: Path
) -> None:
    path = written(tmp_path / "mixed.jsonl", GAMES[0], {"format": "else"}, GAMES[1])
    status, out, _ = greffier("check", path)
    named, summary = out.splitlines()
    assert named.startswith(f"{path}: game 2 is no transcript: ")
    assert summary == f"{path}: 3 games, {sum(MOVES[:2])} moves, 0 differences, 1 malformed"
    assert status == 1


def test_binary_garbage_is_said_in_a_few_lines(greffier: Greffier, tmp_path: Path) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(bytes(range(256)) * 400)
    status, out, err = greffier("check", path)
    assert status == 1
    assert len(out.splitlines()) <= 12
    assert out.splitlines()[-1] == f"{path}: 401 games, 0 moves, 0 differences, 401 malformed"
    assert "\x1b" not in out
    assert err == ""


def test_a_line_without_end_is_not_read_into_memory(
    greffier: Greffier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LINE_BYTES_MAX", 1000)
    path = tmp_path / "endless"
    path.write_bytes(b"x" * 5000)
    status, out, _ = greffier("check", path)
    assert out.splitlines() == [
        f"{path}: game 1 is no transcript: line 1 is longer than 1000 bytes",
        f"{path}: 1 games, 0 moves, 0 differences, 1 malformed",
    ]
    assert status == 1


def test_what_cannot_be_read_keeps_no_other_file_from_being_checked(
    greffier: Greffier, tmp_path: Path
) -> None:
    good = written(tmp_path / "good.jsonl", GAMES[0])
    ran = greffier("check", tmp_path / "nowhere", good, tmp_path)
    assert ran.out == f"{good}: 1 games, {MOVES[0]} moves, 0 differences\n"
    assert ran.err.splitlines() == [
        f"cannot run: {tmp_path / 'nowhere'}: No such file or directory",
        f"cannot run: {tmp_path}: Is a directory",
    ]
    assert ran.status == 2


def test_text_in_a_transcript_cannot_drive_the_terminal(
    greffier: Greffier, tmp_path: Path
) -> None:
    game = other(0)
    game["deals"][0]["moves"][0]["legal"] = ["\x1b[2J", "\u202e"]
    status, out, _ = greffier("check", written(tmp_path / "evil.jsonl", game))
    assert status == 1
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_who_waits_for_a_large_file_sees_a_bar_beside_the_result(
    greffier: Greffier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_WAIT_BYTES_MIN", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    path = written(tmp_path / "game.jsonl", GAMES[0])
    status, out, err = greffier("check", path)
    assert (status, out) == (0, f"{path}: 1 games, {MOVES[0]} moves, 0 differences\n")
    assert "100%" in err

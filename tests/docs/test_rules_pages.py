"""docs/rules/: generated parts are what the code says, and what is written by hand holds too."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from ops.pages.blocks import asked, by_hand, renewed
from ops.pages.layout import clauses
from ops.pages.rules import FOLDER, INDEX, SAYINGS, pages, written
from services.gateway.options import read_options
from services.gateway.wire import NewCommand
from shared.catalogue import BY_NAME
from shared.games.call_break import scoring
from shared.games.king_russian.contracts import CONTRACTS
from shared.games.king_russian.scoring import lines
from shared.kernel.game_rules import AnyRules
from shared.table.commands import parse_table_command
from tests.golden import shelf
from tests.shared.games.king_russian.situations import won

PAGES = pages()
GAMES = [page for page in PAGES if page != INDEX]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
every_game = pytest.mark.parametrize("page", GAMES, ids=lambda page: page.stem)


def rules_of(page: Path) -> AnyRules:
    return BY_NAME[page.stem]


def section(page: Path, heading: str) -> str:
    """What stands by hand under a heading."""
    text = by_hand(page.read_text(encoding="utf-8"))
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def codes(text: str) -> set[str]:
    return set(re.findall(r"`([^`\n]+)`", text))


# --- generated -------------------------------------------------------------------------------


def test_every_game_has_a_page() -> None:
    assert [page.stem for page in GAMES] == sorted(BY_NAME), "write its prose into docs/rules/"


@every_page
def test_generated_parts_are_what_the_code_says(page: Path) -> None:
    right = "run: make pages"
    assert written(page) == page.read_text(encoding="utf-8"), right


@every_game
def test_a_game_s_page_has_every_part(page: Path) -> None:
    parts = {part.split()[0] for part in asked(page.read_text(encoding="utf-8"))}
    assert set(SAYINGS) - {"rows", "names"} <= parts


def test_what_stands_outside_the_marks_is_left_alone() -> None:
    page = "before\n<!-- generated: a\n  b -->\nold\n<!-- end of generated -->\nafter\n"
    assert asked(page) == ["a b"]
    assert by_hand(page) == "before\n\nafter\n"
    once = renewed(page, lambda what: what.upper())
    expected = "<!-- generated: a\n  b -->\n\nA B\n\n<!-- end of generated -->"
    assert once == f"before\n{expected}\nafter\n"
    assert renewed(once, lambda what: what.upper()) == once


# --- by hand ---------------------------------------------------------------------------------


@every_page
def test_every_clause_named_leads_to_its_place(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:CO|CB|KR|KT|AR)-[A-Z]+-\d+[a-z]?\b", by_hand(text)))
    assert named <= set(clauses())
    assert {clause for clause in named if f"[{clause}]" not in by_hand(text)} == set()
    for clause in set(re.findall(r"\[([A-Z]{2}-[A-Z]+-\d+[a-z]?)\](?!:)", text)):
        (target,) = re.findall(rf"^\[{clause}\]: (\S*)#{clause.lower()}$", text, re.MULTILINE)
        place = (FOLDER / target).read_text(encoding="utf-8") if target else text
        assert f'<a id="{clause.lower()}"></a>' in place


@cache
def views_of(page: Path) -> list[dict[str, Any]]:
    """The rules' own views at the moments that the golden games of a page's game keep."""
    place = shelf.ROOT / page.stem / str(rules_of(page).RULESET)
    views = []
    for folder in (folder for folder in shelf.folders() if folder.parent == place):
        for seen in shelf.read_views(folder):
            view = shelf.seen_by(shelf.read_log(folder), seen.seq, seen.viewer).view
            views.append(view["match"])
    return [view for view in views if view is not None]


def keys_in(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_in, value.values()))
    return set().union(*map(keys_in, value)) if isinstance(value, list) else set()


@every_game
def test_the_table_of_the_view_names_every_field_and_no_other(page: Path) -> None:
    rows = re.findall(r"^\| (`[^|]+) \|", section(page, "The view"), re.MULTILINE)
    fields = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(fields) == len(set(fields))
    for view in views_of(page):
        assert set(view) == set(fields)


@every_game
def test_fields_within_fields_are_explained_too(page: Path) -> None:
    views = views_of(page)
    explained = codes(section(page, "The view"))
    # What the options are stands in a table of its own.
    inner = [keys_in({**view, "options": None}) for view in views]
    assert set().union(*inner) - explained == set()


def test_the_fields_that_all_games_have_are_in_the_views_of_all() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", section(INDEX, "How a front-end plays"), re.MULTILINE)
    assert rows
    for page in GAMES:
        assert all(set(rows) <= set(view) for view in views_of(page))


@every_game
def test_every_move_named_is_one(page: Path) -> None:
    rules = rules_of(page)
    shown = codes(page.read_text(encoding="utf-8"))
    named = {text for text in shown if ":" in text and "{" not in text}
    tags = tuple(f"{kind.__struct_config__.tag}:" for kind in rules.MOVES)
    assert any(text.startswith(tags) for text in named)
    for text in named:
        if text.startswith("table:"):
            assert parse_table_command(text) is not None, text
        else:
            assert rules.parse_move(text) is not None, text


@every_game
def test_the_options_printed_open_a_table(page: Path) -> None:
    (printed,) = re.findall(r"```json\n(.*?)```", section(page, "Options"), re.DOTALL)
    opening = json.decode(printed)
    assert opening["rules"] == page.stem
    read_options(rules_of(page), opening["options"])


def test_the_command_printed_is_one() -> None:
    printed = re.findall(r"```json\n(.*?)```", section(INDEX, "How a front-end plays"), re.DOTALL)
    assert [json.decode(text, type=NewCommand).move for text in printed] == ["play:KH"]


def test_the_scores_printed_for_call_break_are_right() -> None:
    text = section(FOLDER / "call_break.md", "The game")
    rows = re.findall(r"^\| (\d+) \| ([\d, or]+) \| ([+−]\d+) \|$", text, re.MULTILINE)
    assert len(rows) == 4
    for called, taken, scores in rows:
        for tricks in re.findall(r"\d+", taken):
            expected = int(scores.replace("−", "-"))
            assert scoring.score(int(called), int(tricks)) == expected


def test_the_eralash_trick_printed_for_russian_king_is_right() -> None:
    text = section(FOLDER / "king_russian.md", "The game")
    ((cards, least, most),) = re.findall(
        r"taken with ([\w ]+) in it:.*?(−\d+) in the seventh round and \+(\d+)", text, re.DOTALL
    )
    nothing = won(1, "7C 8C 9C TC")
    for number, points in ((6, least.replace("−", "-")), (13, most)):
        counted = lines(CONTRACTS[number], [*[nothing] * 7, won(0, cards)])
        assert sum(line.each * line.taken[0] for line in counted) == int(points)

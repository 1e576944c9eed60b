"""Golden games: whatever was recorded once is read, judged, folded, told and shown as it was."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect, json, to_builtins

from shared.catalogue import RULESETS
from shared.flows.events import CODEC, EVENT_TYPES
from shared.flows.export import Exported
from shared.kernel.game_rules import AnyRules
from tests.golden import record, shelf
from tests.golden.plans import PLANS, Plan
from tests.golden.playing import play

FOLDERS = shelf.folders()

games = pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(shelf.ROOT).as_posix()
)
rulesets = pytest.mark.parametrize(
    "rules", RULESETS, ids=lambda rules: f"{rules.NAME}/{rules.RULESET}"
)


@cache
def log_of(folder: Path) -> Exported:
    return shelf.read_log(folder)


def of_ruleset(rules: AnyRules) -> list[Path]:
    place = shelf.ROOT / rules.NAME / str(rules.RULESET)
    return [folder for folder in FOLDERS if folder.parent == place]


# --- what was recorded stands as it was ----------------------------------------------------------


def test_no_file_was_changed_added_or_taken_away() -> None:
    assert shelf.sums() == shelf.MANIFEST.read_text(encoding="utf-8")


@games
def test_every_entry_is_read_and_written_again_with_the_same_bytes(folder: Path) -> None:
    current = {kind.name: kind.version for kind in EVENT_TYPES}
    for raw in log_of(folder).entries:
        # Reading an entry of an older version compares its bytes too, before it is upcast.
        entry = CODEC.decode(raw)
        if entry.version == current[entry.type]:
            seq, at, cause, actor = entry.seq, entry.at, entry.cause, entry.actor
            assert CODEC.encode(entry.event, seq=seq, at=at, cause=cause, actor=actor) == raw


@games
def test_the_game_comes_to_what_it_came_to(folder: Path) -> None:
    recorded = to_builtins(shelf.read_outcome(folder))
    now = json.decode(json.encode(shelf.outcome_of(log_of(folder))))
    assert list(shelf.lost(json.decode(json.encode(recorded)), now)) == []
    assert now["verdict"] == "verdict: bytes good, rules good, money good"


@games
def test_every_viewer_sees_what_they_saw(folder: Path) -> None:
    views = shelf.read_views(folder)
    assert views
    for seen in views:
        now = shelf.seen_by(log_of(folder), seen.seq, seen.viewer)
        assert now.turn == seen.turn
        assert list(shelf.lost(seen.view, now.view, f"{seen.viewer} after {seen.seq}")) == []


@games
def test_the_game_is_told_as_it_was(folder: Path) -> None:
    assert shelf.told(log_of(folder)) == (folder / shelf.TOLD).read_text(encoding="utf-8")


# --- enough was recorded ----------------------------------------------------------------------


@rulesets
def test_every_ruleset_has_a_golden_game(rules: AnyRules) -> None:
    assert of_ruleset(rules), f"plan some and run: python -m tests.golden.record {rules.NAME}"


@rulesets
def test_golden_games_try_every_value_of_every_house_rule(rules: AnyRules) -> None:
    tried = [shelf.read_outcome(folder).house_rules for folder in of_ruleset(rules)]
    options = inspect.type_info(rules.OPTIONS)
    assert isinstance(options, inspect.StructType)
    for option in options.fields:
        values = {house_rules[option.name] for house_rules in tried}
        assert values >= set(values_of(option.type)), option.name


def values_of(kind: inspect.Type) -> tuple[Any, ...]:
    """The values of a house rule that can be counted."""
    match kind:
        case inspect.LiteralType(values):
            return values
        case inspect.BoolType():
            return (False, True)
        case inspect.NoneType():
            return (None,)
        case inspect.UnionType(members):
            return tuple(value for member in members for value in values_of(member))
    return ()


def test_every_event_of_today_stands_in_a_golden_game() -> None:
    recorded = {
        (entry.type, entry.version)
        for folder in FOLDERS
        for entry in map(CODEC.decode, log_of(folder).entries)
    }
    assert {(kind.name, kind.version) for kind in EVENT_TYPES} <= recorded


@rulesets
def test_something_goes_wrong_in_golden_games(rules: AnyRules) -> None:
    recorded = {
        CODEC.decode(raw).type for folder in of_ruleset(rules) for raw in log_of(folder).entries
    }
    wrong = ("clock_ran_out", "player_left", "player_returned", "deal_voided")
    assert {f"table.{name}" for name in wrong} <= recorded


# --- how they are kept ------------------------------------------------------------------------


def test_every_planned_game_is_recorded() -> None:
    planned = {(plan.rules, plan.name) for plan in PLANS}
    assert len(planned) == len(PLANS)
    assert planned <= {(folder.parts[-3], folder.name) for folder in FOLDERS}


def test_what_is_recorded_is_never_recorded_again(capsys: pytest.CaptureFixture[str]) -> None:
    before = shelf.sums()
    with pytest.raises(SystemExit) as stopped:
        record.main([RULESETS[0].NAME])
    assert stopped.value.code == 1
    assert "stay as they are" in capsys.readouterr().err
    assert shelf.sums() == before


@pytest.mark.parametrize("plan", [PLANS[0], PLANS[2]], ids=lambda plan: plan.name)
def test_a_planned_game_is_recorded_whole_and_once(plan: Plan, tmp_path: Path) -> None:
    folder, played = tmp_path / plan.name, play(plan)
    shelf.put(folder, played)
    exported = shelf.read_log(folder)
    assert (exported.game, exported.entries) == (played.game, played.entries)
    assert exported.witness.head == played.head
    assert exported.witness.transfers == played.transfers
    assert shelf.read_outcome(folder).verdict == "verdict: bytes good, rules good, money good"
    with pytest.raises(FileExistsError):
        shelf.put(folder, played)


def test_a_field_more_is_no_loss_and_all_else_is() -> None:
    recorded = {"hand": ["2C", "3C"], "deal": 1}
    assert list(shelf.lost(recorded, recorded | {"new": 5})) == []
    assert list(shelf.lost(recorded, {"hand": ["2C", "3C"]})) == [".deal is gone"]
    changed = {"hand": ["2C", "4C"], "deal": 1}
    assert list(shelf.lost(recorded, changed)) == [".hand[1]: 3C was recorded, and it is 4C"]
    assert len(list(shelf.lost(recorded, {"hand": ["2C"], "deal": 1}))) == 1

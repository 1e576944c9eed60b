"""Transcripts made by an independent engine agree; altered ones are found, broken ones named."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from shared.catalogue import BY_NAME
from shared.flows.transcripts import Difference, GameCheck, MalformedTranscript, check_lines, read
from shared.games.call_break import rules as call_break
from shared.games.call_break.events import Called
from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import Seat
from shared.kernel.settlement import Line, Payments, by_difference

FILE: Final = Path(__file__).parents[2] / "vectors" / "call_break.jsonl"
LINES: Final = FILE.read_bytes().splitlines()
GAMES: Final[list[dict[str, Any]]] = [json.loads(line) for line in LINES]
ONE_DEAL: Final = next(game for game in GAMES if game["options"] == {"deals": 1})
TWO_DEALS: Final = next(game for game in GAMES if game["options"] == {"deals": 2})

Mutation = Callable[[dict[str, Any]], None]


def check_game(game: Any) -> GameCheck:
    (found,) = check_lines([json.dumps(game).encode()])
    return found


def altered(game: dict[str, Any], mutation: Mutation) -> GameCheck:
    game = copy.deepcopy(game)
    mutation(game)
    return check_game(game)


def test_the_independent_transcripts_of_call_break_agree() -> None:
    with FILE.open("rb") as lines:
        checks = list(check_lines(lines))
    assert [check.game for check in checks] == list(range(1, 61))
    assert [check for check in checks if check.differences or check.malformed] == []
    moves = sum(len(deal["moves"]) for game in GAMES for deal in game["deals"])
    assert sum(check.moves for check in checks) == moves == 10_248


def test_the_transcripts_show_every_rule_of_play_at_work() -> None:
    # Otherwise agreeing with them would say little.
    tricks = [trick for game in GAMES for deal in game["deals"] for trick in deal["tricks"]]
    ruffed = [t for t in tricks if t["cards"][0][1] != "S" and any("S" in c for c in t["cards"])]
    overruffed = [t for t in ruffed if sum("S" in card for card in t["cards"]) > 1]
    assert len(ruffed) > 500
    assert len(overruffed) > 100
    scores = {s for game in GAMES for deal in game["deals"] for s in deal["result"]["scores"]}
    assert {2, -2, 13} <= scores


# --- one value altered ------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON document that is no container."""
    children: Any = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for key, child in children:
        yield from leaves(child, (*path, key))
    if not isinstance(value, dict | list):
        yield path


def alter(game: dict[str, Any], path: tuple[Any, ...]) -> None:
    *way, last = path
    parent: Any = game
    for key in way:
        parent = parent[key]
    value = parent[last]
    if isinstance(value, int):
        parent[last] = (value + 1) % 4 if last in {"seat", "leader", "winner"} else value + 1
    elif value is None:
        parent[last] = [0, 0, 0, 0]
    elif value in {"play:AS", "AS"}:
        parent[last] = value.replace("AS", "2C")
    else:
        parent[last] = value.rpartition(":")[0] + ":AS" if ":" in value else "AS"


def noticed(path: tuple[Any, ...]) -> bool:
    check = altered(ONE_DEAL, lambda game: alter(game, path))
    return bool(check.differences or check.malformed)


def test_whatever_value_is_altered_it_is_found() -> None:
    paths = list(leaves(ONE_DEAL))
    assert len(paths) == 494
    assert [path for path in paths if not noticed(path)] == []


# --- differences, with where and both values --------------------------------------------------


def differences(game: dict[str, Any], mutation: Mutation) -> list[Difference]:
    check = altered(game, mutation)
    assert check.malformed is None
    return list(check.differences)


def test_a_legal_set_that_differs() -> None:
    def drop_a_call(game: dict[str, Any]) -> None:
        game["deals"][1]["moves"][2]["legal"].remove("call:5")

    calls = sorted(f"call:{tricks}" for tricks in range(2, 14))
    fewer = [call for call in calls if call != "call:5"]
    assert differences(TWO_DEALS, drop_a_call) == [Difference(2, 2, "legal", fewer, calls)]


def test_a_legal_set_in_another_order_differs() -> None:
    def reverse(game: dict[str, Any]) -> None:
        game["deals"][0]["moves"][0]["legal"].reverse()

    (found,) = differences(ONE_DEAL, reverse)
    assert (found.deal, found.move, found.what) == (1, 0, "legal")


def test_a_move_by_another_seat() -> None:
    seat = ONE_DEAL["deals"][0]["moves"][0]["seat"]

    def next_seat(game: dict[str, Any]) -> None:
        game["deals"][0]["moves"][0]["seat"] = (seat + 1) % 4

    assert differences(ONE_DEAL, next_seat) == [Difference(1, 0, "seat", (seat + 1) % 4, seat)]


def test_a_move_that_the_rules_refuse_ends_the_replay_with_the_reason() -> None:
    def call_fifteen(game: dict[str, Any]) -> None:
        game["deals"][0]["moves"][1]["move"] = "call:15"

    check = altered(TWO_DEALS, call_fifteen)
    (found,) = check.differences
    assert (found.deal, found.move, found.what, found.transcript) == (1, 1, "move", "call:15")
    assert found.rules == "CB-CALL-2: a call is a whole number from 2 to 13"
    assert check.moves == 1


def test_a_trick_that_somebody_else_wins() -> None:
    winner = ONE_DEAL["deals"][0]["tricks"][12]["winner"]

    def next_seat_wins(game: dict[str, Any]) -> None:
        game["deals"][0]["tricks"][12]["winner"] = (winner + 1) % 4

    (found,) = differences(ONE_DEAL, next_seat_wins)
    assert (found.deal, found.move, found.what) == (1, 55, "trick")
    assert (found.transcript["winner"], found.rules["winner"]) == ((winner + 1) % 4, winner)


def test_a_trick_too_few_and_a_trick_too_many() -> None:
    def drop(game: dict[str, Any]) -> None:
        game["deals"][0]["tricks"].pop()

    def repeat(game: dict[str, Any]) -> None:
        game["deals"][0]["tricks"].append(game["deals"][0]["tricks"][0])

    missing, count = differences(ONE_DEAL, drop)
    assert (missing.move, missing.what, missing.transcript) == (55, "trick", None)
    assert count == Difference(1, None, "number of tricks", 12, 13)
    assert differences(ONE_DEAL, repeat) == [Difference(1, None, "number of tricks", 14, 13)]


def test_a_result_that_differs() -> None:
    scores = ONE_DEAL["deals"][0]["result"]["scores"]
    wrong = [scores[0] + 1, *scores[1:]]

    def change(game: dict[str, Any]) -> None:
        game["deals"][0]["result"] = {
            "scores": wrong,
            "payments": [0, 0, 0, 0],
            "detail": {"bid": "piccolo"},
        }

    assert differences(ONE_DEAL, change) == [
        Difference(1, None, "scores", wrong, scores),
        Difference(1, None, "payments", [0, 0, 0, 0], None),
        Difference(1, None, "detail", {"bid": "piccolo"}, {}),
    ]


def test_an_end_that_differs() -> None:
    final = ONE_DEAL["final"]
    wrong = {"scores": [9, 9, 9, 9], "winners": [0, 1, 2, 3], "payments": [0, 0, 0, 0]}

    def change(game: dict[str, Any]) -> None:
        game["final"] = wrong

    assert differences(ONE_DEAL, change) == [
        Difference(None, None, name, wrong[name], final[name])
        for name in ("scores", "winners", "payments")
    ]


def test_moves_that_are_missing_or_too_many() -> None:
    def drop(game: dict[str, Any]) -> None:
        game["deals"][0]["moves"].pop()

    def repeat(game: dict[str, Any]) -> None:
        game["deals"][0]["moves"].append(game["deals"][0]["moves"][-1])

    last = ONE_DEAL["deals"][0]["moves"][-1]
    (short,) = differences(ONE_DEAL, drop)
    assert short == Difference(1, None, "moves", "deal over", f"seat {last['seat']} to move")
    (long,) = differences(ONE_DEAL, repeat)
    assert long == Difference(1, 56, "moves", last["move"], "deal over")


def test_a_deal_that_somebody_else_should_have_dealt() -> None:
    forehand = TWO_DEALS["deals"][1]["forehand"]

    def same_dealer_again(game: dict[str, Any]) -> None:
        game["deals"][1]["forehand"] = game["deals"][0]["forehand"]

    found = differences(TWO_DEALS, same_dealer_again)[0]
    assert found == Difference(2, None, "forehand", (forehand - 1) % 4, forehand)


def test_a_game_that_goes_on_too_long_or_ends_too_early() -> None:
    def only_one(game: dict[str, Any]) -> None:
        game["options"]["deals"] = 1

    def three(game: dict[str, Any]) -> None:
        game["options"]["deals"] = 3

    assert differences(TWO_DEALS, only_one) == [Difference(None, None, "deals", 2, 1)]
    assert differences(TWO_DEALS, three) == [
        Difference(None, None, "deals", 2, "another deal is due")
    ]


@pytest.mark.clause("CB-END-2")
def test_cb_end_2_without_a_number_of_deals_the_last_one_listed_ends_the_game() -> None:
    def no_number(game: dict[str, Any]) -> None:
        game["options"]["deals"] = None

    assert differences(TWO_DEALS, no_number) == []


# --- lines that are no transcripts ------------------------------------------------------------


FORMAT_OBJECTS: Final[list[tuple[str | int, ...]]] = [
    (),
    ("options",),
    ("deals", 0),
    ("deals", 0, "moves", 0),
    ("deals", 0, "tricks", 0),
    ("deals", 0, "result"),
    ("final",),
]


def at(game: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    found: Any = game
    for key in path:
        found = found[key]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("path", FORMAT_OBJECTS, ids=str)
def test_an_unknown_key_is_an_error_wherever_it_stands(path: tuple[str | int, ...]) -> None:
    check = altered(ONE_DEAL, lambda game: at(game, path).update(note="mine"))
    assert check.malformed is not None
    assert "unknown field `note`" in check.malformed
    assert check.moves == 0


@pytest.mark.parametrize("path", FORMAT_OBJECTS, ids=str)
def test_a_missing_key_is_an_error_wherever_it_is_missing(path: tuple[str | int, ...]) -> None:
    for key in at(ONE_DEAL, path):
        game = copy.deepcopy(ONE_DEAL)
        del at(game, path)[key]
        check = check_game(game)
        assert check.malformed is not None
        assert key in check.malformed


def set_move(game: dict[str, Any]) -> None:
    game["deals"][0]["moves"][3]["move"] = "play:1S"


def set_deck(game: dict[str, Any]) -> None:
    game["deals"][0]["deck"][0] = game["deals"][0]["deck"][1]


@pytest.mark.parametrize(
    ("mutation", "message"),
    [
        (set_move, "call_break has no move 'play:1S' - at `$.deals[0].moves[3].move`"),
        (set_deck, "not the 52 cards of call_break, once each - at `$.deals[0].deck`"),
        (lambda g: g["deals"][0].update(deal=2), "deal 1 is numbered 2 - at `$.deals[0].deal`"),
        (
            lambda g: g["deals"][0].update(forehand=None),
            "call_break has forehand - at `$.deals[0].forehand`",
        ),
        (lambda g: g["deals"][0].update(forehand=4), "Expected `int` <= 3"),
        (lambda g: g.update(game="whist"), "no game is called 'whist' - at `$.game`"),
        (lambda g: g.update(format="trick-transcript/2"), "Invalid enum value"),
        (lambda g: g["options"].update(deals="3"), "options: Expected `int | null`, got `str`"),
        (
            lambda g: g["options"].update(deals=101),
            "CB-END-1: the number of deals is from 1 to 100",
        ),
        (lambda g: g["options"].pop("deals"), "missing deals - at `$.options`"),
        (lambda g: g["final"].update(scores=[1, 2, 3]), "Expected `array` of length 4"),
        (lambda g: g["final"].update(scores=[1, 2, 3, 4.5]), "Expected `int`, got `float`"),
    ],
)
def test_a_malformed_game_is_named_with_the_place(mutation: Mutation, message: str) -> None:
    check = altered(ONE_DEAL, mutation)
    assert check.malformed is not None
    assert message in check.malformed
    assert (check.moves, check.differences) == (0, ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "truncated"),
        (b"[]", "Expected `object`, got `array`"),
        (b"null", "Expected `object`, got `null`"),
        (b"\xff\xfe", "malformed"),
        (b'{"format": "\xff"}', "UTF-8"),
        (b'{"options":' * 100_000, "nested too deeply"),
        (LINES[0][:1000], "truncated"),
        (LINES[0] + b"}", "trailing"),
    ],
    ids=["brace", "array", "null", "no-text", "no-utf-8", "deep", "cut", "more"],
)
def test_a_line_that_is_no_transcript_is_named_with_the_reason(line: bytes, message: str) -> None:
    with pytest.raises(MalformedTranscript, match=message):
        read(line)


def test_other_games_of_the_file_are_checked_all_the_same() -> None:
    checks = list(check_lines([LINES[0], b"{", b"\n", LINES[1]]))
    assert [(check.game, check.malformed is None) for check in checks] == [
        (1, True),
        (2, False),
        (3, True),
    ]
    assert sum(len(check.differences) for check in checks) == 0


# --- games that are written otherwise ---------------------------------------------------------


def last_deal_paid(state: Any, final: bool) -> Payments:
    points = by_difference(state.match.history[-1].scores)
    return Payments(points, (Line("deal", "CO-PAY-3", None, points),))


def test_a_game_may_open_by_itself_settle_each_deal_describe_it_and_draw_no_dealer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = copy.deepcopy(next(g for g in GAMES if [d["forehand"] for d in g["deals"]] == [1]))
    (deal,) = game["deals"]
    calls = {record["seat"]: int(record["move"][5:]) for record in deal["moves"][:4]}
    other_game = SimpleNamespace(
        **{
            **vars(call_break),
            "NAME": "other_game",
            "DRAWS_DEALER": False,
            "opening": lambda state: (Called(Seat(1), calls[1]),),
            "payments": last_deal_paid,
            "deal_detail": lambda state: {"calls": list(state.match.history[-1].calls)},
            "show_legal": lambda view: {"from": call_break.show_legal(view)},
        }
    )
    monkeypatch.setitem(BY_NAME, "other_game", cast(AnyRules, other_game))
    game["game"] = "other_game"
    deal["forehand"] = None
    deal["result"]["payments"] = game["final"]["payments"]
    deal["result"]["detail"] = {"calls": [calls[seat] for seat in range(4)]}
    del deal["moves"][0]
    for record in deal["moves"]:
        record["legal"] = {"from": record["legal"]}
    assert check_game(game) == GameCheck(1, 55, ())

    deal["result"]["payments"] = None
    deal["moves"][0]["legal"] = {"from": []}
    assert [found.what for found in check_game(game).differences] == ["legal", "payments"]
    deal["forehand"] = 1
    assert "other_game has no forehand" in (check_game(game).malformed or "")

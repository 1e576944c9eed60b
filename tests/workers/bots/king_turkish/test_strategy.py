"""The Turkish King bot: legal, repeatable, within its budget, and out for the contract's aim."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import pytest

from shared.cards.moves import Play
from shared.cards.tricks import Trick
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import ContractId
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import State
from shared.games.king_turkish.view import View
from shared.kernel.seats import Seat
from shared.table.options import Level
from tests.workers.bots.king_turkish.turns import (
    CARDS,
    EVERY_OPTIONS,
    NAMES,
    STRICTEST,
    after,
    cards,
    choice,
    mask,
    new_deal,
    trump_of,
    views,
)
from workers.bots.chance import Chance
from workers.bots.king_turkish import strategy
from workers.bots.king_turkish.playouts import played_out
from workers.bots.king_turkish.strategy import PLAYS_MAX, choose
from workers.bots.strategies import STRATEGIES

LEVELS: tuple[Level, ...] = get_args(Level)
PENALTIES = [name for name in NAMES if name != "koz"]


def late(contract: ContractId, hand: str, lies: str, rest: str) -> View:
    """Seat 0 is to move with the last of ``hand``; the others hold ``rest`` and what lies.

    All else was led by seat 0, four cards of a suit at a time, so that it shows no void: of each
    suit one card, five or nine are left.
    """
    out = cards(f"{hand} {lies} {rest}")
    gone = [card for card in range(52) if card not in out]
    rows = [tuple(gone[place : place + 4]) for place in range(0, len(gone), 4)]
    left = len(hand.split())
    played = len(lies.split())
    a, b, c = (left - (place < played) for place in range(3))
    return View(
        viewer=Seat(0),
        options=Options(),
        history=(),
        totals=(0, 0, 0, 0),
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(left, a, b, c),
        chooser=Seat(0),
        contract=contract,
        trump=trump_of(contract),
        leader=Seat(1) if lies else Seat(0),
        trick=cards(lies),
        tricks=tuple(Trick(Seat(0), row, Seat(1)) for row in rows),
        seen=mask(lies) | sum(1 << card for card in gone),
    )


def test_the_game_is_played_by_this_strategy() -> None:
    assert STRATEGIES["king_turkish"] is choose


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("contract", NAMES)
def test_every_card_is_legal_and_the_same_chance_gives_it_again(
    contract: ContractId, level: Level
) -> None:
    for number, view in enumerate(views(contract, 7, STRICTEST)):
        move = choose(view, level, Chance(bytes([number])))
        assert move in rules.legal_moves(view)
        assert move == choose(view, level, Chance(bytes([number])))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_choice(level: Level) -> None:
    view = choice("KS QS 9S 4S 3S 2S AH 7H 3H KD 4D 8C 5C")
    for luck in range(4):
        once, again = (choose(view, level, Chance(bytes([luck]))) for _ in range(2))
        assert once == again


@pytest.mark.parametrize("options", EVERY_OPTIONS, ids=str)
def test_a_whole_game_is_played_within_every_combination_of_rules(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In deals at random; with fewer thoughts, for forty-eight games."""
    monkeypatch.setattr(strategy, "PLAYS_MAX", 1_000)
    monkeypatch.setattr(strategy, "PLAYS_TO_CHOOSE", 500)
    random = Random(EVERY_OPTIONS.index(options))
    levels = [random.choice(LEVELS) for _ in range(4)]
    state: State = rules.initial(options)
    moves = 0
    while not rules.finished(state, False):
        state = new_deal(state, random)
        while (seat := rules.to_move(state)) is not None:
            view = rules.view(state, seat)
            move = choose(view, levels[seat], Chance(moves.to_bytes(2, "big")))
            assert move in rules.legal_moves(view)
            state = after(state, seat, move)
            moves += 1
    assert rules.deals_done(state) == 20


def test_who_is_not_to_move_is_not_asked() -> None:
    view = rules.view(rules.initial(Options()), Seat(0))
    with pytest.raises(AssertionError, match="another seat's turn"):
        choose(view, "beginner", Chance(b"x"))


@pytest.mark.parametrize("contract", ["el_almaz", "koz"])
def test_an_expert_never_plays_more_cards_than_its_budget(
    contract: ContractId, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = 0

    def counted(thumb: Any, hands: Sequence[int], *asked: Any) -> int:
        nonlocal plays
        plays += sum(hand.bit_count() for hand in hands)
        return played_out(thumb, hands, *asked)

    monkeypatch.setattr(strategy, "played_out", counted)
    spent = []
    for view in views(contract, 11, Options()):
        plays = 0
        choose(view, "expert", Chance(b"x"))
        spent.append(plays)
    assert PLAYS_MAX / 2 < max(spent) <= PLAYS_MAX


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("contract", PENALTIES)
def test_a_trick_that_costs_is_left_to_another(contract: ContractId, level: Level) -> None:
    lies = "QH 9H 7H"
    view = late(contract, "KH 8H", lies, "5C 5D 5S")
    assert choose(view, level, Chance(b"x")) == Play(CARDS["8H"])


@pytest.mark.parametrize("level", LEVELS)
def test_a_trick_that_pays_is_taken(level: Level) -> None:
    view = late("koz", "KH 8H", "QH 9H 7H", "5C 5D 5S")
    assert choose(view, level, Chance(b"x")) == Play(CARDS["KH"])


@pytest.mark.parametrize("level", LEVELS)
def test_the_king_of_hearts_is_not_led_in_rifki(level: Level) -> None:
    view = late("rifki", "KH 2C", "", "9C 8C 7C 6C 5D 5S")
    assert choose(view, level, Chance(b"x")) == Play(CARDS["2C"])


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_a_high_heart_is_given_under_a_higher_one_in_kupa(level: Level) -> None:
    view = late("kupa_almaz", "KH 2H 5C", "3H AH 4H", "5H 6H 7H 8H 5D 5S")
    assert choose(view, level, Chance(b"x")) == Play(CARDS["KH"])


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_an_ace_under_which_the_queen_may_fall_goes_on_anothers_trick(level: Level) -> None:
    view = late("kiz_almaz", "AS 2D 4H", "9C 7C 5C", "QS 5S 4S 3S 3C 2C")
    assert choose(view, level, Chance(b"x")) == Play(CARDS["AS"])

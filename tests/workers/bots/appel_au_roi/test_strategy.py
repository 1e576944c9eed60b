"""The Appel au roi bot: legal, repeatable, within its budget, and out for its side's points."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.cards.moves import Play
from shared.cards.tricks import Trick
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.contracts import CONTRACTS, ContractId
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import CARDS
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import Declared, Said, Sides, State
from shared.games.appel_au_roi.view import View
from shared.kernel.seats import Seat, seat_after
from shared.table.options import Level
from tests.workers.bots.appel_au_roi.turns import BID_IDS, ONE_DEAL, after, cards, mask, views
from workers.bots.appel_au_roi import strategy
from workers.bots.appel_au_roi.playouts import played_out
from workers.bots.appel_au_roi.strategy import PLAYS_MAX, choose
from workers.bots.chance import Chance
from workers.bots.strategies import STRATEGIES

LEVELS: tuple[Level, ...] = get_args(Level)
NEGATIVE = [contract.id for contract in CONTRACTS if contract.negative]
BUDGETS = ("PLAYS_MAX", "PLAYS_TO_DECLARE", "PLAYS_TO_SPEAK")


def late(
    bid: ContractId, hand: str, lies: str, rest: str, sides: Sides, declarer: int = 1
) -> View:
    """Seat 0 is to move with the last of ``hand``; the others hold ``rest`` and what lies.

    All else has been led by seat 0, a suit at a time, so that it shows no void.
    """
    out = cards(f"{hand} {lies} {rest}")
    gone = [card for card in range(54) if card not in out]
    left, played = len(hand.split()), len(lies.split())
    count = 4 * (12 - left)
    rows = [tuple(gone[place : place + 4]) for place in range(0, count, 4)]
    a, b, c = (left - (place >= 3 - played) for place in range(3))
    said = (Said(GAME, "declarer", None),)
    deal = Declared(Seat(1), Seat(declarer), bid, (), sides, said=said)
    return View(
        viewer=Seat(0),
        options=ONE_DEAL,
        history=(),
        totals=(0, 0, 0, 0),
        last=None,
        phase="play",
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(left, a, b, c),
        forehand=Seat(1),
        deal=deal,
        side="declarer" if sides[0] == "declarer" else "opponents",
        leader=Seat((4 - played) % 4),
        trick=cards(lies),
        tricks=tuple(Trick(Seat(0), row, Seat(2)) for row in rows),
        seen=mask(lies) | sum(1 << card for row in rows for card in row),
    )


AGAINST_NEXT: Sides = ("opponents", "declarer", "opponents", "opponents")


def test_the_game_is_played_by_this_strategy() -> None:
    assert STRATEGIES["appel_au_roi"] is choose


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("bid", BID_IDS)
def test_every_move_is_legal_and_the_same_chance_gives_it_again(
    bid: ContractId, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    for budget in BUDGETS:
        monkeypatch.setattr(strategy, budget, 300)
    for number, view in enumerate(views(bid, 7)):
        move = choose(view, level, Chance(bytes([number])))
        assert move in rules.legal_moves(view)
        assert move == choose(view, level, Chance(bytes([number])))


@settings(max_examples=50)
@given(
    seed=st.integers(0, 10_000),
    levels=st.lists(st.sampled_from(LEVELS), min_size=4, max_size=4),
    wild=st.booleans(),
)
def test_no_rule_is_broken_in_a_whole_game(seed: int, levels: Sequence[Level], wild: bool) -> None:
    """Of bots alone, or of bots asked in a game that goes at random."""
    random = Random(seed)
    state: State = rules.initial(Options(deals=1))
    with pytest.MonkeyPatch.context() as patch:
        for budget in BUDGETS:
            patch.setattr(strategy, budget, 200)
        while not rules.finished(state, False):
            deck = tuple(random.sample(range(len(CARDS)), len(CARDS)))
            state = rules.dealt(state, rules.next_dealer(state, Seat(seed % 4)), deck)
            while (seat := rules.to_move(state)) is not None:
                view = rules.view(state, seat)
                legal = rules.legal_moves(view)
                move = choose(view, levels[seat], Chance(b"%d" % len(state.match.history)))
                assert move in legal
                state = after(state, seat, random.choice(legal) if wild else move)
    assert rules.deals_done(state) == 1


def test_who_is_not_to_move_is_not_asked() -> None:
    view = next(views("seul", 1))
    assert view.viewer is not None
    with pytest.raises(AssertionError, match="another seat's turn"):
        choose(replace(view, viewer=seat_after(view.viewer)), "beginner", Chance(b"x"))


@pytest.mark.parametrize("bid", ["appel", "seul_contre_chien", "misere", "trischaken"])
def test_an_expert_never_plays_more_cards_than_its_budget(
    bid: ContractId, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = 0

    def counted(table: Any, hands: Sequence[int], *asked: Any) -> Any:
        nonlocal plays
        plays += sum(hand.bit_count() for hand in hands)
        return played_out(table, hands, *asked)

    for module in ("strategy", "announcing", "declaring"):
        monkeypatch.setattr(f"workers.bots.appel_au_roi.{module}.played_out", counted)
    spent = []
    for view in views(bid, 11):
        plays = 0
        choose(view, "expert", Chance(b"x"))
        spent.append(plays)
    assert PLAYS_MAX / 2 < max(spent) <= PLAYS_MAX


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponents_trick_is_taken_by_who_comes_last(level: Level) -> None:
    view = late("seul", "KH 4H", "QH 2H 1H", "T9 T8 7C", AGAINST_NEXT)
    assert choose(view, level, Chance(b"x")) == Play(CARDS["KH"])


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_a_friends_trick_gets_the_points(level: Level) -> None:
    # Seat 2, no friend of declarer's either, has ruffed with the highest tarock.
    view = late("seul", "QC 7C", "3H T21 2H", "T9 T8 8C", AGAINST_NEXT)
    assert choose(view, level, Chance(b"x")) == Play(CARDS["QC"])


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_declarers_trick_gets_none(level: Level) -> None:
    view = late("seul", "QC 7C", "T21 3H 2H", "T9 T8 8C", AGAINST_NEXT)
    assert choose(view, level, Chance(b"x")) == Play(CARDS["7C"])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("bid", NEGATIVE)
def test_low_cards_lead_where_tricks_are_shunned(bid: ContractId, level: Level) -> None:
    sides: Sides = ("declarer", "opponents", "opponents", "opponents")
    view = late(bid, "KC 4D", "", "QC NC QD ND JD 1D", sides, 0)
    if bid.startswith("piccolo"):
        # Declarer has had the one trick.
        highest_first = tuple(reversed(view.tricks[0].cards))
        tricks = (Trick(Seat(0), highest_first, Seat(0)), *view.tricks[1:])
        view = replace(view, taken=(1, 0, 9, 0), tricks=tricks)
    assert choose(view, level, Chance(b"x")) == Play(CARDS["4D"])

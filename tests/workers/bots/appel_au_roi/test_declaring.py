"""What is bid, called, taken and laid away follows from the hand."""

from typing import get_args

import pytest

from shared.cards.packs import TAROCK_54
from shared.games.appel_au_roi.contracts import BY_ID, ContractId
from shared.games.appel_au_roi.moves import (
    ABANDON,
    FOURTH,
    Bid,
    Called,
    CallKing,
    Discard,
    TakeHalf,
)
from shared.games.appel_au_roi.pack import HONOURS
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import NO_SIDES, Declared, Said, Spoken
from shared.games.appel_au_roi.view import Phase, View, legal_moves
from shared.kernel.seats import Seat
from shared.table.options import Level
from tests.workers.bots.appel_au_roi.turns import ONE_DEAL, cards, mask
from workers.bots.appel_au_roi.exchange import better_half, called, discards_weighed, laid_away
from workers.bots.appel_au_roi.strategy import choose
from workers.bots.appel_au_roi.strength import ALONE, danger, strength
from workers.bots.chance import Chance

LEVELS: tuple[Level, ...] = get_args(Level)
THINKING: tuple[Level, ...] = ("intermediate", "expert")

VERY_STRONG = "EX T21 T20 T19 T18 T15 T14 T12 T9 KC KD KH"
STRONG_WITH_PETIT = "EX T18 T15 T14 T9 T6 T1 KC 7C QD JD 4H"
WEAK = "T9 T5 T3 QC JC 8C 7C ND 1D 3D JH 2H"
ALL_LOW = "T3 T2 8C 7C 4D 3D 2D 4H 3H 8S 7S 9S"


def auction(hand: str, said: str = "") -> View:
    """What seat 0, forehand or after ``said`` the first to speak, sees when it is to speak."""
    bids = tuple(Spoken(Seat(1 + place), None) for place, _ in enumerate(said.split()))
    return View(
        viewer=Seat(0),
        options=ONE_DEAL,
        history=(),
        totals=(0, 0, 0, 0),
        last=None,
        phase="auction",
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(12, 12, 12, 12),
        forehand=Seat(0) if said else Seat(3),
        bids=bids,
    )


def declarer(
    bid: ContractId, hand: str, phase: Phase, turned: str = "", called: Called | None = None
) -> View:
    """What seat 0 sees as declarer, to call, to take or to lay away."""
    said = [Said(GAME, "declarer", None)]
    if (bird := BY_ID[bid].bird) is not None:
        said.append(Said(bird, "declarer", Seat(0)))
    half = 0 if phase == "discard" else None
    deal = Declared(Seat(1), Seat(0), bid, (), NO_SIDES, called, cards(turned), half, tuple(said))
    return View(
        viewer=Seat(0),
        options=ONE_DEAL,
        history=(),
        totals=(0, 0, 0, 0),
        last=None,
        phase=phase,
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(len(hand.split()), 12, 12, 12),
        forehand=Seat(1),
        deal=deal,
        side="declarer",
    )


def bid(hand: str, level: Level, said: str = "") -> str:
    move = choose(auction(hand, said), level, Chance(b"x"))
    return move.bid if isinstance(move, Bid) else "pass"


def test_strength_counts_tarocks_high_ones_kings_and_short_suits() -> None:
    assert strength(mask("T9 T5 T3 7C 8C 7S 8S 4D 3D 4H 3H 2H")) == 6
    assert strength(mask("EX T21 T20 7C 8C 7S 8S 4D 3D 4H 3H 2H")) == 14
    assert strength(mask("T9 T5 T3 KC 8C 7S 8S 4D 3D 4H 3H 2H")) == 8
    assert strength(mask("T9 T5 T3 7C 4D 3D 2D 1D 4H 3H 2H 1H")) == 9


def test_danger_is_in_cards_that_low_ones_do_not_cover() -> None:
    assert danger(mask(ALL_LOW)) < danger(mask(WEAK)) < danger(mask(VERY_STRONG))
    assert danger(mask("7C 9C JC QC 4D 2D")) == 0
    assert danger(mask("KC")) == 6


@pytest.mark.parametrize("level", LEVELS)
def test_a_weak_hand_passes(level: Level) -> None:
    assert bid(WEAK, level) == "pass"


@pytest.mark.parametrize("level", THINKING)
def test_a_very_strong_hand_plays_alone(level: Level) -> None:
    assert bid(VERY_STRONG, level) in {"seul", "seul_contre_chien"}
    assert bid(VERY_STRONG, level, "pass pass pass").startswith("seul")


@pytest.mark.parametrize("level", LEVELS)
def test_a_row_of_tarocks_bids_a_game_with_a_king(level: Level) -> None:
    made = bid(STRONG_WITH_PETIT, level)
    assert made in {"appel_petit", "appel_contre_chien", "seul"}
    assert made != "seul" or level == "expert"


@pytest.mark.parametrize("level", LEVELS)
def test_forehand_bids_where_nobody_else_did(level: Level) -> None:
    assert bid(WEAK, level, "pass pass pass") in {"appel", "trischaken"}
    kings = "KC KD KH KS 7C 8C 9C TC 4D 3D 2D 1D"
    assert bid(kings, level, "pass pass pass") != "pass"


def test_a_hand_with_little_danger_is_thought_of_for_a_negative_game() -> None:
    assert BY_ID[_contract(bid("T1 7C 8C 9C 7S 8S 9S 4D 3D 2D 4H 3H", "expert"))].negative


def _contract(text: str) -> ContractId:
    return next(one for one in BY_ID if one == text)


def test_the_king_of_a_short_suit_is_called() -> None:
    assert called(mask("T9 T8 KC 4D 4H 3H 7S 8S 9S")) == "D"
    assert called(mask("T9 T8 KC KD KH 7S")) == FOURTH


@pytest.mark.parametrize("level", LEVELS)
def test_a_king_that_is_not_held_is_called(level: Level) -> None:
    view = declarer("appel", STRONG_WITH_PETIT, "king")
    move = choose(view, level, Chance(b"x"))
    assert isinstance(move, CallKing)
    assert move in legal_moves(view)


def test_the_half_with_tarocks_is_better_than_one_with_pips() -> None:
    hand = mask(STRONG_WITH_PETIT)
    assert better_half(hand, (mask("4D 3H 7S"), mask("T17 T4 QC")), 0) == 1
    assert better_half(hand, (mask("KS 3H 7S"), mask("T17 T4 4H")), mask("KS")) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_better_half_is_taken(level: Level) -> None:
    view = declarer("appel_petit", STRONG_WITH_PETIT, "talon", "2D 3D 7S T21 T17 QC", "H")
    assert choose(view, level, Chance(b"x")) == TakeHalf(1)


@pytest.mark.parametrize("level", THINKING)
def test_a_game_is_given_up_only_if_alone_costs_more(level: Level) -> None:
    talon = "KS 2D 7S 8S 4H 9C"
    weak = declarer("appel", WEAK, "talon", talon, "S")
    assert choose(weak, level, Chance(b"x")) == ABANDON
    strong = declarer("appel", VERY_STRONG, "talon", talon, "S")
    assert strength(mask(VERY_STRONG)) > ALONE
    assert choose(strong, level, Chance(b"x")) in {TakeHalf(0), TakeHalf(1)}


def test_a_discard_empties_short_suits_and_saves_points() -> None:
    appel = BY_ID["appel"]
    tarocks = "EX T20 T18 T15 T14 T9 T6 "
    assert set(laid_away(appel, mask(tarocks + "KC 7C QD JD NH 4H 3H 2H"))) == set(
        cards("QD JD NH")
    )
    assert set(laid_away(appel, mask(tarocks + "7C QD JD NH 4H 3H 2H KS"))) == set(
        cards("7C QD JD")
    )
    # A king is not left bare before all else is laid away.
    assert set(laid_away(appel, mask(tarocks + "T4 T3 KC QC 7C 4D KS QS"))) == set(
        cards("4D 7C QS")
    )


@pytest.mark.parametrize("level", LEVELS)
def test_neither_oudler_nor_king_is_laid_away(level: Level) -> None:
    hand = "EX T21 T20 T18 T15 T14 T9 T6 T1 KC KD KH KS QC 4D"
    move = choose(declarer("seul", hand, "discard", "T21 KS 4D 4H 3H 2H"), level, Chance(b"x"))
    assert isinstance(move, Discard)
    assert not mask(" ".join(TAROCK_54[card] for card in move.cards)) & HONOURS


def test_discards_that_are_weighed_begin_with_different_suits() -> None:
    hand = mask("EX T20 T18 T15 T14 T9 7C 8C QC ND 4D 3D QH 4H 2H")
    weighed = discards_weighed(BY_ID["appel"], hand)
    assert len(weighed) == 3
    assert weighed[0] == laid_away(BY_ID["appel"], hand)
    assert set(weighed) == {tuple(sorted(cards(one))) for one in (
        "QC 8C 7C", "ND 4D 3D", "QH 4H 2H"
    )}  # fmt: skip


def test_without_trump_the_tarocks_go_first() -> None:
    hand = mask("T21 T9 T5 KC QC NC KD QD ND JD KH QH NH KS QS")
    assert set(cards("T9 T5")) < set(laid_away(BY_ID["seul_sans_atout"], hand))

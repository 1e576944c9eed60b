"""Where the unseen cards may lie: never where a round has shown that they do not."""

import pytest
from msgspec.structs import replace

from shared.cards.hands import Mask
from shared.cards.tricks import Trick
from shared.games.king_russian import rules
from shared.games.king_russian.contracts import HEARTS
from shared.games.king_russian.options import Options
from shared.games.king_russian.view import View
from shared.kernel.seats import SEATS, Seat
from tests.workers.bots.king_russian.turns import NAMES, cards, history, mask, turns
from workers.bots.chance import Chance
from workers.bots.king_russian.cards import PACK, SUIT_MASKS
from workers.bots.king_russian.worlds import seen, unseen, worlds

CLUBS = SUIT_MASKS[0]
KING = mask("KH")


def in_play(contract: str, leader: int, trick: str) -> View:
    """What seat 0 sees when ``trick`` lies."""
    return View(
        viewer=Seat(0),
        options=Options(),
        history=history(contract),
        totals=(0, 0, 0, 0),
        dealer=Seat(3),
        to_move=Seat(0),
        hand=mask("AS"),
        leader=Seat(leader),
        trick=cards(trick),
    )


@pytest.mark.parametrize("contract", NAMES)
def test_every_world_agrees_with_what_was_seen(contract: str) -> None:
    for number, state in enumerate(turns(contract, 5)):
        view = rules.view(state, rules.to_move(state))
        assert view.viewer is not None
        assert view.hand is not None
        known = seen(view)
        for hands in worlds(view, known, Chance(bytes([number])), 3):
            assert hands[view.viewer] == view.hand
            assert [hand.bit_count() for hand in hands] == list(view.cards_left)
            assert sum(hands) == view.hand | unseen(view, known)
            for other in SEATS:
                assert other == view.viewer or hands[other] & ~known.possible[other] == 0


@pytest.mark.parametrize("contract", NAMES)
def test_the_cards_as_they_lie_are_never_excluded(contract: str) -> None:
    for seed in range(4):
        for state in turns(contract, seed):
            assert state.hands is not None
            known = seen(rules.view(state, Seat(0)))
            for seat in SEATS:
                assert state.hands[seat] & ~known.possible[seat] == 0
                assert state.hands[seat] & known.played == 0


def test_who_does_not_follow_is_void() -> None:
    possible = seen(in_play("no_tricks", 1, "7C 8C 9S")).possible
    assert possible == (PACK, PACK, PACK, PACK & ~CLUBS)


def test_who_does_not_follow_and_keeps_the_king_of_hearts_back_has_it_not() -> None:
    possible = seen(in_play("no_king", 1, "7C 8C 9S")).possible
    assert possible[3] == PACK & ~CLUBS & ~KING
    assert possible[2] == PACK


def test_who_leads_a_heart_where_they_are_held_back_has_nothing_else() -> None:
    assert seen(in_play("hearts", 2, "7H 8H")).possible == (PACK, PACK, HEARTS, PACK)
    assert seen(in_play("kings", 2, "7H 8H")).possible == (PACK, PACK, PACK, PACK)


def test_complete_tricks_are_remembered() -> None:
    view = in_play("no_tricks", 1, "9D")
    view = replace(view, tricks=(Trick(Seat(0), cards("7C 8C TS AC"), Seat(3)),))
    known = seen(view)
    assert known.played == mask("7C 8C TS AC 9D")
    assert known.possible[2] == PACK & ~CLUBS
    left: Mask = PACK & ~known.played & ~mask("AS")
    assert unseen(view, known) == left

"""Where the unseen cards may lie: never where a deal has shown that they do not."""

import pytest
from msgspec.structs import replace

from shared.cards.hands import Mask
from shared.cards.tricks import Trick
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import HEARTS, ContractId, TrumpSuit
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.view import View
from shared.kernel.seats import SEATS, Seat
from tests.workers.bots.king_turkish.turns import (
    EVERY_OPTIONS,
    NAMES,
    STRICTEST,
    cards,
    choice,
    mask,
    turns,
)
from workers.bots.chance import Chance
from workers.bots.king_turkish.cards import PACK, SUIT_MASKS
from workers.bots.king_turkish.worlds import seen, unseen, worlds

CLUBS, DIAMONDS, _, SPADES = SUIT_MASKS
EVERYTHING = (PACK, PACK, PACK, PACK)


def in_play(
    contract: ContractId,
    trick: str,
    trump: TrumpSuit | None = None,
    options: Options | None = None,
) -> View:
    """What seat 0 sees when ``trick``, which seat 1 led to, lies."""
    return View(
        viewer=Seat(0),
        options=options or Options(),
        history=(),
        totals=(0, 0, 0, 0),
        to_move=Seat(0),
        hand=mask("2S"),
        contract=contract,
        trump=trump,
        leader=Seat(1),
        trick=cards(trick),
        seen=mask(trick),
    )


@pytest.mark.parametrize("options", [Options(), STRICTEST], ids=["default", "strictest"])
@pytest.mark.parametrize("contract", NAMES)
def test_every_world_agrees_with_what_was_seen(contract: ContractId, options: Options) -> None:
    for number, state in enumerate(turns(contract, 5, options)):
        view = rules.view(state, rules.to_move(state))
        assert view.viewer is not None
        assert view.hand is not None
        known = seen(view)
        for hands in worlds(view, known, Chance(bytes([number])), 2):
            assert hands[view.viewer] == view.hand
            assert [hand.bit_count() for hand in hands] == list(view.cards_left)
            assert sum(hands) == view.hand | unseen(view, known)
            for other in SEATS:
                assert other == view.viewer or hands[other] & ~known.possible[other] == 0


@pytest.mark.parametrize("contract", NAMES)
def test_the_cards_as_they_lie_are_never_excluded(contract: ContractId) -> None:
    for seed, options in enumerate(EVERY_OPTIONS):
        for state in turns(contract, seed, options):
            assert state.hands is not None
            known = seen(rules.view(state, Seat(0)))
            assert known.played == state.seen
            for seat in SEATS:
                assert state.hands[seat] & ~known.possible[seat] == 0
                assert state.hands[seat] & known.played == 0


def test_nothing_is_seen_before_a_contract_is_announced() -> None:
    view = choice("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    assert seen(view).possible == EVERYTHING
    assert unseen(view, seen(view)) == PACK & ~CLUBS


def test_who_does_not_follow_is_void() -> None:
    assert seen(in_play("el_almaz", "7C 8C 9S")).possible == (PACK, PACK, PACK, PACK & ~CLUBS)


def test_who_does_not_follow_and_keeps_back_what_counts_has_none() -> None:
    queens = mask("QC QD QH QS")
    assert seen(in_play("kiz_almaz", "7C 8C 9S")).possible[3] == PACK & ~CLUBS & ~queens
    assert seen(in_play("kiz_almaz", "7C 8C QS")).possible[3] == PACK & ~CLUBS
    # Who holds the king may have kept it back with another heart, where the table plays so.
    hearts = Options(rifki_void="play_heart")
    king = mask("KH")
    assert seen(in_play("rifki", "7C 8C 9H")).possible[3] == PACK & ~CLUBS & ~king
    assert seen(in_play("rifki", "7C 8C 9H", options=hearts)).possible[3] == PACK & ~CLUBS
    assert seen(in_play("rifki", "7C 8C 9S", options=hearts)).possible[3] == PACK & ~CLUBS & ~king


def test_who_does_not_trump_has_no_trump() -> None:
    assert seen(in_play("koz", "7C 8C 9S", "D")).possible[3] == PACK & ~CLUBS & ~DIAMONDS
    assert seen(in_play("koz", "7C 8C 2D", "D")).possible[3] == PACK & ~CLUBS


def test_who_gives_nothing_under_a_higher_card_has_nothing_to_give() -> None:
    assert seen(in_play("kiz_almaz", "5C KC 4C")).possible[3] == PACK & ~mask("QC")
    assert seen(in_play("erkek_almaz", "AC QC 4C")).possible == (
        PACK,
        PACK,
        PACK & ~mask("KC JC"),
        PACK & ~mask("KC JC"),
    )
    assert seen(in_play("erkek_almaz", "AC JC 4C")).possible[2] == PACK
    assert seen(in_play("kupa_almaz", "5H KH 4H")).possible[3] == PACK


def test_who_does_not_head_has_nothing_higher() -> None:
    heads = Options(must_head="all")
    below_nine = PACK & ~mask("TC JC QC KC AC")
    assert seen(in_play("el_almaz", "5C 9C 4C", options=heads)).possible[3] == below_nine
    assert seen(in_play("el_almaz", "5C 9C 4C")).possible[3] == PACK
    # What must be given goes before it, and a ruff ends it.
    assert seen(in_play("kiz_almaz", "5C KC QC", options=heads)).possible[3] == PACK
    ruffed = in_play("koz", "5C 2D 4C", "D", options=heads)
    assert seen(ruffed).possible == (PACK, PACK, PACK & ~CLUBS, PACK)


def test_who_leads_a_closed_suit_has_nothing_else() -> None:
    assert seen(in_play("rifki", "7H 8H")).possible == (PACK, HEARTS, PACK, PACK)
    assert seen(in_play("kiz_almaz", "7H 8H")).possible == EVERYTHING
    trumps = Options(trump_lead="after_ruff")
    assert seen(in_play("koz", "7S 8S", "S", options=trumps)).possible[1] == SPADES


def test_complete_tricks_are_remembered_and_open_a_suit() -> None:
    view = in_play("kupa_almaz", "9H")
    view = replace(view, tricks=(Trick(Seat(0), cards("7C 8C TH AC"), Seat(3)),))
    known = seen(view)
    assert known.played == mask("7C 8C TH AC 9H")
    assert known.possible == (PACK, PACK, PACK & ~CLUBS, PACK)
    left: Mask = PACK & ~known.played & ~mask("2S")
    assert unseen(view, known) == left

"""Who may not know the called king's holder, or the discard, sees and is told the same.

Two deals that differ only in what a viewer may not know are told side by side; at every moment
views, legal moves and refusals must be the same to the last byte.
"""

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec import Struct, msgpack

from shared.cards.events import CardPlayed, TrickWon
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.contracts import CONTRACTS
from shared.games.appel_au_roi.events import Discarded, DiscardSealed
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.primes import ITEMS
from shared.kernel.events import Event
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat, Viewer, seat_after
from tests.shared.games.appel_au_roi.examples import (
    CARDS,
    Moved,
    Told,
    bidding,
    decided,
    deck_of,
    done,
    phase,
    seen_by,
    spec,
    to_move,
    told,
    told_events,
)
from tests.support.spec import Spec

ASKED: Final = [
    "pass",
    "abandon",
    "bien",
    "half:0",
    "half:1",
    *(f"bid:{contract.id}" for contract in CONTRACTS),
    *(f"king:{called}" for called in ("C", "D", "H", "S", "fourth")),
    *(f"announce:{item}" for item in ITEMS if item != "game"),
    *(f"contre:{item}" for item in ITEMS),
    *(f"play:{code}" for code in rules.DECK),
    "discard:7C,8C",
    "discard:7C,8C,9C",
    "discard:8C,9C,KH",
    "discard:2D,8C,9C",
]
"""Moves that a seat may ask for, most of them wrong at any moment."""


def next_move(deal: Told, situation: Spec, called: str = "H") -> str:
    """What is said next in a deal that seat 0 declares and nobody else speaks in."""
    moves = {
        "auction": f"bid:{deal.bid}" if to_move(situation) == 0 else "pass",
        "king": f"king:{called}",
        "talon": f"half:{deal.half}",
        "discard": deal.discard,
        "announcements": "bien",
    }
    return moves[phase(situation)]


def story(deal: Told, called: str = "H", *words: str) -> list[Spec]:
    """Every moment of a deal up to the first card of its last trick."""
    moments, unsaid = [bidding(deal)], list(words)
    while phase(moments[-1]) != "play":
        now, move = moments[-1], next_move(deal, moments[-1], called)
        if move == "bien" and unsaid and unsaid[0].startswith(f"{to_move(now)}:"):
            move = unsaid.pop(0)[2:]
        moments.append(done(now, move))
    assert not unsaid
    tricks = told_events(deal, 12)
    for number, (leader, trick) in enumerate(tricks, 1):
        for place, code in enumerate(trick[: 4 if number < 12 else 1]):
            card = CardPlayed(seat_after(Seat(leader), place), CARDS[code])
            moments.append(moments[-1].given(card))
        if number < 12:
            moments.append(moments[-1].given(TrickWon(Seat(tricks[number][0]))))
    return moments


def told_to(situation: Spec, viewer: Viewer) -> tuple[bytes, bytes, list[Refusal | None]]:
    """All that ``viewer`` can learn now: the view, the legal moves, what is refused and why."""
    view = rules.view(situation.state, viewer)
    legal = (rules.legal_moves(view), rules.show(view), rules.show_legal(view))
    answers: list[Refusal | None] = []
    if viewer is not None and to_move(situation) is not None:
        for move in ASKED:
            decision = situation.when(viewer, move).decision
            answers.append(decision if isinstance(decision, Refusal) else None)
    return msgpack.encode(view), msgpack.encode(legal), answers


def phases_alike(
    one: Sequence[Spec], other: Sequence[Spec], viewers: Sequence[Viewer]
) -> set[str]:
    """The phases in which the two deals were told alike to ``viewers``, which is all."""
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert first.state != second.state, "the deals do not differ"
        for viewer in viewers:
            assert told_to(first, viewer) == told_to(second, viewer), (phase(first), viewer)
    return {phase(moment) for moment in one}


EVERY_PHASE: Final = {"auction", "king", "talon", "discard", "announcements", "play"}
CONTRE_CHIEN: Final = EVERY_PHASE - {"talon", "discard"}

THREE_KINGS: Final[Moved] = {"KC": (6, 0), "KD": (4, 0)}
"""Declarer holds all but the king of hearts."""
KING_WITH_1: Final = THREE_KINGS | {"KH": (12, 1)}


class Pair(Struct, frozen=True):
    """Two deals that differ in one secret, and who may not know it."""

    one: Moved
    other: Moved
    viewers: tuple[Viewer, ...]


def swapped(at: Moved, first: str, second: str) -> Moved:
    """``at`` with two cards in each other's places."""
    assert first not in at
    place = told("appel_contre_chien", at).at
    where = {code: spot for spot, code in place.items()}
    return at | {first: where[second]}


KING_HOLDER: Final = Pair(KING_WITH_1, swapped(KING_WITH_1, "T19", "KH"), (None, Seat(0), Seat(2)))
"""Seat 1 or seat 3 holds the called king."""


@pytest.mark.clause("AR-CALL-3")
@pytest.mark.parametrize("words", [(), ("0:announce:absolu", "2:contre:game", "0:contre:game")])
@pytest.mark.parametrize("called", ["H", "fourth"])
@pytest.mark.parametrize(
    ("bid", "phases"), [("appel", EVERY_PHASE), ("appel_contre_chien", CONTRE_CHIEN)]
)
def test_whether_one_or_another_holds_the_called_king(
    bid: str, phases: set[str], called: str, words: tuple[str, ...]
) -> None:
    one = story(told(bid, KING_HOLDER.one), called, *words)
    other = story(told(bid, KING_HOLDER.other), called, *words)
    assert phases_alike(one, other, KING_HOLDER.viewers) == phases
    # They do differ, and the two of whom one holds it know which.
    for seat in (1, 3):
        sides = {seen_by(moments[-1], seat)["side"] for moments in (one, other)}
        assert sides == {"declarer", "opponents"}


@pytest.mark.clause("AR-TALON-4")
@pytest.mark.parametrize("words", [(), ("0:announce:absolu", "1:contre:game", "0:contre:game")])
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_whether_a_player_holds_it_or_it_lies_in_a_face_down_talon(
    called: str, words: tuple[str, ...]
) -> None:
    held = swapped(KING_WITH_1, "T19", "KH")
    lying = swapped(held, "7S", "KH")
    one = story(told("appel_contre_chien", held), called, *words)
    other = story(told("appel_contre_chien", lying), called, *words)
    viewers = (None, Seat(0), Seat(1), Seat(2))
    assert phases_alike(one, other, viewers) == CONTRE_CHIEN


@pytest.mark.clause("AR-CALL-2")
@pytest.mark.parametrize("words", [(), ("0:announce:absolu", "2:contre:absolu")])
@pytest.mark.parametrize(
    ("bid", "phases"), [("appel", EVERY_PHASE), ("appel_contre_chien", CONTRE_CHIEN)]
)
def test_which_king_the_fourth_is(bid: str, phases: set[str], words: tuple[str, ...]) -> None:
    at = KING_WITH_1 | {"T20": (1, 0)}  # the king of spades in the last trick
    one = story(told(bid, at), "fourth", *words)
    other = story(told(bid, swapped(at, "KS", "KH")), "fourth", *words)
    assert phases_alike(one, other, (None, Seat(2), Seat(3))) == phases


@pytest.mark.clause("AR-CALL-2")
def test_which_king_the_fourth_is_when_its_holder_announced_it() -> None:
    at = KING_WITH_1 | {"T20": (1, 0)}  # the king of spades in the last trick
    words = ("1:announce:roi_ultimo", "2:contre:roi_ultimo")
    one = story(told("appel", at), "fourth", *words)
    other = story(told("appel", swapped(at, "KS", "KH")), "fourth", *words)
    phases_alike(one, other, (None, Seat(2), Seat(3)))


@pytest.mark.clause("AR-DISCARD-1")
@pytest.mark.parametrize(
    ("bid", "at", "phases"),
    [
        ("appel", {"2D": (12, 0)}, EVERY_PHASE),
        ("appel_ii", {"T2": (12, 0)}, EVERY_PHASE),  # the bird of the bid may be laid away
        ("seul", {"2D": (12, 0)}, EVERY_PHASE - {"king"}),
        ("seul_chien_complet", {"2D": (12, 0)}, EVERY_PHASE - {"king", "talon"}),
    ],
)
def test_what_declarer_laid_away(bid: str, at: Moved, phases: set[str]) -> None:
    kept = next(iter(at))
    laid = swapped(at, "7C", kept)
    if bid == "seul_chien_complet":
        words: tuple[str, ...] = ("1:contre:game", "0:announce:absolu")
    else:
        words = ("0:announce:absolu", "1:announce:petit", "3:contre:game")
    one = [*story(told(bid, at), "H", *words)]
    other = [*story(told(bid, laid, took="7C 8C 9C"), "H", *words)]
    # Up to the discard nothing differs at all.
    before = [moment for moment in one if phase(moment) not in ("announcements", "play")]
    assert [moment.state for moment in before] == [moment.state for moment in other[: len(before)]]
    viewers = (None, Seat(1), Seat(2), Seat(3))
    alike = phases_alike(one[len(before) :], other[len(before) :], viewers)
    assert alike | {phase(moment) for moment in before} == phases
    assert seen_by(one[-1], 0)["discard"] != seen_by(other[-1], 0)["discard"]


@pytest.mark.clause("AR-BID-3")
@pytest.mark.parametrize("card", ["T1", "T2", "KH", "T21"])
def test_in_the_auction_who_holds_a_bird_or_a_king(card: str) -> None:
    own = swapped({card: (12, 1)}, "T19", card)
    one = story(told("appel_contre_chien", {card: (12, 1)}))[:4]
    other = story(told("appel_contre_chien", own))[:4]
    assert phases_alike(one, other, (None, Seat(0), Seat(2))) == {"auction"}


@pytest.mark.clause("AR-PRIME-2")
def test_a_legal_prise_du_xxi_tells_nothing_of_the_partners_hand() -> None:
    at: Moved = {"T21": (12, 1)}
    for bid in ("appel", "appel_contre_chien"):
        one = story(told(bid, at), "H", "0:announce:prise_xxi")
        other = story(told(bid, swapped(at, "T19", "T21")), "H", "0:announce:prise_xxi")
        phases_alike(one, other, (None, Seat(0), Seat(2)))


@pytest.mark.clause("AR-DISCARD-1")
@pytest.mark.parametrize("bid", ["appel", "appel_contre_chien", "seul_chien_complet", "misere"])
def test_the_public_sees_what_the_log_without_the_cards_tells(bid: str) -> None:
    deal = told(bid)
    known = bidding(deal)
    sealed = spec(rules.dealt(rules.initial(Options()), Seat(3), None))
    while phase(known) != "play":
        assert told_to(sealed, None) == told_to(known, None)
        seat, move = to_move(known), next_move(deal, known)
        assert seat is not None
        for event in decided(known, seat, move):
            known, sealed = known.given(event), sealed.given(as_logged(event))
    assert told_to(sealed, None) == told_to(known, None)


def as_logged(event: Event) -> Event:
    """The event as the log holds it until the deal is opened."""
    if not isinstance(event, Discarded):
        return event
    return DiscardSealed(event.seat, bytes(32), bytes(len(event.cards)))


def test_the_two_deals_of_a_pair_deal_the_other_hands_alike() -> None:
    one, other = (told("appel", at) for at in (KING_HOLDER.one, KING_HOLDER.other))
    assert one.hand(0) == other.hand(0)
    assert one.hand(2) == other.hand(2)
    assert {*one.hand(1).split()} ^ {*other.hand(1).split()} == {"KH", "T19"}
    assert deck_of([one.hand(seat) for seat in range(4)], one.talon) != deck_of(
        [other.hand(seat) for seat in range(4)], other.talon
    )

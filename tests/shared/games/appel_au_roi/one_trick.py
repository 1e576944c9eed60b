"""Single tricks of Appel au roi for the examples of what may be played to them."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.packs import TAROCK_54
from shared.kernel.seats import SEATS, Seat, seat_after
from tests.shared.games.appel_au_roi.examples import (
    CARDS,
    bid_by,
    dealt,
    decided,
    done,
    phase,
    spoken,
    to_move,
)
from tests.support.spec import Spec


def _plainness(code: str) -> tuple[bool, bool, int]:
    """Sorts cards that matter least first: pips, court cards, tarocks, then kings and birds."""
    special = code[0] == "K" or code in ("T1", "T2", "T3", "T4", "T21", "EX")
    return special, code[0] == "T" and code not in ("TC", "TS"), "1234789TJNQK".find(code[0])


def at_trick(
    bid: str,
    *hands: str,
    lies: str = "",
    leader: int = 0,
    words: Sequence[str] = (),
    called: str = "H",
    declarer: int = 0,
    forehand: int = 0,
    number: int | None = None,
    gone: Mapping[int, str] | None = None,
) -> Spec:
    """The trick before which seat k holds ``hands[k]``; the cards of ``lies`` were played to it,
    and were in the hands of who played them.

    It is the twelfth where the longest of ``hands`` has one card, and so on, or the
    ``number``-th; whoever was given fewer cards holds others, and more were played before:
    those of ``gone`` by the seat that held them.
    """
    owned = [hands[seat].split() if seat < len(hands) else [] for seat in SEATS]
    for place, code in enumerate(lies.split()):
        seat = seat_after(Seat(leader), place)
        owned[seat] = [code, *(other for other in owned[seat] if other != code)]
    size = max(map(len, owned)) if number is None else 13 - number
    spent = [(gone or {}).get(seat, "").split() for seat in SEATS]
    whole, talon = _filled(owned, spent, declarer)
    held = [" ".join(codes) for codes in whole]
    situation = bid_by(dealt(*held, talon=" ".join(talon), forehand=forehand), declarer, bid)
    laid = talon if bid == "seul_chien_complet" else talon[:3]
    situation = _declared(situation, f"king:{called}", "discard:" + ",".join(sorted(laid)))
    situation = _earlier(spoken(situation, *words), whole, 12 - size, leader)
    assert to_move(situation) == leader, "the first trick is led by who must lead it"
    for place, code in enumerate(lies.split()):
        situation = situation.given(CardPlayed(seat_after(Seat(leader), place), CARDS[code]))
    return situation


def _filled(
    owned: Sequence[list[str]], spent: Sequence[list[str]], declarer: int
) -> tuple[list[list[str]], list[str]]:
    """Hands of twelve with cards that matter little in the middle, and such a talon."""
    named = {code for codes in (*owned, *spent) for code in codes}
    left = sorted((code for code in TAROCK_54 if code not in named), key=_plainness)
    talon, left = left[:6], left[6:]
    whole: list[list[str]] = [[] for _ in SEATS]
    for seat in sorted(SEATS, key=lambda one: one != declarer):
        missing = 12 - len(owned[seat]) - len(spent[seat])
        whole[seat], left = [*owned[seat], *left[:missing], *spent[seat]], left[missing:]
    return whole, talon


def _declared(situation: Spec, call: str, discard: str) -> Spec:
    """After the moves that the game asks of declarer before anyone speaks."""
    for when, move in (("king", call), ("talon", "half:0"), ("discard", discard)):
        if phase(situation) == when:
            situation = done(situation, move)
    return situation


def _earlier(situation: Spec, whole: Sequence[list[str]], tricks: int, winner: int) -> Spec:
    """After the first tricks, all won by ``winner``, to which the last cards were played."""
    for trick in range(1, tricks + 1):
        first = to_move(situation)
        assert first is not None
        for place in range(4):
            seat = seat_after(Seat(first), place)
            situation = situation.given(CardPlayed(seat, CARDS[whole[seat][-trick]]))
        situation = situation.given(TrickWon(Seat(winner)))
    return situation


def lead(bid: str, hand: str, **given: Any) -> Spec:
    """Seat 0 is to lead from ``hand``."""
    return at_trick(bid, hand, **given)


def follow(bid: str, hand: str, lies: str, **given: Any) -> Spec:
    """The seat after the cards that lie is to play from ``hand``; seat 0 led."""
    hands = [""] * len(lies.split())
    return at_trick(bid, *hands, hand, lies=lies, **given)


def winner_of(bid: str, trick: str, **given: Any) -> int:
    """Who takes ``trick``, led by seat 0 and the last of its deal."""
    *lying, last = trick.split()
    situation = at_trick(bid, *trick.split(), lies=" ".join(lying), **given)
    won = decided(situation, 3, f"play:{last}")[1]
    assert isinstance(won, TrickWon)
    return won.seat


def after_last(bid: str, trick: str, leader: int = 1, **given: Any) -> Spec:
    """After a deal whose last trick has the cards of ``trick``, seat 0's first.

    ``leader`` leads to it and has won all others.
    """
    codes = trick.split()
    situation = at_trick(bid, *codes, leader=leader, **given)
    return done(situation, *(f"play:{codes[(leader + place) % 4]}" for place in range(4)))

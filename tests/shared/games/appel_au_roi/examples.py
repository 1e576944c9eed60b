"""Whole deals of Appel au roi for the examples of its clauses: one told deal, and changes to it.

Seat 0 declares and has forehand; seat 2 holds the king of hearts. In the deal as told, played
with hearts called, declarer's side wins the game with 127 thirds and nobody scores a prime.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.packs import TAROCK_54, Card, numbered
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.events import DealScored
from shared.games.appel_au_roi.options import Options
from shared.kernel.events import Event
from shared.kernel.refusal import Refusal, sentence
from shared.kernel.seats import SEATS, Seat, Viewer, seat_after
from shared.kernel.settlement import Payments
from tests.support.spec import Spec

CARDS: Final = numbered(TAROCK_54)
KINDS: Final = {kind.code: kind for kind in rules.REFUSALS}
SANS_ATOUT: Final = ("seul_sans_atout", "seul_contre_chien_sans_atout")

Place: TypeAlias = tuple[int | str, int]
"""Where a card lies in a told deal: (trick from 1, seat), ("aside", 0 to 2), ("ceded", 0 to 2)."""
Moved: TypeAlias = dict[str, Place]
"""Cards that lie elsewhere than told; each changes places with the card that lay there."""

TRICKS: Final = (
    "KS TS QS 1H",
    "JS T5 NS JD",
    "QH 2H KH 3H",
    "2D 3D 1D KD",
    "T21 T6 T7 T8",
    "JC KC NC TC",
    "QC T10 EX T11",
    "JH T1 T2 T12",
    "T13 4H QD ND",
    "T9 T16 T4 T14",
    "T15 T3 T17 4D",
    "T20 T18 NH T19",
)
"""What each seat plays to each trick, seat 0 first; seats 0 and 2 win 1, 3, 5, 7, 9, 11 and 12."""
ASIDE: Final = "7C 8C 9C"
"""The half that declarer takes and lays away again."""
CEDED: Final = "7S 8S 9S"
"""The other half."""

LOST: Final[Moved] = {"T19": (1, 3)}
"""Seat 3 trumps the first trick: declarer's side has 102 thirds."""
ALONE: Final[Moved] = {"KH": (3, 0), "EX": (7, 0), "T17": (11, 0)}
"""Seat 0 wins alone, with 127 thirds, what it won with its partner."""

SPADES: Final[Moved] = {"9S": (1, 3)}
"""Seat 0 wins the first trick whoever leads to it, and in the end most points: 70 thirds."""
MAIRE: Final[Moved] = SPADES | {
    "T16": (10, 0),
    "T17": (11, 0),
    "KH": (5, 1),
    "NC": (10, 2),
}
"""In trischaken seat 0 takes exactly 96 thirds, in six tricks."""


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def spec(state: Any) -> Spec:
    return Spec(rules, state)


# --- asking the decider -------------------------------------------------------------------------


def decided(situation: Spec, seat: int, move: str) -> tuple[Event, ...]:
    """What follows from a move that is accepted."""
    decision = situation.when(seat, move).decision
    assert isinstance(decision, tuple), (seat, move, decision)
    return decision


def refused(situation: Spec, seat: int, move: str) -> Refusal:
    """The refusal of a move that is not, which can be put into words."""
    decision = situation.when(seat, move).decision
    assert isinstance(decision, Refusal), (seat, move, decision)
    assert "{" not in sentence(KINDS[decision.code], decision)
    return decision


def to_move(situation: Spec) -> int | None:
    return rules.to_move(situation.state)


def done(situation: Spec, *moves: str) -> Spec:
    """After each of ``moves`` was made by whoever was to move."""
    for move in moves:
        seat = to_move(situation)
        assert seat is not None, f"nobody is to move before {move}"
        situation = situation.given(*decided(situation, seat, move))
    return situation


def seen_by(situation: Spec, viewer: int | None) -> dict[str, Any]:
    """What a seat, or the public (None), is shown."""
    whose: Viewer = None if viewer is None else Seat(viewer)
    return rules.show(rules.view(situation.state, whose))


def phase(situation: Spec) -> str:
    return str(seen_by(situation, None)["phase"])


def legal(situation: Spec) -> Any:
    """What the seat to move may do, as it is shown."""
    return seen_by(situation, to_move(situation))["legal"]


def plays(codes: str) -> list[str]:
    """The texts of playing each card of ``codes``, sorted by code point."""
    return sorted(f"play:{code}" for code in codes.split())


# --- a deal from its deck -----------------------------------------------------------------------


def deck_of(hands: Sequence[str], talon: str = "", forehand: int = 0) -> tuple[Card, ...]:
    """A deck that deals seat k the cards of ``hands[k]`` and the lowest of the others."""
    named = {*" ".join((*hands, talon)).split()}
    left = [code for code in TAROCK_54 if code not in named]
    wanted = [(talon, 6), *((hands[(forehand + k) % 4], 12) for k in range(4))]
    deck: list[str] = []
    for codes, size in wanted:
        own = codes.split()
        missing = size - len(own)
        deck += own + left[:missing]
        del left[:missing]
    assert sorted(deck) == sorted(TAROCK_54)
    return cards(" ".join(deck))


def dealt(*hands: str, talon: str = "", forehand: int = 0, **options: Any) -> Spec:
    """The first deal of a game, before its first bid."""
    dealer = seat_after(Seat(forehand), 3)
    hands = (*hands, *[""] * (4 - len(hands)))
    return spec(
        rules.dealt(rules.initial(Options(**options)), dealer, deck_of(hands, talon, forehand))
    )


def bid_by(situation: Spec, declarer: int, bid: str) -> Spec:
    """After an auction in which all but ``declarer`` pass."""
    said = False
    while phase(situation) == "auction":
        mine = to_move(situation) == declarer and not said
        situation = done(situation, f"bid:{bid}" if mine else "pass")
        said = said or mine
    return situation


def spoken(situation: Spec, *words: str) -> Spec:
    """After the announcements, in which nothing but ``words`` was said: ``1:contre:game``."""
    for word in words:
        seat, _, move = word.partition(":")
        while to_move(situation) != int(seat):
            situation = done(situation, "bien")
        situation = done(situation, move)
    while phase(situation) == "announcements":
        situation = done(situation, "bien")
    return situation


# --- the told deal ------------------------------------------------------------------------------


class Told(Struct, frozen=True):
    """A deal whose cards are told: who plays what to which trick, and what is in no trick."""

    at: Mapping[Place, str]
    took: str
    half: int
    forehand: int
    declarer: int
    bid: str

    def column(self, seat: int) -> list[str]:
        """What a seat plays, in order."""
        return [self.at[number, seat] for number in range(1, 13)]

    def aside(self, where: str) -> list[str]:
        return [self.at[where, place] for place in range(3)]

    @property
    def talon(self) -> str:
        took, other = self.took.split(), self.aside("ceded")
        return " ".join((*took, *other) if self.half == 0 else (*other, *took))

    def hand(self, seat: int) -> str:
        """What a seat is dealt: declarer not yet what he takes, but what he lays away."""
        held = self.column(seat)
        if seat == self.declarer:
            held += self.aside("aside")
            held = [code for code in held if code not in self.took.split()]
        return " ".join(held)

    @property
    def discard(self) -> str:
        laid = self.aside("aside")
        if self.bid == "seul_chien_complet":
            laid += self.aside("ceded")
        return "discard:" + ",".join(sorted(laid))


def told(
    bid: str,
    at: Moved | None = None,
    *,
    took: str | None = None,
    half: int = 0,
    forehand: int = 0,
    declarer: int = 0,
) -> Told:
    """The told deal with changes; ``took``: the half that declarer takes, if other cards than
    he lays away."""
    places: dict[Place, str] = {
        (number, seat): code
        for number, row in enumerate(TRICKS, 1)
        for seat, code in enumerate(row.split())
    }
    places |= {("aside", place): code for place, code in enumerate(ASIDE.split())}
    places |= {("ceded", place): code for place, code in enumerate(CEDED.split())}
    for code, place in (at or {}).items():
        before = next(one for one, found in places.items() if found == code)
        places[before], places[place] = places[place], code
    laid = " ".join(places["aside", place] for place in range(3))
    return Told(places, laid if took is None else took, half, forehand, declarer, bid)


def bidding(deal: Told, **options: Any) -> Spec:
    """Before the auction of a told deal."""
    hands = [deal.hand(seat) for seat in SEATS]
    return dealt(*hands, talon=deal.talon, forehand=deal.forehand, **options)


def before_words(deal: Told, called: str = "H", **options: Any) -> Spec:
    """A told deal when its announcements begin; where there are none, its play."""
    situation = bid_by(bidding(deal, **options), deal.declarer, deal.bid)
    if phase(situation) == "king":
        situation = done(situation, f"king:{called}")
    if phase(situation) == "talon":
        situation = done(situation, f"half:{deal.half}")
    if phase(situation) == "discard":
        situation = done(situation, deal.discard)
    return situation


def best(trick: Sequence[str], *, trump: bool = True, fairy_tale: bool = True) -> str:
    """Which card of a trick, the leader's first, takes it (AR-PLAY-5, AR-PLAY-6)."""
    tarocks = [f"T{number}" for number in range(1, 22)] + ["EX"]
    if fairy_tale and trump and {"T1", "T21", "EX"} <= set(trick):
        return "T1"
    if trump and (own := [code for code in trick if code in tarocks]):
        return max(own, key=tarocks.index)
    led = trick[0]
    if led in tarocks:
        return max((code for code in trick if code in tarocks), key=tarocks.index)
    ranks = ("4321JNQK") if led[1] in "DH" else "789TJNQK"
    same = [code for code in trick if code not in tarocks and code[1] == led[1]]
    return max(same, key=lambda code: ranks.index(code[0]))


def told_events(deal: Told, last: int, leader: int | None = None) -> list[tuple[int, list[str]]]:
    """Leader and cards, the leader's first, of each told trick up to ``last``."""
    negative = deal.bid.startswith(("misere", "piccolo", "trischaken"))
    leads = (deal.declarer if negative else deal.forehand) if leader is None else leader
    found = []
    for number in range(1, last + 1):
        order = [(leads + place) % 4 for place in range(4)]
        trick = [deal.at[number, seat] for seat in order]
        found.append((leads, trick))
        won = best(trick, trump=deal.bid not in SANS_ATOUT, fairy_tale=not negative)
        leads = order[trick.index(won)]
    return found


def before_last(deal: Told, situation: Spec, last: int = 12) -> Spec:
    """After all told cards up to trick ``last`` but the fourth card of it.

    What was played is given, not asked for: the examples of what may be played stand elsewhere.
    """
    tricks = told_events(deal, last)
    for number, (leader, trick) in enumerate(tricks, 1):
        for place, code in enumerate(trick[: 4 if number < last else 3]):
            situation = situation.given(CardPlayed(seat_after(Seat(leader), place), CARDS[code]))
        if number < last:
            situation = situation.given(TrickWon(Seat(tricks[number][0])))
    return situation


def over(deal: Told, situation: Spec, last: int = 12) -> Spec:
    """After the told deal, which ends with the last card of trick ``last``."""
    ended = done(before_last(deal, situation, last), f"play:{told_events(deal, last)[-1][1][3]}")
    assert phase(ended) == "between", "the deal goes on"
    return ended


def after(
    bid: str,
    *words: str,
    at: Moved | None = None,
    called: str = "H",
    last: int = 12,
    **changes: Any,
) -> Spec:
    """After the told deal was bid, announced and played."""
    deal = told(bid, at, **changes)
    situation = before_words(deal, called)
    assert not (words and phase(situation) != "announcements"), "there is nothing to say"
    return over(deal, spoken(situation, *words), last)


def score_of(situation: Spec) -> DealScored:
    """The score of the deal that is over."""
    last = situation.state.match.last
    assert isinstance(last, DealScored)
    return last


def payments_of(situation: Spec) -> Payments:
    """What is settled after the deal that is over."""
    settled = rules.payments(situation.state, False)
    assert settled is not None
    return settled


def lines_of(situation: Spec) -> dict[str, int]:
    """What each item of the deal that is over counts, above zero for declarer's side."""
    return {line.item: line.value for line in score_of(situation).lines}


def scored(bid: str, *words: str, **changes: Any) -> dict[str, int]:
    """What each item of the told deal counts."""
    return lines_of(after(bid, *words, **changes))


def paid(bid: str, *words: str, **changes: Any) -> tuple[int, ...]:
    """What each seat gets for the told deal."""
    return payments_of(after(bid, *words, **changes)).points

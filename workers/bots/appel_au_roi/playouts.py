"""What a card leads to: deals played out to their end, everyone by the rules of thumb.

A budget is counted in cards played and never in time, so that a bot's move is repeatable.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.hands import Mask
from shared.cards.packs import Card
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.pack import ALL_TAROCKS, HAND, OUDLERS, PETIT, XXI
from shared.games.appel_au_roi.primes import PrimeId
from shared.games.appel_au_roi.state import NOTHING_PLEDGED, FourPledges
from shared.games.appel_au_roi.tricks import FIRST_DUE, NO_PLEDGES, Law, law_of, playable
from shared.kernel.seats import Seat
from workers.bots.appel_au_roi.cards import (
    POINTS_OF,
    Lie,
    follow,
    lead,
    shunning_follow,
    shunning_lead,
)

Sides: TypeAlias = tuple[int, int, int, int]
"""By seat: who has the same number plays together."""
EVERYONE_ALONE: Final[Sides] = (0, 1, 2, 3)

_PETIT: Final[Mask] = 1 << PETIT
_BIGGER: Final[Mask] = ALL_TAROCKS & ~_PETIT
_XXI: Final[Mask] = 1 << XXI
_DUE_BIRDS: Final[dict[int, tuple[PrimeId, Card]]] = {
    FIRST_DUE: ("iv", 3),
    FIRST_DUE + 1: ("iii", 2),
    FIRST_DUE + 2: ("ii", 1),
    FIRST_DUE + 3: ("petit", PETIT),
}


class Table(Struct, frozen=True):
    """A deal as those see it who play it out: under which law, and who plays with whom."""

    contract: Contract
    law: Law
    forehand: Seat
    declarer: Seat
    sides: Sides
    king: Card | None = None
    """The called king."""
    pledges: FourPledges = NOTHING_PLEDGED


def table_of(
    contract: Contract,
    forehand: Seat,
    declarer: Seat,
    partner: Seat | None = None,
    king: Card | None = None,
    pledges: FourPledges = NOTHING_PLEDGED,
) -> Table:
    """The table of a deal of which all is known."""
    sides = EVERYONE_ALONE
    if not contract.trischaken:
        a, b, c, d = (int(seat in (declarer, partner)) for seat in range(4))
        sides = (a, b, c, d)
    law = law_of(contract.id)
    return Table(contract, law, forehand, declarer, sides, king, pledges)


class Trick(Struct, frozen=True):
    """The running trick as far as it has been played; without cards before a lead."""

    number: int
    """The deal's number-th, from 1."""
    leader: Seat
    cards: tuple[Card, ...] = ()


class Course(Struct):
    """What was taken in a deal so far, and which primes hang on a trick."""

    taken: list[Mask]
    """The cards in each seat's tricks."""
    tricks: list[int]
    primes: list[tuple[PrimeId, Seat, bool]]
    """A prime, a seat, and whether it is made by that seat's side or by the other."""

    def copy(self) -> "Course":
        """The same, to be played on."""
        return Course(self.taken[:], self.tricks[:], self.primes[:])


def nothing_taken() -> Course:
    """Before the first trick."""
    return Course([0, 0, 0, 0], [0, 0, 0, 0], [])


def complete(table: Table, course: Course, number: int, leader: int, cards: list[Card]) -> Seat:
    """Record a complete trick in ``course``; its winner."""
    beats = table.law.order.beats
    place, mask = 0, 1 << cards[0]
    for other in (1, 2, 3):
        card = cards[other]
        mask |= 1 << card
        if beats[cards[place]] >> card & 1:
            place = other
    if table.law.fairy_tale and mask & OUDLERS == OUDLERS:
        place = cards.index(PETIT)
    winner = Seat((leader + place) % 4)
    course.taken[winner] |= mask
    course.tricks[winner] += 1
    if mask & _XXI and cards[place] != XXI:
        course.primes.append(("prise_xxi", Seat((leader + cards.index(XXI)) % 4), False))
    if number >= FIRST_DUE:
        bird, card = _DUE_BIRDS[number]
        if mask >> card & 1:
            holder = Seat((leader + cards.index(card)) % 4)
            course.primes.append((bird, holder, cards[place] == card))
        if number == HAND and table.king is not None and mask >> table.king & 1:
            course.primes.append(("roi_ultimo", winner, True))
    return winner


class _Running(Struct):
    """A trick that is being played."""

    number: int
    leader: int
    cards: list[Card]
    points: int = 0
    winner: int = 0
    """Whose card is winning; without meaning before a lead."""
    winning: Card = 0


def played_out(
    table: Table, hands: Sequence[Mask], before: Course, trick: Trick, card: Card | None
) -> Course:
    """The course of the deal from now on, if ``card`` is played now (None: by rule of thumb).

    ``hands`` are those before that play, ``before`` what was taken before the trick.
    """
    course, hands, beats = before.copy(), list(hands), table.law.order.beats
    rest = hands[0] | hands[1] | hands[2] | hands[3]
    allowed, declarer = table.contract.tricks, table.declarer
    running = _begun(table, trick)
    while True:
        place = len(running.cards)
        player = (running.leader + place) % 4
        if card is None:
            card = _by_thumb(table, course, running, hands[player], rest)
        bit = 1 << card
        hands[player] ^= bit
        rest ^= bit
        running.points += POINTS_OF[card]
        if not place or beats[running.winning] & bit:
            running.winner, running.winning = player, card
        running.cards.append(card)
        card = None
        if place < 3:
            continue
        leader = complete(table, course, running.number, running.leader, running.cards)
        if not rest or (allowed is not None and course.tricks[declarer] > allowed):
            return course
        running = _Running(running.number + 1, leader, [])


def _begun(table: Table, trick: Trick) -> _Running:
    beats = table.law.order.beats
    running = _Running(trick.number, trick.leader, list(trick.cards))
    for place, card in enumerate(trick.cards):
        running.points += POINTS_OF[card]
        if not place or beats[running.winning] >> card & 1:
            running.winner, running.winning = (trick.leader + place) % 4, card
    return running


def _by_thumb(table: Table, course: Course, running: _Running, hand: Mask, rest: Mask) -> Card:
    """What the player whose turn it is plays."""
    place = len(running.cards)
    player = (running.leader + place) % 4
    legal = _legal(table, hand, running, player)
    if not legal & legal - 1:
        return legal.bit_length() - 1
    law, others = table.law, rest ^ hand
    if law.negative:
        if not place:
            return shunning_lead(legal, others, table.contract.trischaken)
        wants = _wants(table, course.tricks, player)
        return shunning_follow(legal, law.order.beats[running.winning], place == 3, wants)
    if not place:
        return lead(legal, others, law.trump, table.sides[player] == table.sides[table.declarer])
    return follow(legal, _lie(table, running, player, place), others)


def _wants(table: Table, tricks: Sequence[int], player: int) -> bool:
    """Whether a trick is welcome in a negative game: the first of Piccolo is to declarer."""
    return player == table.declarer and tricks[player] < (table.contract.tricks or 0)


def _lie(table: Table, running: _Running, player: int, place: int) -> Lie:
    sides, order = table.sides, table.law.order
    side = sides[player]
    last = place == 3 or (
        sides[(player + 1) % 4] == side and (place == 2 or sides[(player + 2) % 4] == side)
    )
    return Lie(
        order.suit[running.cards[0]],
        order.beats[running.winning],
        sides[running.winner] == side,
        last,
        running.points,
    )


def _legal(table: Table, hand: Mask, running: _Running, player: int) -> Mask:
    """As the rules' ``playable``, which looks for the winning card in the trick each time."""
    law, cards, pledges = table.law, running.cards, table.pledges[player]
    if pledges is not NO_PLEDGES:
        return playable(law, hand, cards, running.number, pledges)
    if cards:
        legal = hand & law.order.suit[cards[0]] or hand & ALL_TAROCKS or hand
        if law.negative:
            legal = legal & law.order.beats[running.winning] or legal
    else:
        legal = hand if law.trump else hand & ~ALL_TAROCKS or hand
    if law.negative and legal & _PETIT and legal & _BIGGER:
        return legal ^ _PETIT
    return legal


def thumbed(table: Table, course: Course, trick: Trick, hand: Mask, others: Mask) -> Card:
    """What the player whose turn it is in ``trick`` plays by the rules of thumb."""
    return _by_thumb(table, course, _begun(table, trick), hand, hand | others)

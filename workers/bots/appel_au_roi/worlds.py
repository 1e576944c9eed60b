"""Where the unseen cards may lie: what words, tricks and the talon show of every hand.

Who did not follow is void (AR-PLAY-2), and has no tarock if none was played (AR-PLAY-3); who
could have had to beat a card in a negative game and did not has none that beats it (AR-PLAY-4);
who bid or announced a bird holds it (AR-BID-3, AR-PRIME-3); the called king is with whoever has
not shown that it is not (AR-CALL-3).
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.hands import Mask, cards_in, mask_of
from shared.cards.packs import Card
from shared.games.appel_au_roi.changes import half_of
from shared.games.appel_au_roi.contracts import BY_ID
from shared.games.appel_au_roi.moves import FOURTH
from shared.games.appel_au_roi.pack import ALL_TAROCKS, HALF, HONOURS, KING_OF, KINGS, PETIT
from shared.games.appel_au_roi.primes import BY_ID as PRIMES
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import NOTHING_PLEDGED, Declared, FourPledges, Spoken
from shared.games.appel_au_roi.tricks import FIRST_DUE, NO_PLEDGES, law_of
from shared.games.appel_au_roi.view import View
from shared.kernel.seats import SEATS, Seat, seat_after
from workers.bots.appel_au_roi.cards import PACK
from workers.bots.appel_au_roi.playouts import Table, table_of
from workers.bots.appel_au_roi.strength import NEEDED, strength
from workers.bots.chance import Chance

ASIDE: Final = 4
"""The place of the cards that nobody holds and the viewer has not seen: talon or discard."""
_TRIES: Final = 50
"""So many draws may fail in one move: presumptions may be wrong, and draws cost time."""
_CHANGES: Final = 8
_BY_TALON: Final = 2
"""By how much a half of the talon is likely to make a hand stronger."""

Group: TypeAlias = tuple[tuple[int, ...], list[Card]]
"""Unseen cards that may lie in the same places."""


class Seen(Struct):
    """What one seat knows of the cards; a place is a seat, or ASIDE."""

    unseen: Mask
    room: list[int]
    """How many of the unseen cards lie in each place."""
    possible: list[Mask]
    """The cards that may lie in each place."""
    king: Card | None = None
    """The called king, or a guess which it is where it was not named."""
    partner: Seat | None = None
    """Who is known to be declarer's partner."""
    own: Mask = 0
    """What is known to lie aside for declarer's side."""
    tries: int = _TRIES
    """How many draws may still fail."""


class World(Struct, frozen=True):
    """Where all cards may be."""

    hands: list[Mask]
    aside: Mask
    """The unseen cards that nobody holds."""
    partner: Seat | None = None
    own: Mask = 0
    """What lies aside for declarer's side."""


def seen(view: View, chance: Chance) -> Seen:
    """What ``view`` shows of every hand; ``chance`` guesses which king was not named."""
    assert view.hand is not None
    assert view.viewer is not None
    deal = view.deal
    given = 0 if deal is None else _given(deal)
    unseen = PACK & ~(view.hand | view.seen | given | (view.discard or 0))
    if view.opened is not None:
        unseen = 0
    room = [0 if seat == view.viewer else view.cards_left[seat] for seat in SEATS]
    room.append(unseen.bit_count() - sum(room))
    known = Seen(unseen, room, [PACK] * 5)
    _from_bids(known, view.bids if deal is None else deal.bids, view.seen)
    if deal is None:
        return known
    if deal.contract.taken:
        known.own = view.discard or 0
        known.possible[ASIDE] = ~HONOURS if not deal.contract.trump else ~(HONOURS | ALL_TAROCKS)
        taken = mask_of(deal.turned) & ~given
        for seat in SEATS:
            if seat != deal.declarer:
                known.possible[seat] &= ~taken
    _from_tricks(known, view, deal)
    if deal.called is not None:
        _from_call(known, view, deal, chance)
    _from_words(known, view, deal)
    return known


def _given(deal: Declared) -> Mask:
    """The turned-up cards that nobody has in hand: all before a half is taken."""
    if deal.contract.talon == "all":
        return 0
    turned = mask_of(deal.turned)
    return turned if deal.half is None else turned & ~half_of(deal.turned, deal.half)


def _from_bids(known: Seen, bids: Sequence[Spoken], played: Mask) -> None:
    for word in bids:
        if word.bid is not None:
            _held_by(known, word.seat, BY_ID[word.bid].bird_card & ~played)


def _held_by(known: Seen, holder: int, cards: Mask) -> None:
    for place in range(5):
        if place != holder:
            known.possible[place] &= ~cards


def _from_tricks(known: Seen, view: View, deal: Declared) -> None:
    law = law_of(deal.bid)
    order = law.order
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick and view.leader is not None:
        tricks.append((view.leader, view.trick))
    for leader, cards in tricks:
        winning, led = cards[0], order.suit[cards[0]]
        if not law.trump and led & ~ALL_TAROCKS == 0:
            known.possible[leader] &= ALL_TAROCKS  # AR-PLAY-8
        for place, card in enumerate(cards[1:], start=1):
            excluded = 0
            if not led >> card & 1:
                excluded = led if ALL_TAROCKS >> card & 1 else led | ALL_TAROCKS
            beats = order.beats[winning]
            if beats >> card & 1:
                winning = card
            elif law.negative:
                same = led if led >> card & 1 else ALL_TAROCKS
                excluded |= beats & same
            if law.negative and card == PETIT:
                excluded |= ALL_TAROCKS  # AR-PLAY-9
            known.possible[seat_after(leader, place)] &= ~excluded


def _from_call(known: Seen, view: View, deal: Declared, chance: Chance) -> None:
    """The king: whose it may be, and whose it is known to be."""
    known.partner = next(
        (seat for seat in SEATS if seat != deal.declarer and deal.sides[seat] == "declarer"), None
    )
    if known.partner is None and view.side == "declarer" and view.viewer != deal.declarer:
        known.partner = view.viewer
    known.king = _king(known, view, deal, chance)
    bit = 1 << known.king
    if not bit & mask_of(deal.turned):
        known.possible[deal.declarer] &= ~bit
    if deal.called == FOURTH and view.viewer != deal.declarer:
        _held_by(known, deal.declarer, KINGS & ~bit)
    for seat in SEATS:
        if deal.sides[seat] == "opponents":
            known.possible[seat] &= ~bit
    if known.partner is not None:
        _held_by(known, known.partner, bit)


def _king(known: Seen, view: View, deal: Declared, chance: Chance) -> Card:
    assert view.hand is not None
    if deal.called is not None and deal.called != FOURTH:
        return KING_OF[deal.called]
    turned = mask_of(deal.turned) & KINGS
    if turned:
        return turned.bit_length() - 1
    declarers = _played_by(view, deal.declarer) & KINGS
    if view.viewer == deal.declarer:
        return (KINGS & ~(view.hand | declarers)).bit_length() - 1
    shown = (view.hand | (view.seen & ~declarers)) & KINGS
    if shown:
        return shown.bit_length() - 1
    guesses = cards_in(known.unseen & KINGS)
    return guesses[chance.below(len(guesses))]


def _played_by(view: View, seat: Seat) -> Mask:
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.leader is not None:
        tricks.append((view.leader, view.trick))
    return mask_of(
        card
        for leader, cards in tricks
        for place, card in enumerate(cards)
        if seat_after(leader, place) == seat
    )


def _from_words(known: Seen, view: View, deal: Declared) -> None:
    for one in deal.said:
        if one.seat is None or one.item == GAME:
            continue
        prime = PRIMES[one.item]
        if prime.announcer == "holder" and prime.card is not None:
            _held_by(known, one.seat, 1 << prime.card & ~view.seen)
        elif prime.announcer == "without" and prime.card is not None:
            known.possible[one.seat] &= ~(1 << prime.card)


def pledges_of(deal: Declared, king: Card | None) -> FourPledges:
    """What each seat has announced for a trick, before the cards are played too (AR-PLAY-7)."""
    due = [[0, 0, 0, 0] for _ in SEATS]
    for one in deal.said:
        if one.seat is None or one.item == GAME:
            continue
        prime = PRIMES[one.item]
        card = king if prime.card is None else prime.card
        if prime.due is not None and card is not None:
            due[one.seat][prime.due - FIRST_DUE] |= 1 << card
    if not any(map(any, due)):
        return NOTHING_PLEDGED
    a, b, c, d = ((w, x, y, z) if any((w, x, y, z)) else NO_PLEDGES for w, x, y, z in due)
    return (a, b, c, d)


# --- drawing ------------------------------------------------------------------------------------


def worlds(view: View, known: Seen, chance: Chance) -> Iterator[World]:
    """Endless worlds that agree with what is known."""
    assert view.viewer is not None
    assert view.hand is not None
    if view.opened is not None:
        while True:
            yield World(list(view.opened), 0)
    deal = view.deal
    groups = _by_freedom(known)
    needed = _needed(view)
    played = 0 if deal is None else _played_by(view, deal.declarer)
    while True:
        places = _drawn(known, groups, chance)
        if needed and deal is not None:
            _strengthened(known, places, deal.declarer, played, needed, chance)
        aside = places.pop()
        places[view.viewer] = view.hand
        if deal is None or known.king is None:
            yield World(places, aside, None, known.own or _discarded(deal, aside))
            continue
        partner = known.partner
        if partner is None:
            partner = _holder(places, deal.declarer, known.king)
        yield World(places, aside, partner, known.own or own_aside(deal, aside, known.king))


def _needed(view: View) -> int:
    """How strong declarer is likely to be, who bid; 0: it is the viewer, or shuns tricks."""
    deal = view.deal
    if deal is None or deal.declarer == view.viewer or deal.bid not in NEEDED:
        return 0
    return NEEDED[deal.bid] + (_BY_TALON if deal.contract.taken else 0)


def _strengthened(
    known: Seen, places: list[Mask], declarer: Seat, played: Mask, needed: int, chance: Chance
) -> None:
    """Let declarer change suit cards for tarocks until his hand bears what he bid."""
    possible = known.possible
    for _ in range(_CHANGES):
        hand = places[declarer]
        if strength(hand | played) >= needed:
            return
        others = sum(places) - hand
        wanted = cards_in(others & possible[declarer] & ALL_TAROCKS)
        spare = cards_in(hand & ~ALL_TAROCKS & ~KINGS)
        if not wanted or not spare:
            return
        got, given = wanted[chance.below(len(wanted))], spare[chance.below(len(spare))]
        holder = next(place for place in range(5) if places[place] >> got & 1)
        if possible[holder] >> given & 1:
            both = 1 << got | 1 << given
            places[declarer] ^= both
            places[holder] ^= both


def table_in(deal: Declared, world: World, king: Card | None) -> Table:
    """The table of ``deal`` in ``world``."""
    pledges = pledges_of(deal, king)
    return table_of(deal.contract, deal.forehand, deal.declarer, world.partner, king, pledges)


def _discarded(deal: Declared | None, aside: Mask) -> Mask:
    return aside if deal is not None and deal.contract.taken else 0


def own_aside(deal: Declared, aside: Mask, king: Card) -> Mask:
    """Declarer's side's share of what nobody holds: the discard, or the king's half."""
    if deal.contract.taken:
        return aside
    if not aside >> king & 1:
        return 0
    return mask_of([king, *cards_in(aside ^ 1 << king)[: HALF - 1]])  # AR-TALON-4


def _holder(hands: Sequence[Mask], declarer: Seat, king: Card) -> Seat | None:
    return next((seat for seat in SEATS if seat != declarer and hands[seat] >> king & 1), None)


def _by_freedom(known: Seen) -> list[Group]:
    """The unseen cards by where they may lie, those with the fewest places first."""
    groups: dict[tuple[int, ...], list[Card]] = {}
    open_places = [place for place in range(5) if known.room[place]]
    for card in cards_in(known.unseen):
        places = tuple(place for place in open_places if known.possible[place] >> card & 1)
        groups.setdefault(places or tuple(open_places), []).append(card)
    return sorted(groups.items(), key=lambda group: len(group[0]))


def _drawn(known: Seen, groups: Sequence[Group], chance: Chance) -> list[Mask]:
    """A place for every unseen card; after some tries in all, one that need not agree with it."""
    while known.tries:
        room, places = known.room[:], [0, 0, 0, 0, 0]
        if all(_shared_out(*group, room, places, chance) for group in groups):
            return places
        known.tries -= 1
    room, places = known.room[:], [0, 0, 0, 0, 0]
    everywhere = (0, 1, 2, 3, ASIDE)
    assert _shared_out(everywhere, list(cards_in(known.unseen)), room, places, chance)
    return places


def _shared_out(
    holders: tuple[int, ...],
    cards: Sequence[Card],
    room: list[int],
    places: list[Mask],
    chance: Chance,
) -> bool:
    """Put ``cards`` in places with room, each free card of one equally likely; False: too many."""
    slots = [place for place in holders for _ in range(room[place])]
    if len(slots) < len(cards):
        return False
    chance.shuffle(slots)
    for card, place in zip(cards, slots, strict=False):
        places[place] |= 1 << card
        room[place] -= 1
    return True

"""How each event changes what is known of a deal of Appel au roi."""

from typing import TypeAlias

from msgspec.structs import replace

from shared.cards.events import CardPlayed
from shared.cards.hands import Hands, Mask, mask_of, without
from shared.cards.tricks import Trick, one_more
from shared.games.appel_au_roi.contracts import BY_ID, Contract
from shared.games.appel_au_roi.events import (
    ContreSaid,
    DealScored,
    Discarded,
    DiscardSealed,
    HandsOpened,
    KingCalled,
    PrimeAnnounced,
    Side,
)
from shared.games.appel_au_roi.moves import FOURTH
from shared.games.appel_au_roi.pack import HALF, KING_OF, KINGS
from shared.games.appel_au_roi.primes import BY_ID as PRIMES
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import (
    NO_SIDES,
    Announcing,
    Auction,
    Between,
    Calling,
    Declared,
    Discarding,
    FourPledges,
    Hidden,
    Match,
    Playing,
    Row,
    Said,
    Sides,
    Spoken,
    Taking,
)
from shared.games.appel_au_roi.tricks import FIRST_DUE, NO_PLEDGES, Pledges
from shared.kernel.seats import SEATS, Seat, seat_after

AfterAuction: TypeAlias = Auction | Calling | Taking | Announcing | Playing

# --- auction, call, talon -----------------------------------------------------------------------


def after_word(state: Auction, word: Spoken) -> AfterAuction:
    """A bid or a pass; the third pass beside a bid ends the auction (AR-BID-1, AR-BID-2)."""
    bids = (*state.bids, word)
    made = [one for one in bids if one.bid is not None]
    if not made or len(bids) - len(made) < len(SEATS) - 1:
        return Auction(state.match, state.hands, state.hidden, state.forehand, bids)
    deal = _declared(state.forehand, bids, made[-1])
    if deal.contract.with_king:
        return Calling(state.match, state.hands, state.hidden, deal)
    return _after_call(state.match, state.hands, state.hidden, deal)


def _declared(forehand: Seat, bids: tuple[Spoken, ...], won: Spoken) -> Declared:
    assert won.bid is not None
    contract, declarer = BY_ID[won.bid], won.seat
    said: tuple[Said, ...] = ()
    if not contract.trischaken:
        said = (Said(GAME, "declarer", None),)
    if contract.bird is not None:
        said = (*said, Said(contract.bird, "declarer", declarer))  # AR-ANN-5
    return Declared(
        forehand, declarer, won.bid, bids, _sides_at_first(contract, declarer), said=said
    )


def _sides_at_first(contract: Contract, declarer: Seat) -> Sides:
    if contract.trischaken:
        return NO_SIDES
    return _sides((declarer,), None if contract.with_king else "opponents")


def _sides(own: tuple[Seat, ...], others: Side | None) -> Sides:
    """Declarer's side, and what is known of the others."""
    sides: list[Side | None] = ["declarer" if seat in own else others for seat in SEATS]
    a, b, c, d = sides
    return (a, b, c, d)


def _after_call(
    match: Match, hands: Hands | None, hidden: Hidden | None, deal: Declared
) -> Taking | Announcing | Playing:
    if deal.contract.taken:
        return Taking(match, hands, hidden, deal)
    if deal.contract.trischaken:
        return _begun(match, hands, hidden, deal)
    return Announcing(match, hands, hidden, deal, deal.declarer)


def after_call(state: Calling, event: KingCalled) -> Taking | Announcing | Playing:
    """A king is called; who deals from known cards knows its holder too (AR-CALL-3)."""
    deal, hands, hidden = state.deal, state.hands, state.hidden
    if hands is not None and hidden is not None:
        if event.suit is None:
            king = (KINGS & ~hands[deal.declarer]).bit_length() - 1
        else:
            king = KING_OF[event.suit]
        partner = next((seat for seat in SEATS if hands[seat] >> king & 1), None)
        hidden = Hidden(hidden.talon, king, partner)
    deal = replace(deal, called=FOURTH if event.suit is None else event.suit)
    return _after_call(state.match, hands, hidden, deal)


def called_king(deal: Declared, seat: Seat) -> Mask:
    """What shows ``seat`` to hold the called king, if it holds any of these cards.

    Of "the fourth" only declarer knows which it is: for another any king must be it, and
    declarer can have it from the talon alone.
    """
    if deal.called is None:
        return 0
    if deal.called != FOURTH:
        return 1 << KING_OF[deal.called]
    return KINGS & mask_of(deal.turned) if seat == deal.declarer else KINGS


def king_in_talon(deal: Declared) -> bool:
    """Whether the called king lies in the turned-up talon (AR-TALON-2)."""
    return bool(mask_of(deal.turned) & called_king(deal, deal.declarer))


def after_turn(state: Taking, turned: tuple[int, ...]) -> Taking | Discarding:
    """The talon is turned up; declarer takes all of it at once where he gets it (AR-TALON-1)."""
    deal = replace(state.deal, turned=turned)
    if king_in_talon(deal):
        deal = replace(deal, sides=_sides((deal.declarer,), "opponents"))  # AR-TALON-3
    if deal.contract.talon == "half":
        return Taking(state.match, state.hands, state.hidden, deal)
    hands = _given(state.hands, deal.declarer, mask_of(turned))
    return Discarding(state.match, hands, state.hidden, deal)


def half_of(talon: tuple[int, ...], half: int) -> Mask:
    """The cards of half 0 or 1."""
    return mask_of(talon[HALF * half : HALF * (half + 1)])


def after_half(state: Taking, half: int) -> Discarding:
    """Declarer takes a half into the hand."""
    deal = replace(state.deal, half=half)
    hands = _given(state.hands, deal.declarer, half_of(deal.turned, half))
    return Discarding(state.match, hands, state.hidden, deal)


def _given(hands: Hands | None, seat: Seat, cards: Mask) -> Hands | None:
    """``hands`` after ``cards`` have come into a hand, or left it."""
    if hands is None:
        return None
    a, b, c, d = (hand ^ cards if one == seat else hand for one, hand in enumerate(hands))
    return (a, b, c, d)


def after_discard(state: Discarding, event: Discarded | DiscardSealed) -> Announcing:
    """Declarer's discard is laid away; who cannot read it no longer knows the hands."""
    deal, hidden = state.deal, state.hidden
    if hidden is None or isinstance(event, DiscardSealed):
        return Announcing(state.match, None, None, deal, deal.declarer)
    laid = mask_of(event.cards)
    hands = _given(state.hands, deal.declarer, laid)
    hidden = Hidden(hidden.talon, hidden.king, hidden.partner, laid)
    return Announcing(state.match, hands, hidden, deal, deal.declarer)


# --- announcements ------------------------------------------------------------------------------


def after_announcement(state: Announcing, event: PrimeAnnounced) -> Announcing:
    """A prime is announced, which shows a side (AR-ANN-4)."""
    said = (*state.deal.said, Said(event.prime, event.side, event.seat))
    return _after_saying(state, said, event.seat, event.side)


def after_contre(state: Announcing, event: ContreSaid) -> Announcing:
    """An item is doubled, which shows a side (AR-ANN-4)."""
    said = tuple(
        replace(one, level=event.level, doubled_by=(*one.doubled_by, event.seat))
        if one.item == event.item
        else one
        for one in state.deal.said
    )
    return _after_saying(state, said, event.seat, event.side)


def _after_saying(state: Announcing, said: tuple[Said, ...], seat: Seat, side: Side) -> Announcing:
    deal = replace(state.deal, said=said, sides=_shown(state.deal, seat, side))
    return replace(state, deal=deal, spoken=True)


def _shown(deal: Declared, seat: Seat, side: Side) -> Sides:
    """The sides once ``seat`` is known to be on ``side``; a partner shows the others too."""
    if seat == deal.declarer:
        return deal.sides
    if side == "declarer":
        return _sides((deal.declarer, seat), "opponents")
    sides = list(deal.sides)
    sides[seat] = side
    a, b, c, d = sides
    return (a, b, c, d)


def after_bien(state: Announcing) -> Announcing | Playing:
    """A turn ends; enough passes close the announcements (AR-ANN-2)."""
    any_said = state.any_said or state.spoken
    passes = 0 if state.spoken else state.passes + 1
    if passes == (len(SEATS) - 1 if any_said else len(SEATS)):
        return _begun(state.match, state.hands, state.hidden, state.deal)
    return Announcing(
        state.match,
        state.hands,
        state.hidden,
        state.deal,
        seat_after(state.speaker),
        spoken=False,
        passes=passes,
        any_said=any_said,
    )


# --- play ---------------------------------------------------------------------------------------


def _begun(match: Match, hands: Hands | None, hidden: Hidden | None, deal: Declared) -> Playing:
    """Forehand leads to trick 1, or declarer in negative games (AR-PLAY-1)."""
    leader = deal.declarer if deal.contract.negative else deal.forehand
    return Playing(match, hands, hidden, replace(deal, pledges=_pledged(deal)), leader)


def _pledged(deal: Declared) -> FourPledges:
    """Which cards each seat owes to which trick (AR-PLAY-7)."""
    a, b, c, d = (_pledges_of(deal, seat) for seat in SEATS)
    return (a, b, c, d)


def _pledges_of(deal: Declared, seat: Seat) -> Pledges:
    due = [0, 0, 0, 0]
    for one in deal.said:
        if one.seat != seat or one.item == GAME:
            continue
        prime = PRIMES[one.item]
        if prime.due is not None:
            card = called_king(deal, seat) if prime.card is None else 1 << prime.card
            due[prime.due - FIRST_DUE] |= card
    a, b, c, d = due
    return (a, b, c, d) if any(due) else NO_PLEDGES


def after_card(state: Playing, played: CardPlayed) -> Playing:
    """A card leaves a hand for the trick; the called king shows its holder (AR-CALL-3)."""
    hands, opened, card = state.hands, state.opened, played.card
    deal, bit = state.deal, 1 << card
    if bit & KINGS and None in deal.sides and bit & called_king(deal, played.seat):
        deal = replace(deal, sides=_shown(deal, played.seat, "declarer"))
    return Playing(
        state.match,
        None if hands is None else without(hands, played.seat, card),
        state.hidden,
        deal,
        state.leader,
        (*state.trick, card),
        state.taken,
        state.tricks,
        state.seen | bit,
        None if opened is None else without(opened, played.seat, card),
    )


def after_trick(state: Playing, winner: Seat) -> Playing:
    """The trick goes to ``winner``, who leads the next (CO-TRICK-1)."""
    assert len(state.trick) == len(SEATS), "a trick is won when four cards lie"
    return Playing(
        state.match,
        state.hands,
        state.hidden,
        state.deal,
        winner,
        (),
        one_more(state.taken, winner),
        (*state.tricks, Trick(state.leader, state.trick, winner)),
        state.seen,
        state.opened,
    )


def after_opening(state: Playing, event: HandsOpened) -> Playing:
    """All hands lie open (AR-PLAY-10)."""
    a, b, c, d = map(mask_of, event.hands)
    return replace(state, opened=(a, b, c, d))


def after_deal(state: Taking | Playing, scored: DealScored) -> Between:
    """The deal's scores are added to the totals."""
    match = state.match
    a, b, c, d = (
        total + points for total, points in zip(match.totals, scored.scores, strict=True)
    )
    row = Row(scored.forehand, scored.declarer, scored.bid, scored.partner, scored.scores)
    return Between(Match(match.options, (*match.history, row), (a, b, c, d), scored))

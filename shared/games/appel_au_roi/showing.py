"""The views and events of Appel au roi for the outside: plain JSON values, cards as codes."""

from typing import Any, Final

from msgspec import structs, to_builtins

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import Mask, codes_in, suit_masks
from shared.cards.packs import TAROCK_54, Card
from shared.cards.tricks import Trick
from shared.games.appel_au_roi.events import (
    BidMade,
    BienSaid,
    ContreSaid,
    DealScored,
    Discarded,
    DiscardSealed,
    GameGivenUp,
    HalfTaken,
    HandsOpened,
    KingCalled,
    Passed,
    PrimeAnnounced,
    ScoredLine,
    TalonTurned,
)
from shared.games.appel_au_roi.moves import move_text
from shared.games.appel_au_roi.pack import HALF, king_of
from shared.games.appel_au_roi.state import NO_SIDES, Declared, Row, Said
from shared.games.appel_au_roi.talon import Choice
from shared.games.appel_au_roi.tariffs.choice import TARIFFS
from shared.games.appel_au_roi.tricks import FIRST_DUE
from shared.games.appel_au_roi.view import View, discard_choice, legal_moves
from shared.kernel.events import Event
from shared.kernel.seats import SEATS
from shared.kernel.settlement import show_basis

_SUITS: Final = suit_masks(TAROCK_54)
_EMPTY: Final[dict[str, Any]] = dict.fromkeys(
    ("declarer", "bid", "called", "talon", "half", "partner")
)


def show_legal(view: View, /) -> list[str] | dict[str, Any]:
    """The legal moves as texts sorted by code point; of discards, what they are chosen from.

    ``{"count", "must", "from"}``: all cards of ``must``, which every legal discard has, and the
    rest from ``from``.
    """
    choice = discard_choice(view)
    if choice is None:
        return sorted(map(move_text, legal_moves(view)))
    return show_choice(choice)


def show_choice(choice: Choice) -> dict[str, Any]:
    """Which discards are legal."""
    return {
        "count": choice.count,
        "must": sorted(codes_in(choice.must, TAROCK_54)),
        "from": sorted(codes_in(choice.open, TAROCK_54)),
    }


def show(view: View, /) -> dict[str, Any]:
    """The view as plain JSON values, cards as codes (CO-CARD-3)."""
    deal = view.deal
    shown = {
        "viewer": view.viewer,
        "options": structs.asdict(view.options),
        "tariff": TARIFFS[view.options.tariff].label,
        "deal": len(view.history) + (view.phase != "between"),
        "phase": view.phase,
        "to_move": view.to_move,
        "forehand": view.forehand,
        "bids": [structs.asdict(word) for word in view.bids],
        **_EMPTY,
        "sides": list(NO_SIDES if deal is None else deal.sides),
        "side": view.side,
        "said": [] if deal is None else list(map(_show_said, deal.said)),
        "announced_cards_due": _due(view),
        "hand": _codes_or_none(view.hand),
        "discard": _codes_or_none(view.discard),
        "cards_left": list(view.cards_left),
        "open_hands": None if view.opened is None else list(map(_codes_of, view.opened)),
        "taken": list(view.taken),
        "trick": {"leader": view.leader, "cards": _codes(view.trick)},
        "last_trick": _show_trick(view.tricks[-1]) if view.tricks else None,
        "seen": {suit: _codes_of(view.seen & cards) for suit, cards in _SUITS.items()},
        "deals": [_show_row(row) for row in view.history],
        "last_deal": None if view.last is None else _show_last(view.last),
        "totals": list(view.totals),
        "legal": show_legal(view),
    }
    return shown if deal is None else shown | _show_declared(deal)


def _show_declared(deal: Declared) -> dict[str, Any]:
    halves = [_codes(deal.turned[:HALF]), _codes(deal.turned[HALF:])]
    own = [seat for seat in SEATS if deal.sides[seat] == "declarer"]
    return {
        "declarer": deal.declarer,
        "bid": deal.bid,
        "called": deal.called,
        "talon": halves if deal.turned else None,
        "half": deal.half,
        "partner": next((seat for seat in own if seat != deal.declarer), None),
    }


def _show_said(said: Said) -> dict[str, Any]:
    return structs.asdict(said) | {"doubled_by": list(said.doubled_by)}


def _due(view: View) -> dict[str, list[str]]:
    """The trick, from 1, in which each announced card of the viewer's hand is due (AR-PLAY-7)."""
    if view.deal is None or view.viewer is None or view.hand is None:
        return {}
    pledges = view.deal.pledges[view.viewer]
    return {
        str(number): _codes_of(cards & view.hand)
        for number, cards in enumerate(pledges, FIRST_DUE)
        if cards & view.hand
    }


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [TAROCK_54[card] for card in cards]


def _codes_of(cards: Mask) -> list[str]:
    return list(codes_in(cards, TAROCK_54))


def _codes_or_none(cards: Mask | None) -> list[str] | None:
    return None if cards is None else _codes_of(cards)


def _show_trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _codes(trick.cards), "winner": trick.winner}


def _show_row(row: Row) -> dict[str, Any]:
    return structs.asdict(row) | {"scores": list(row.scores)}


def _show_last(scored: DealScored) -> dict[str, Any]:
    """The last deal's score, line by line; which cards a line rests on is in the log."""
    return detail(scored) | {
        "called": None if scored.called is None else king_of(scored.called),
        "tariff": scored.tariff,
        "lines": [_show_line(line) for line in scored.lines],
        "scores": list(scored.scores),
    }


def _show_line(line: ScoredLine) -> dict[str, Any]:
    basis = line.basis
    return _detail_line(line) | {
        "clause": line.clause,
        "tariff_value": basis.value,
        "factors": {factor.name: factor.times for factor in basis.factors},
        "scored_by": list(basis.scored_by),
        "tricks": list(basis.tricks),
    }


def detail(scored: DealScored) -> dict[str, Any]:
    """What a deal was besides its scores, as in a transcript."""
    if scored.loser is not None:
        return {
            "bid": scored.bid,
            "points_by_seat": list(scored.points_by_seat),
            "loser": scored.loser,
            "value": -scored.net,
        }
    return {
        "bid": scored.bid,
        "declarer": scored.declarer,
        "partner": scored.partner,
        "called": None if scored.called is None else TAROCK_54[scored.called],
        "points": scored.points,
        "lines": [_detail_line(line) for line in scored.lines],
        "net": scored.net,
    }


def _detail_line(line: ScoredLine) -> dict[str, Any]:
    return {
        "item": line.item,
        "announced_by": line.announced_by,
        "contre": line.contre,
        "value": line.value,
    }


def show_event(event: Event, /) -> dict[str, Any]:
    """The event's data as plain JSON values, cards as codes; a sealed discard as its bytes."""
    match event:
        case CardPlayed(seat, card):
            return {"seat": seat, "card": TAROCK_54[card]}
        case TalonTurned(cards):
            return {"cards": _codes(cards)}
        case Discarded(seat, cards):
            return {"seat": seat, "cards": _codes(cards)}
        case DiscardSealed(seat, code, sealed):
            return {"seat": seat, "code": code, "sealed": sealed}
        case HandsOpened(hands):
            return {"hands": [_codes(hand) for hand in hands]}
        case DealScored():
            return _show_scored(event)
        case (
            BidMade()
            | Passed()
            | KingCalled()
            | HalfTaken()
            | GameGivenUp()
            | PrimeAnnounced()
            | ContreSaid()
            | BienSaid()
            | TrickWon()
        ):
            return structs.asdict(event)
        case _:
            raise AssertionError(f"not an event of Appel au roi: {type(event).__name__}")


def _show_scored(event: DealScored) -> dict[str, Any]:
    shown: dict[str, Any] = to_builtins(event)
    for line, scored in zip(shown["lines"], event.lines, strict=True):
        line["basis"] = show_basis(scored.basis, TAROCK_54)
    called = None if event.called is None else TAROCK_54[event.called]
    return shown | {"called": called}

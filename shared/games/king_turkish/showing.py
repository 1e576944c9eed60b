"""The views and events of Turkish King for the outside: plain JSON values, cards as codes."""

from typing import Any, Final

from msgspec import structs

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import Mask, codes_in, suit_masks
from shared.cards.packs import FRENCH_52, Card
from shared.cards.tricks import Trick
from shared.games.king_turkish.choices import (
    DEALS,
    PENALTY_MAX,
    choosable,
    times_played,
)
from shared.games.king_turkish.contracts import PENALTIES, TRUMP
from shared.games.king_turkish.events import ChooserNamed, ContractChosen, DealScored
from shared.games.king_turkish.moves import move_text
from shared.games.king_turkish.view import View, chosen, legal_moves
from shared.kernel.events import Event
from shared.kernel.seats import SEATS, Seat, seat_after

_SUITS: Final = suit_masks(FRENCH_52)


def show_legal(view: View, /) -> list[str]:
    """The legal moves as texts, sorted by code point."""
    return sorted(map(move_text, legal_moves(view)))


def show(view: View, /) -> dict[str, Any]:
    """The view as plain JSON values, cards as codes (CO-CARD-3)."""
    choices = chosen(view)
    played = times_played(choices)
    return {
        "viewer": view.viewer,
        "options": structs.asdict(view.options),
        "deal": len(view.history) + (view.to_move is not None),
        "to_move": view.to_move,
        "chooser": view.chooser,
        "contract": view.contract,
        "trump": view.trump,
        "penalties": [
            {"contract": one, "played": played[one], "open": played[one] < PENALTY_MAX}
            for one in PENALTIES
        ],
        "trumps_played": played[TRUMP],
        "may_choose": [list(choosable(view.options, choices, seat)) for seat in SEATS],
        "hand": None if view.hand is None else list(codes_in(view.hand, FRENCH_52)),
        "cards_left": list(view.cards_left),
        "taken": list(view.taken),
        "trick": {"leader": view.leader, "cards": _codes(view.trick)},
        "last_trick": _show_trick(view.tricks[-1]) if view.tricks else None,
        "seen": _show_seen(view.seen),
        "deals": _show_rows(view),
        "totals": list(view.totals),
        "legal": show_legal(view),
    }


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [FRENCH_52[card] for card in cards]


def _show_trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _codes(trick.cards), "winner": trick.winner}


def _show_seen(seen: Mask) -> dict[str, list[str]]:
    """The card counter (KT-SHOW-4): the cards already played, per suit."""
    return {suit: list(codes_in(seen & cards, FRENCH_52)) for suit, cards in _SUITS.items()}


def _show_rows(view: View) -> list[dict[str, Any]]:
    """Twenty rows, played or not (KT-SHOW-2, KT-SHOW-3): who chooses is known ahead."""
    rows = [_show_row(row) for row in view.history]
    if len(rows) < DEALS and view.chooser is not None:
        rows.append(_empty_row(view.chooser) | {"contract": view.contract, "trump": view.trump})
    while len(rows) < DEALS:
        before = rows[-1]["chooser"] if rows else None
        rows.append(_empty_row(None if before is None else seat_after(before)))
    return rows


def _show_row(row: DealScored) -> dict[str, Any]:
    return {
        "chooser": row.chooser,
        "contract": row.contract,
        "trump": row.trump,
        "tricks": list(row.tricks),
        "counted": list(row.counted),
        "scores": list(row.scores),
        "king": row.king,
    }


def _empty_row(chooser: Seat | None) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(DealScored.__struct_fields__)
    return row | {"chooser": chooser}


def show_event(event: Event, /) -> dict[str, Any]:
    """The event's data as plain JSON values, cards as codes."""
    match event:
        case CardPlayed(seat, card):
            return {"seat": seat, "card": FRENCH_52[card]}
        case ChooserNamed() | ContractChosen() | TrickWon() | DealScored():
            return structs.asdict(event)
        case _:
            raise AssertionError(f"not an event of Turkish King: {type(event).__name__}")

"""Appel au roi as the laws see it."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec import structs

from shared.cards.hands import Hands, Mask, cards_in, mask_of
from shared.cards.moves import Play
from shared.games.appel_au_roi import rules as appel_au_roi
from shared.games.appel_au_roi.moves import (
    ABANDON,
    ANNOUNCE,
    BIDS,
    BIEN,
    CONTRE,
    HALVES,
    KINGS,
    PASS,
    Bid,
    Discard,
)
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.state import Between, Discarding, Playing
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.seats import Seat
from tests.laws.harness import Harness

CALM: Final = {PASS: 0.6, BIEN: 0.5}
"""How often a random player says nothing; without it every auction would run to its top."""


def harness(rules: AnyRules) -> Harness:
    listed = (PASS, ABANDON, BIEN, *BIDS.values(), *KINGS.values(), *HALVES)
    words = (*ANNOUNCE.values(), *CONTRE.values())
    plays = tuple(Play(card) for card in range(-1, len(rules.DECK) + 1))
    wrong = (Discard(()), Discard((-1, 4, 5)), Discard((4, 4, 5)), Discard((4, 5, 54)))
    return Harness(
        rules,
        (Options(deals=4), Options(deals=3, direction="counterclockwise")),
        (*listed, *words, *plays, *wrong),
        _held,
        _without_secrets,
        also=_discards,
        choose=_chosen,
        in_the_open=_in_the_open,
        face_down=_face_down,
        settles_deals=True,
        weight=6,
    )


def _held(state: Any) -> Hands:
    hands: Hands = (0, 0, 0, 0) if isinstance(state, Between) else state.hands
    return hands


def _without_secrets(state: Any) -> Any:
    return state if isinstance(state, Between) else structs.replace(state, hands=None, hidden=None)


def _discards(state: Any, seat: Seat) -> tuple[Move, ...]:
    """All legal discards, and each again with one card that is not in it."""
    if not isinstance(state, Discarding) or seat != state.deal.declarer:
        return ()
    legal = appel_au_roi.legal_moves(appel_au_roi.view(state, seat))
    dice = Random(len(legal))
    spoiled = (_spoiled(move, dice) for move in dice.sample(legal, min(len(legal), 40)))
    return (*legal, *(move for move in spoiled if move not in legal))


def _spoiled(move: Any, dice: Random) -> Discard:
    kept = dice.sample(move.cards, len(move.cards) - dice.randrange(2))
    return Discard(cards_in(mask_of((*kept[1:], dice.randrange(54)))))


def _chosen(dice: Random, legal: Sequence[Move]) -> Move:
    for word, share in CALM.items():
        if legal[0] == word and dice.random() < share:
            return word
    if isinstance(legal[-1], Bid):  # rather a low bid, which leaves others to be made
        return min(dice.choices(legal, k=3), key=legal.index)
    return dice.choice(legal)


def _in_the_open(state: Any) -> Mask:
    """The talon where it was turned up, and all hands where they lie open."""
    if isinstance(state, Playing) and state.opened is not None:
        return (1 << len(appel_au_roi.DECK)) - 1
    deal = getattr(state, "deal", None)
    return 0 if deal is None else mask_of(deal.turned)


def _face_down(state: Any) -> Mask:
    return 0 if isinstance(state, Between) else mask_of(state.hidden.talon)

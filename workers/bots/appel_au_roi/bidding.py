"""Which game a hand bids: the best that it is strong enough for, or that wins most in thought."""

from typing import Final

from shared.cards.hands import Mask, cards_in
from shared.games.appel_au_roi.auction import may_pass, open_bids
from shared.games.appel_au_roi.contracts import BY_ID, ContractId
from shared.games.appel_au_roi.moves import BIDS, PASS, Bid, Pass
from shared.games.appel_au_roi.pack import ALL_TAROCKS
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import NO_SIDES, Declared, Said
from shared.games.appel_au_roi.view import View
from shared.kernel.seats import SEATS
from workers.bots.appel_au_roi.declaring import declared
from workers.bots.appel_au_roi.stakes import Stakes, stakes_of
from workers.bots.appel_au_roi.strength import NEEDED, danger, strength
from workers.bots.appel_au_roi.worlds import seen, worlds
from workers.bots.chance import Chance

_BEST_FIRST: Final[tuple[ContractId, ...]] = (
    "seul_contre_chien",
    "seul_chien_complet",
    "seul",
    "appel_petit",
    "appel_ii",
    "appel_contre_chien",
    "appel_iii",
    "appel_iv",
    "appel",
)
"""What a hand that bears several of them bids."""
_MANY_TAROCKS: Final = 7
"""So many are enough for a beginner."""
_MARGIN: Final = 4
"""So much weaker a hand may be for a game to be thought about."""
_HARMLESS: Final = 12
"""A hand of at most so much danger may think about a negative game."""
_BOLD: Final = 30
"""What a game must bring in thought, in hundredths of a point, to be bid rather than pass."""
_DOUBT: Final = 240
"""The same for a negative game, a game point that it is worth: it is won nine times in ten."""


def simple_bid(view: View, hand: Mask) -> Bid | Pass:
    """Pass unless the tarocks are many; then the first game that the hand may bid."""
    bids = open_bids(view.options.tariff, view.bids, hand)
    if may_pass(view.bids):
        many = (hand & ALL_TAROCKS).bit_count() >= _MANY_TAROCKS
        trumps = [bid for bid in bids if BY_ID[bid].with_king] if many else []
        return BIDS[trumps[0]] if trumps else PASS
    return BIDS[bids[0]]


def sensible_bid(view: View, hand: Mask) -> Bid | Pass:
    """The best game that the hand is strong enough for."""
    bids = open_bids(view.options.tariff, view.bids, hand)
    strong = strength(hand)
    for bid in _BEST_FIRST:
        if bid in bids and strong >= NEEDED[bid]:
            return BIDS[bid]
    return PASS if may_pass(view.bids) else BIDS["trischaken"]


def best_bid(view: View, hand: Mask, chance: Chance, plays: int) -> Bid | Pass:
    """What brings most on average over hands that may be, with ``plays`` cards thought of."""
    assert view.viewer is not None
    candidates = _candidates(view, hand)
    free = may_pass(view.bids)
    if not candidates:
        return PASS
    if len(candidates) == 1 and not free:
        return BIDS[candidates[0]]
    brought = dict.fromkeys(candidates, 0)
    tables = {bid: _imagined(view, bid) for bid in candidates}
    count = plays // (len(SEATS) * hand.bit_count() * len(candidates))
    drawn = worlds(view, seen(view, chance), chance)
    for _ in range(count):
        world = next(drawn)
        talon = list(cards_in(world.aside))
        chance.shuffle(talon)
        for bid, (deal, stakes) in tables.items():
            brought[bid] += declared(deal, stakes, world, talon)
    ahead = {bid: brought[bid] - count * _asked(tables[bid][1]) for bid in candidates}
    best = max(candidates, key=ahead.__getitem__)
    return BIDS[best] if not free or ahead[best] > 0 else PASS


def _asked(stakes: Stakes) -> int:
    """What a game must bring in thought to be bid, in hundredths of a point.

    Three players against a negative game do better than by rules of thumb.
    """
    contract = stakes.contract
    if contract.negative and not contract.trischaken:
        return _DOUBT * stakes.won
    return _BOLD


def _candidates(view: View, hand: Mask) -> list[ContractId]:
    """The games worth a thought; whoever may bid trischaken must bid something."""
    strong, harmless = strength(hand), danger(hand) <= _HARMLESS

    def thinkable(bid: ContractId) -> bool:
        if BY_ID[bid].negative:
            return harmless or BY_ID[bid].trischaken
        return bid in NEEDED and strong >= NEEDED[bid] - _MARGIN

    bids = open_bids(view.options.tariff, view.bids, hand)
    return [bid for bid in bids if thinkable(bid)]


def _imagined(view: View, bid: ContractId) -> tuple[Declared, Stakes]:
    """The deal as it would be if the viewer's ``bid`` were the last."""
    assert view.viewer is not None
    assert view.forehand is not None
    said = [Said(GAME, "declarer", None)]
    if (bird := BY_ID[bid].bird) is not None:
        said.append(Said(bird, "declarer", view.viewer))
    deal = Declared(view.forehand, view.viewer, bid, view.bids, NO_SIDES, said=tuple(said))
    return deal, stakes_of(view.options.tariff, deal)

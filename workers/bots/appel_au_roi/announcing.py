"""What is said before play: primes that the hand makes likely, contres on what it does not."""

from typing import Final

from msgspec.structs import replace

from shared.cards.hands import Mask
from shared.games.appel_au_roi.changes import called_king
from shared.games.appel_au_roi.moves import ANNOUNCE, BIEN, CONTRE, Announce, Bien, Contre
from shared.games.appel_au_roi.pack import ALL_TAROCKS, PETIT
from shared.games.appel_au_roi.primes import BY_ID as PRIMES
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import Declared, Said
from shared.games.appel_au_roi.view import View, legal_moves
from shared.kernel.seats import SEATS
from workers.bots.appel_au_roi.playouts import Course, Table, Trick, nothing_taken, played_out
from workers.bots.appel_au_roi.stakes import stakes_of, worth
from workers.bots.appel_au_roi.strength import strength
from workers.bots.appel_au_roi.worlds import World, seen, table_in, worlds
from workers.bots.chance import Chance

Word = Announce | Contre | Bien

_LONG: Final = 8
"""So many tarocks are likely to keep one for the last trick."""
_STRONG: Final = 24
"""From this strength a defender doubles the game."""
_KING_GUARD: Final = 5
_SURE: Final = 40
"""What a word must bring in thought beyond silence, in hundredths of a point."""


def sensible_word(view: View, hand: Mask) -> Word:
    """What a long row of tarocks makes likely; else bien."""
    assert view.deal is not None
    assert view.viewer is not None
    legal = legal_moves(view)
    tarocks = (hand & ALL_TAROCKS).bit_count()
    king = bool(hand & called_king(view.deal, view.viewer))
    likely: list[Word] = []
    if hand >> PETIT & 1 and tarocks >= _LONG:
        likely.append(ANNOUNCE["petit"])
    if king and view.side == "declarer" and tarocks >= _KING_GUARD:
        likely.append(ANNOUNCE["roi_ultimo"])
    strong = strength(hand) >= _STRONG and not view.deal.contract.negative
    if strong and view.side == "opponents":
        likely.append(CONTRE[GAME])
    return next((word for word in likely if word in legal), BIEN)


def best_word(view: View, chance: Chance, plays: int) -> Word:
    """What brings most on average over hands that may be, with ``plays`` cards thought of.

    Only an announcement for a certain trick changes how the deal goes; the rest changes what
    it is worth.
    """
    deal = view.deal
    assert deal is not None
    assert view.viewer is not None
    words = [word for word in legal_moves(view) if isinstance(word, Announce | Contre | Bien)]
    if len(words) == 1:
        return words[0]
    after = {word: _after(view, deal, word) for word in words}
    stakes = {word: stakes_of(view.options.tariff, then) for word, then in after.items()}
    binding = [word for word in words if isinstance(word, Announce) and PRIMES[word.prime].due]
    brought: dict[Word, int] = dict.fromkeys(words, 0)
    count = plays // (len(SEATS) * 12 * (1 + len(binding)))
    known = seen(view, chance)
    drawn = worlds(view, known, chance)
    for _ in range(count):
        world = next(drawn)
        table, course = _course(deal, world, known.king)
        for word in words:
            if word in binding:
                there, then = _course(after[word], world, known.king)
                brought[word] += worth(stakes[word], there, world.own, then, view.viewer)
            else:
                brought[word] += worth(stakes[word], table, world.own, course, view.viewer)
    best = max(words, key=brought.__getitem__)
    return best if brought[best] - brought[BIEN] > _SURE * count else BIEN


def _course(deal: Declared, world: World, king: int | None) -> tuple[Table, Course]:
    table = table_in(deal, world, king)
    leader = deal.declarer if deal.contract.negative else deal.forehand
    return table, played_out(table, world.hands, nothing_taken(), Trick(1, leader), None)


def _after(view: View, deal: Declared, word: Word) -> Declared:
    """The deal as it is when ``word`` was said."""
    assert view.side is not None
    match word:
        case Announce(prime):
            return replace(deal, said=(*deal.said, Said(prime, view.side, view.viewer)))
        case Contre(item):
            said = tuple(
                replace(one, level=2 * one.level) if one.item == item else one for one in deal.said
            )
            return replace(deal, said=said)
        case Bien():
            return deal

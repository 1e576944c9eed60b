"""What is said before play: primes that the hand makes likely, contres on what it does not."""

from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.cards.hands import Mask
from shared.games.appel_au_roi.moves import ANNOUNCE, BIEN, CONTRE, Announce, Bien, Contre
from shared.games.appel_au_roi.pack import ALL_TAROCKS, HAND, PETIT
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

Word: TypeAlias = Announce | Contre | Bien

_LONG: Final = 8
"""So many tarocks are likely to keep one for the last trick."""
_STRONG: Final = 24
"""From this strength a defender doubles the game."""
_SURE: Final = 60
"""What a prime must bring net, of a hundred that it is about: it is made four times in five."""
_SURE_TO_DOUBLE: Final = 90
"""The same for a contre: who is doubled has thought as well, and knows other cards."""


def sensible_word(view: View, hand: Mask) -> Word:
    """What a long row of tarocks makes likely; else bien."""
    assert view.deal is not None
    assert view.viewer is not None
    legal = legal_moves(view)
    tarocks = (hand & ALL_TAROCKS).bit_count()
    likely: list[Word] = []
    if hand >> PETIT & 1 and tarocks >= _LONG:
        likely.append(ANNOUNCE["petit"])
    strong = strength(hand) >= _STRONG and not view.deal.contract.negative
    if strong and view.side == "opponents":
        likely.append(CONTRE[GAME])
    return next((word for word in likely if word in legal), BIEN)


def best_word(view: View, chance: Chance, plays: int) -> Word:
    """What brings most on average over hands that may be, with ``plays`` cards thought of.

    It must bring something in most of them: the others have thought too. Only an announcement
    for a certain trick changes how the deal goes; the rest changes what it is worth.
    """
    deal = view.deal
    assert deal is not None
    assert view.viewer is not None
    words = [word for word in legal_moves(view) if isinstance(word, Announce | Contre)]
    if not words or (deal.contract.negative and view.side == "opponents"):
        return BIEN  # Who shuns tricks holds a hand that no draw resembles.
    after = {word: _after(view, deal, word) for word in words}
    stakes = {word: stakes_of(view.options.tariff, then) for word, then in after.items()}
    silent = stakes_of(view.options.tariff, deal)
    binding = [word for word in words if isinstance(word, Announce) and PRIMES[word.prime].due]
    more = {word: _More() for word in words}
    known = seen(view, chance)
    drawn = worlds(view, known, chance)
    for _ in range(plays // (len(SEATS) * HAND * (1 + len(binding)))):
        world = next(drawn)
        table, course = _course(deal, world, known.king)
        nothing_said = worth(silent, table, world.own, course, view.viewer)
        for word in words:
            there, then = table, course
            if word in binding:
                there, then = _course(after[word], world, known.king)
            said = worth(stakes[word], there, world.own, then, view.viewer)
            more[word].add(said - nothing_said)
    best = max(words, key=lambda word: more[word].total)
    sure = _SURE_TO_DOUBLE if isinstance(best, Contre) else _SURE
    return best if more[best].net() >= sure else BIEN


class _More(Struct):
    """What a word brings beyond silence."""

    total: int = 0
    at_stake: int = 0

    def add(self, more: int) -> None:
        """In one more world."""
        self.total += more
        self.at_stake += abs(more)

    def net(self) -> int:
        """Of a hundred that the word is about, how many are won more than lost."""
        return 100 * self.total // self.at_stake if self.at_stake else 0


def _course(deal: Declared, world: World, king: int | None) -> tuple[Table, Course]:
    table = table_in(deal, world, king)
    leader = deal.declarer if deal.contract.negative else deal.forehand
    return table, played_out(table, world.hands, nothing_taken(), Trick(1, leader), None)


def _after(view: View, deal: Declared, word: Announce | Contre) -> Declared:
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

"""Hands that unseen cards may form: drawn evenly from all that fit what a seat has seen."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import TypeAlias

from msgspec import Struct

from shared.cards.hands import Mask, cards_in, mask_of
from shared.cards.packs import Card
from shared.kernel.seats import Seat, seat_after
from shared.kernel.settlement import FourInts
from workers.bots.chance import Chance

Shares: TypeAlias = tuple[int, int, int]
"""A number for each of the other three, in order of play."""


class Held(Struct, frozen=True):
    """What one seat holds, and how many cards each holds."""

    seat: Seat
    hand: Mask
    cards_left: FourInts


class _Group(Struct, frozen=True):
    """Unseen cards that the same players may hold."""

    holders: Shares
    """1 for each who may hold them."""
    cards: tuple[Card, ...]


def assignments(
    held: Held, unseen: Mask, possible: Sequence[Mask], chance: Chance
) -> Iterator[list[Mask]]:
    """Endless assignments of ``unseen`` to the other three, all four hands each.

    Each is equally likely among all in which a seat holds nothing but its ``possible`` cards.
    """
    others = [seat_after(held.seat, steps) for steps in (1, 2, 3)]
    groups = _by_holders(unseen, [possible[seat] for seat in others])
    a, b, c = (held.cards_left[seat] for seat in others)
    splits = list(_splits(groups, (a, b, c)))
    ways = list(accumulate(count for count, _ in splits))
    while True:
        _, split = splits[bisect(ways, chance.below(ways[-1]))]
        hands: list[Mask] = [0, 0, 0, 0]
        hands[held.seat] = held.hand
        for group, shares in zip(groups, split, strict=True):
            cards = list(group.cards)
            chance.shuffle(cards)
            for seat, share in zip(others, shares, strict=True):
                hands[seat] |= mask_of(cards[:share])
                del cards[:share]
        yield hands


def _by_holders(cards: Mask, possible: Sequence[Mask]) -> list[_Group]:
    """``cards`` by who of the three may hold them; those with the fewest holders first."""
    groups: dict[Shares, list[Card]] = {}
    a, b, c = possible
    for card in cards_in(cards):
        groups.setdefault((a >> card & 1, b >> card & 1, c >> card & 1), []).append(card)
    return [_Group(holders, tuple(groups[holders])) for holders in sorted(groups, key=sum)]


def _splits(groups: Sequence[_Group], room: Shares) -> Iterator[tuple[int, tuple[Shares, ...]]]:
    """Every way to share out ``groups`` so that three hands of ``room`` cards are filled.

    With how many assignments of the cards each way stands for.
    """
    if not groups:
        yield 1, ()
        return
    first, *rest = groups
    size = len(first.cards)
    limit_a, limit_b, limit_c = (r * h for r, h in zip(room, first.holders, strict=True))
    for a in range(max(0, size - limit_b - limit_c), min(size, limit_a) + 1):
        for b in range(max(0, size - a - limit_c), min(size - a, limit_b) + 1):
            c = size - a - b
            here = comb(size, a) * comb(size - a, b)
            for ways, split in _splits(rest, (room[0] - a, room[1] - b, room[2] - c)):
                yield here * ways, ((a, b, c), *split)

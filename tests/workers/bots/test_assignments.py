"""Unseen cards are shared out evenly among all hands that may be, and among no others."""

from collections import Counter
from itertools import islice

from shared.cards.hands import mask_of
from shared.kernel.seats import SEATS
from workers.bots.assignments import Held, assignments
from workers.bots.chance import Chance

EVERY_CARD = mask_of(range(32))


def test_each_assignment_that_may_be_is_as_likely_as_any_other() -> None:
    # Seat 2 holds none of the first two of four cards, so one of the others: six ways in all.
    held = Held(SEATS[0], 0, (0, 2, 1, 1))
    possible = (EVERY_CARD, EVERY_CARD, EVERY_CARD & ~mask_of((0, 1)), EVERY_CARD)
    drawn = assignments(held, mask_of(range(4)), possible, Chance(b"even"))
    ways = Counter(tuple(hands) for hands in islice(drawn, 6_000))
    assert len(ways) == 6
    assert all(abs(count - 1_000) < 150 for count in ways.values())
    for hands in ways:
        assert [hand.bit_count() for hand in hands] == [0, 2, 1, 1]
        assert sum(hands) == mask_of(range(4))
        assert not hands[2] & mask_of((0, 1))


def test_the_own_hand_stays_as_it_is() -> None:
    own = mask_of((9, 10))
    held = Held(SEATS[3], own, (1, 1, 1, 2))
    drawn = assignments(held, mask_of((1, 2, 3)), (EVERY_CARD,) * 4, Chance(b"own"))
    assert {hands[3] for hands in islice(drawn, 20)} == {own}

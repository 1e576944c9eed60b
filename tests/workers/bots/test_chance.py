"""A bot's chance: repeatable, even, and different for different seeds."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest

from workers.bots.chance import Chance


def test_the_same_seed_gives_the_same_draws() -> None:
    first, second = Chance(b"seed"), Chance(b"seed")
    assert [first.below(1_000) for _ in range(9)] == [second.below(1_000) for _ in range(9)]


def test_another_seed_gives_other_draws() -> None:
    assert Chance(b"seed").below(1 << 128) != Chance(b"deed").below(1 << 128)


def test_a_draw_is_its_block_of_sha_256() -> None:
    chance = Chance(b"seed")
    chance.below(2)
    second = int.from_bytes(sha256(b"seed" + bytes(7) + b"\2").digest(), "big")
    assert chance.below(1_000) == second % 1_000


def test_every_number_below_is_drawn() -> None:
    chance = Chance(b"seed")
    drawn = Counter(chance.below(5) for _ in range(5_000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert max(drawn.values()) - min(drawn.values()) < 200


def test_every_order_is_shuffled_evenly() -> None:
    chance = Chance(b"seed")
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(2_400):
        items = [1, 2, 3, 4]
        chance.shuffle(items)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations([1, 2, 3, 4]))
    assert max(seen.values()) - min(seen.values()) < 80


def test_a_block_does_not_order_more_than_a_pack() -> None:
    with pytest.raises(AssertionError):
        Chance(b"seed").shuffle(list(range(53)))

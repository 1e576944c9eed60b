"""The repeatable shuffle."""

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from shared.cards.shuffle import Below, shuffled


@given(st.integers(0, 54), st.integers())
def test_every_card_once(size: int, seed: int) -> None:
    assert sorted(shuffled(size, Random(seed).randrange)) == list(range(size))


def test_the_last_place_is_drawn_first() -> None:
    bounds: list[int] = []

    def first_card(bound: int) -> int:
        bounds.append(bound)
        return 0

    assert shuffled(4, first_card) == (1, 2, 3, 0)
    assert bounds == [4, 3, 2]


def test_drawing_the_highest_number_moves_nothing() -> None:
    assert shuffled(52, lambda bound: bound - 1) == tuple(range(52))


def drawing(numbers: tuple[int, ...]) -> Below:
    draws = iter(numbers)
    return lambda _: next(draws)


def test_every_order_of_four_cards_comes_from_exactly_one_draw() -> None:
    draws = product(range(4), range(3), range(2))
    assert len({shuffled(4, drawing(numbers)) for numbers in draws}) == 24

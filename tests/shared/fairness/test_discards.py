"""Sealed discards open with their key at their place, and only as they were sealed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.fairness.discards import SealedDiscard, open_discard, seal_discard

KEY = b"k" * 32
cards_laid = st.sets(st.integers(0, 53), min_size=1, max_size=6)


@given(cards_laid, st.integers(1, 2**32 - 1))
def test_what_is_sealed_opens(cards: set[int], seq: int) -> None:
    assert open_discard(KEY, seq, seal_discard(KEY, seq, cards)) == tuple(sorted(cards))


@given(cards_laid)
def test_the_order_of_the_cards_does_not_show(cards: set[int]) -> None:
    assert seal_discard(KEY, 7, sorted(cards)) == seal_discard(KEY, 7, sorted(cards, reverse=True))


def test_neither_another_key_nor_another_place_opens_it() -> None:
    discard = seal_discard(KEY, 7, (1, 2, 3))
    assert open_discard(b"x" * 32, 7, discard) is None
    assert open_discard(KEY, 8, discard) is None


@given(cards_laid, st.data())
def test_an_altered_seal_does_not_open(cards: set[int], data: st.DataObject) -> None:
    discard = seal_discard(KEY, 7, cards)
    sealed = bytearray(discard.sealed)
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= data.draw(st.integers(1, 255))
    assert open_discard(KEY, 7, SealedDiscard(discard.code, bytes(sealed))) is None
    assert open_discard(KEY, 7, SealedDiscard(bytes(32), discard.sealed)) is None


@pytest.mark.parametrize("sealed", [b"", b"x" * 33])
def test_a_seal_of_impossible_length_does_not_open(sealed: bytes) -> None:
    assert open_discard(KEY, 7, SealedDiscard(bytes(32), sealed)) is None


def test_an_impossible_discard_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="cannot seal 0 cards"):
        seal_discard(KEY, 7, ())

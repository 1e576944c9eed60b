"""Sealed refusals open with their key for their command, and show nothing before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.fairness.refusals import STEP, SealedRefusal, open_refusal, seal_refusal

KEY = b"k" * 32
ADA = "player:ada"
texts = st.binary(max_size=3 * STEP)


@given(texts)
def test_what_is_sealed_opens(text: bytes) -> None:
    assert open_refusal(KEY, ADA, "c1", seal_refusal(KEY, ADA, "c1", text)) == text


@given(st.binary(max_size=STEP - 2), st.binary(max_size=STEP - 2))
def test_no_length_tells_texts_apart(one: bytes, other: bytes) -> None:
    lengths = {len(seal_refusal(KEY, ADA, "c1", text).sealed) for text in (one, other)}
    assert lengths == {STEP}


def test_neither_another_key_nor_another_command_opens_it() -> None:
    refusal = seal_refusal(KEY, ADA, "c1", b"held: KH")
    assert open_refusal(b"x" * 32, ADA, "c1", refusal) is None
    assert open_refusal(KEY, "player:bob", "c1", refusal) is None
    assert open_refusal(KEY, ADA, "c2", refusal) is None


def test_equal_texts_of_two_commands_do_not_look_equal() -> None:
    one, other = (seal_refusal(KEY, ADA, name, b"held: KH") for name in ("c1", "c2"))
    assert one.code != other.code
    assert one.sealed != other.sealed


@given(texts, st.data())
def test_an_altered_seal_does_not_open(text: bytes, data: st.DataObject) -> None:
    refusal = seal_refusal(KEY, ADA, "c1", text)
    sealed = bytearray(refusal.sealed)
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= data.draw(st.integers(1, 255))
    assert open_refusal(KEY, ADA, "c1", SealedRefusal(refusal.code, bytes(sealed))) is None
    assert open_refusal(KEY, ADA, "c1", SealedRefusal(bytes(32), refusal.sealed)) is None


@pytest.mark.parametrize("sealed", [b"", b"x"])
def test_a_seal_of_impossible_length_does_not_open(sealed: bytes) -> None:
    assert open_refusal(KEY, ADA, "c1", SealedRefusal(bytes(32), sealed)) is None

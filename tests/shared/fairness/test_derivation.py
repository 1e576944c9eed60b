"""HKDF against RFC 5869, and messages that cannot be confused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.fairness.derivation import hkdf_sha256, labelled

texts = st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), max_size=4)


def test_rfc_5869_test_case_3_zero_length_salt_and_info() -> None:
    output = hkdf_sha256(b"\x0b" * 22, b"", 42)
    assert output.hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )


def test_a_shorter_output_is_the_beginning_of_a_longer_one() -> None:
    longest = hkdf_sha256(b"secret", b"info", 255 * 32)
    assert hkdf_sha256(b"secret", b"info") == longest[:32]
    with pytest.raises(AssertionError, match="cannot give"):
        hkdf_sha256(b"secret", b"info", 255 * 32 + 1)


def test_parts_are_joined_by_nul_and_bytes_may_come_last() -> None:
    assert labelled("label", "ü", b"\0\1") == b"label\0\xc3\xbc\0\0\1"


@given(texts, texts)
def test_other_parts_make_another_message(some: list[str], others: list[str]) -> None:
    same = labelled("label", *some, "end") == labelled("label", *others, "end")
    assert same == (some == others)


def test_a_text_with_a_nul_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="ambiguous"):
        labelled("label", "a\0b", "c")
    with pytest.raises(AssertionError, match="last part"):
        labelled("label", b"raw", "c")

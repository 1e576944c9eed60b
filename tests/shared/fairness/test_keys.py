"""The key chain: each key checks all earlier ones and tells none of the later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.fairness.keys import DEALS_MAX, anchor_key, deal_key, earlier_key, root_key
from shared.fairness.verification import key_fits

ROOT = root_key(b"a master key", "0123")
deals = st.integers(1, DEALS_MAX)


@given(deals, deals)
def test_a_key_leads_to_every_earlier_key(one: int, other: int) -> None:
    earlier, later = sorted((one, other))
    assert earlier_key(deal_key(ROOT, later), later - earlier) == deal_key(ROOT, earlier)


@given(deals)
def test_every_key_fits_the_anchor_as_its_own_deal_and_no_other(deal: int) -> None:
    key, anchor = deal_key(ROOT, deal), anchor_key(ROOT)
    assert key_fits(key, deal, anchor)
    assert not key_fits(key, deal + 1, anchor)


def test_a_key_fits_the_one_before_it() -> None:
    assert key_fits(deal_key(ROOT, 8), 8, deal_key(ROOT, 7), 7)
    assert not key_fits(deal_key(ROOT, 8), 8, deal_key(ROOT, 6), 7)


@given(st.integers(0, 31), st.integers(1, 255))
def test_an_altered_key_does_not_fit(place: int, change: int) -> None:
    key = bytearray(deal_key(ROOT, 3))
    key[place] ^= change
    assert not key_fits(bytes(key), 3, anchor_key(ROOT))


def test_a_key_of_another_length_does_not_fit() -> None:
    assert not key_fits(b"", 1, anchor_key(ROOT))


@pytest.mark.parametrize("deal", [0, -1, DEALS_MAX + 1])
def test_there_is_no_key_outside_the_chain(deal: int) -> None:
    with pytest.raises(AssertionError, match="no key for deal"):
        deal_key(ROOT, deal)


def test_another_game_and_another_master_have_other_roots() -> None:
    roots = {root_key(master, game) for master in (b"one", b"two") for game in ("a", "b")}
    assert len(roots) == 4

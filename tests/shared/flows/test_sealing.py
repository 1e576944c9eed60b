"""What is sealed opens to what it was, under its own key and for its own entry alone."""

from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.cards.events import CardPlayed
from shared.flows.sealing import FalseSeal, opened, sealed
from shared.games.call_break import rules as call_break
from shared.kernel.events import Event, OpenCards, SealedCards
from shared.kernel.seats import SEATS
from shared.table.commands import SecretMissing
from tests.tiny_whist import rules
from tests.tiny_whist.events import LaidAway, LaidAwaySealed

KEY: Final = bytes(range(32))
KEYS: Final = st.binary(min_size=32, max_size=32)
SEQS: Final = st.integers(1, 0xFFFF_FFFF - 8)
LAID: Final = st.builds(
    LaidAway,
    st.integers(0, 3),
    st.sets(st.integers(0, 31), min_size=1).map(lambda cards: tuple(sorted(cards))),
)
PLAYED: Final = st.builds(CardPlayed, st.sampled_from(SEATS), st.integers(0, 31))
COMMITS: Final = st.lists(LAID | PLAYED, min_size=1, max_size=8).map(tuple)


class Other(OpenCards, frozen=True):
    """Of a game that is not Tiny Whist."""


class OtherSealed(SealedCards, frozen=True):
    """The same, as its log holds it."""


@given(COMMITS, KEYS, SEQS)
def test_a_commit_opens_to_what_it_was(events: tuple[Event, ...], key: bytes, seq: int) -> None:
    written = sealed(rules, events, key, seq)
    assert not any(isinstance(event, LaidAway) for event in written)
    assert opened(rules, written, key, seq) == events
    assert sealed(rules, opened(rules, written, key, seq), key, seq) == written


@given(LAID, KEYS, KEYS, SEQS, SEQS)
def test_no_other_key_and_no_other_entry_opens_it(
    event: LaidAway, key: bytes, other: bytes, seq: int, elsewhere: int
) -> None:
    assume((key, seq) != (other, elsewhere))
    with pytest.raises(FalseSeal, match=f"entry {elsewhere}") as found:
        opened(rules, sealed(rules, (event,), key, seq), other, elsewhere)
    assert found.value.seq == elsewhere


@given(LAID, SEQS, st.data())
def test_no_altered_byte_opens(event: LaidAway, seq: int, data: st.DataObject) -> None:
    (written,) = sealed(rules, (event,), KEY, seq)
    assert isinstance(written, LaidAwaySealed)
    altered = bytearray(written.code + written.sealed)
    altered[data.draw(st.integers(0, len(altered) - 1))] ^= data.draw(st.integers(1, 255))
    forged = LaidAwaySealed(event.seat, bytes(altered[:32]), bytes(altered[32:]))
    with pytest.raises(FalseSeal):
        opened(rules, (forged,), KEY, seq)


def test_without_a_key_nothing_is_sealed_and_nothing_is_opened() -> None:
    laid = LaidAway(0, (3, 7))
    with pytest.raises(SecretMissing):
        sealed(rules, (laid,), None, 1)
    written = sealed(rules, (laid,), KEY, 1)
    assert opened(rules, written, None, 1) == written


def test_what_holds_no_secret_needs_no_key() -> None:
    events = (CardPlayed(SEATS[0], 3),)
    assert sealed(rules, events, None, 1) == events
    assert sealed(call_break, events, None, 1) is events
    assert sealed(None, events, None, 1) is events


def test_a_seal_of_another_game_stays_as_it_is() -> None:
    (written,) = sealed(rules, (LaidAway(0, (3,)),), KEY, 1)
    assert isinstance(written, LaidAwaySealed)
    foreign = OtherSealed(written.seat, written.code, written.sealed)
    assert opened(rules, (foreign,), KEY, 1) == (foreign,)


def test_cards_that_were_not_declared_are_a_bug_of_the_rules() -> None:
    with pytest.raises(AssertionError, match="Other is no kind"):
        sealed(rules, (Other(0, (3,)),), KEY, 1)


def test_cards_out_of_order_are_a_bug_of_the_rules_that_does_not_betray_them() -> None:
    with pytest.raises(AssertionError, match="another order") as found:
        sealed(rules, (LaidAway(0, (27, 13)),), KEY, 1)
    assert "27" not in str(found.value)
    assert "13" not in str(found.value)

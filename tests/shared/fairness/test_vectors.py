"""Every field of the independently made fair-deal vectors, recomputed."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from shared.cards.packs import FRENCH_32, FRENCH_52, TAROCK_54, numbered
from shared.fairness import authority, deals, discards, keys, verification
from shared.kernel.seats import SEATS

VECTORS_FILE: Final = Path(__file__).parents[2] / "vectors" / "fair_deals.json"
DOCUMENT: Final[dict[str, Any]] = json.loads(VECTORS_FILE.read_text(encoding="utf-8"))
PACKS: Final = {"french52": FRENCH_52, "french32": FRENCH_32, "tarock54": TAROCK_54}

vectors = pytest.mark.parametrize("vector", DOCUMENT["vectors"], ids=lambda v: v["source"])


def root_of(vector: dict[str, Any]) -> bytes:
    return keys.root_key(bytes.fromhex(vector["master"]), vector["source"])


def key_of(vector: dict[str, Any], deal: int) -> bytes:
    return keys.deal_key(root_of(vector), deal)


def test_the_vectors_hold_what_this_file_checks_and_nothing_else() -> None:
    # "chain" is the journal's hash chain; the journal's own tests read it from the same file.
    fields = {
        *("master", "source", "client_seeds", "anchor_k0", "seed_commitments", "first_dealer"),
        *("deals", "discard", "chain", "master_key_id", "fingerprint", "grant"),
    }
    assert {field for vector in DOCUMENT["vectors"] for field in vector} == fields
    assert {field for v in DOCUMENT["vectors"] for deal in v["deals"] for field in deal} == {
        *("deal", "key", "seed", "shuffles"),
    }


def test_canonical_decks() -> None:
    assert {name: " ".join(pack) for name, pack in PACKS.items()} == DOCUMENT["decks"]


@vectors
def test_master_key_id(vector: dict[str, Any]) -> None:
    assert keys.master_key_id(bytes.fromhex(vector["master"])) == vector["master_key_id"]


@vectors
def test_anchor(vector: dict[str, Any]) -> None:
    assert keys.anchor_key(root_of(vector)).hex() == vector["anchor_k0"]


@vectors
def test_seed_commitments(vector: dict[str, Any]) -> None:
    commitments = [
        deals.seed_commitment(vector["source"], seat, seed).hex()
        for seat, seed in zip(SEATS, vector["client_seeds"], strict=True)
    ]
    assert commitments == vector["seed_commitments"]
    assert all(
        verification.seed_fits(bytes.fromhex(commitment), vector["source"], seat, seed)
        for seat, seed, commitment in zip(SEATS, vector["client_seeds"], commitments, strict=True)
    )


@vectors
def test_first_dealer(vector: dict[str, Any]) -> None:
    dealer = deals.first_dealer(key_of(vector, 1), vector["source"], tuple(vector["client_seeds"]))
    assert dealer == vector["first_dealer"]


@vectors
def test_deals(vector: dict[str, Any]) -> None:
    anchor, source = bytes.fromhex(vector["anchor_k0"]), vector["source"]
    seeds = tuple(vector["client_seeds"])
    for deal in vector["deals"]:
        number, key = deal["deal"], key_of(vector, deal["deal"])
        assert key.hex() == deal["key"]
        assert verification.key_fits(key, number, anchor)
        assert deals.deal_seed(key, source, number, seeds).hex() == deal["seed"]
        for name, shown in deal["shuffles"].items():
            pack = PACKS[name]
            deck = deals.deck_of_deal(key, source, number, seeds, len(pack))
            assert " ".join(pack[card] for card in deck) == shown
            assert deck == tuple(numbered(pack)[code] for code in shown.split())


@vectors
def test_discard(vector: dict[str, Any]) -> None:
    expected = vector["discard"]
    key = key_of(vector, expected["deal"])
    sealed = discards.seal_discard(key, expected["seq"], expected["indices"])
    assert (sealed.code.hex(), sealed.sealed.hex()) == (expected["c"], expected["sealed"])
    assert discards.open_discard(key, expected["seq"], sealed) == tuple(
        sorted(expected["indices"])
    )


@vectors
def test_fingerprint(vector: dict[str, Any]) -> None:
    expected = vector["fingerprint"]
    key = authority.fingerprint_key(bytes.fromhex(vector["master"]))
    packed = bytes.fromhex(expected["packed"])
    assert authority.fingerprint(key, packed).hex() == expected["fingerprint"]


@vectors
def test_grant(vector: dict[str, Any]) -> None:
    expected = vector["grant"]
    key = authority.grant_key(bytes.fromhex(vector["master"]))
    given = authority.grant(key, expected["game"], expected["turn"], expected["seat"])
    assert given.hex() == expected["grant"]
    assert authority.grant_valid(given, key, expected["game"], expected["turn"], expected["seat"])

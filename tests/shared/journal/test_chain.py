"""The chain is the one of the vectors, and no change of a log goes unseen."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from shared.journal import chain
from shared.journal.position import Position

VECTORS = Path(__file__).parents[2] / "vectors" / "fair_deals.json"
CHAINS: list[dict[str, Any]] = [
    vector["chain"] for vector in json.loads(VECTORS.read_text())["vectors"]
]


@pytest.mark.parametrize("vector", CHAINS, ids=[vector["game"] for vector in CHAINS])
def test_the_chain_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    position = chain.origin(vector["game"])
    found = [position.chain.hex()]
    for entry in vector["entries"]:
        position = chain.advance(position, [bytes.fromhex(entry)])
        found.append(position.chain.hex())
    assert found == vector["hashes"]
    assert position.seq == len(vector["entries"])


def test_a_game_begins_at_its_own_hash() -> None:
    assert chain.origin("g1") == Position(0, chain.start("g1"))
    assert chain.start("g1") != chain.start("g2")


def test_advancing_in_steps_or_at_once_ends_at_the_same_place() -> None:
    entries = [b"one", b"two", b"three"]
    stepped = chain.origin("g")
    for entry in entries:
        stepped = chain.advance(stepped, [entry])
    assert chain.advance(chain.origin("g"), entries) == stepped
    assert stepped.chain == chain.extend(
        chain.advance(chain.origin("g"), entries[:2]).chain, 3, b"three"
    )


def test_every_change_of_a_log_changes_its_chain() -> None:
    entries = (b"one", b"two", b"three")
    begin = chain.origin("g")
    logs = {
        *permutations(entries),
        *(entries[:length] for length in range(3)),
        (b"onf", b"two", b"three"),
        (b"onet", b"wo", b"three"),
        (b"", b"one", b"two", b"three"),
    }
    heads = {chain.advance(begin, log).chain for log in logs}
    assert len(heads) == len(logs)
    assert chain.advance(chain.origin("h"), entries).chain not in heads

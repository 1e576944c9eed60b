"""The vectors printed in docs/log-format.md are what the code computes, and what the page says."""

import hashlib
import hmac
from collections.abc import Iterator
from pathlib import Path

from msgspec.msgpack import decode

from ops.pages import log_format
from shared.cards.events import CardPlayed, TrickWon
from shared.fairness.discards import SealedDiscard, open_discard
from shared.fairness.refusals import SealedRefusal, seal_refusal
from shared.flows.events import CODEC, EVENT_TYPES
from shared.games.call_break.events import Called
from shared.journal import chain
from shared.journal.envelope import Cause
from shared.kernel.seats import SEATS

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"
GAME = "03" + "5e" * 16
CHAIN_OF_KEYS = 1024
TAROCK = [
    *(f"T{number}" for number in range(1, 22)),
    "EX",
    *(f"{rank}C" for rank in "789TJNQK"),
    *(f"{rank}D" for rank in "4321JNQK"),
]
"""The canonical tarock deck as far as the page's example needs it."""


def printed(block: int) -> dict[str, str]:
    """The vectors of the page's block of that number, from 1."""
    text = PAGE.read_text().split("```vectors\n")[block].split("```")[0]
    return dict(line.split(" ", 1) for line in text.splitlines())


def test_the_printed_entries_and_chain_are_right() -> None:
    first = Cause("c-1", bytes(range(16)), 1)
    second = Cause("c-2", bytes(range(16, 32)), 2)
    at = 1_700_000_000_000
    seat = SEATS[2]
    entries = (
        CODEC.encode(Called(seat, 4), seq=1, at=at, cause=first, actor="player:p1"),
        CODEC.encode(CardPlayed(seat, 50), seq=2, at=at + 1500, cause=second, actor="bot:2"),
        CODEC.encode(TrickWon(seat), seq=3, at=at + 1500, cause=None, actor="bot:2"),
    )
    position = chain.origin(GAME)
    expected = {"chain[0]": position.chain.hex()}
    for seq, entry in enumerate(entries, 1):
        position = chain.advance(position, (entry,))
        expected[f"entry[{seq}]"] = entry.hex()
        expected[f"chain[{seq}]"] = position.chain.hex()
    assert printed(1) == expected


def test_what_events_hold_is_what_their_types_say() -> None:
    assert log_format.written() == PAGE.read_text(encoding="utf-8"), "run: make pages"


def test_the_page_tells_the_data_of_every_event_of_the_table() -> None:
    text = PAGE.read_text()
    told = [kind for kind in EVENT_TYPES if kind.name.startswith("table.")]
    told += [kind for kind in EVENT_TYPES if kind.name == "appel_au_roi.deal_scored"]
    assert len(told) > 1
    for kind in told:
        (row,) = [
            line for line in text.splitlines() if f"| `{kind.name}/{kind.version}` |" in line
        ]
        assert all(f"`{name}`: " in row for name in kind.cls.__struct_fields__)


def test_the_page_names_every_event_type() -> None:
    text = PAGE.read_text()
    assert [kind.name for kind in EVENT_TYPES if f"`{kind.name}`" not in text] == []


# --- the fair deal, by the page alone ---------------------------------------------------------


def mac(key: bytes, *parts: str | bytes) -> bytes:
    return hmac.digest(key, joined(*parts), "sha256")


def joined(*parts: str | bytes) -> bytes:
    return b"\0".join(part if isinstance(part, bytes) else part.encode() for part in parts)


def numbers(seed: bytes) -> Iterator[int]:
    """The uint32be numbers of the blocks of ``seed``."""
    for block in range(1000):
        random = hmac.digest(seed, block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(random[at : at + 4], "big") for at in range(0, 32, 4))


def below(drawn: Iterator[int], bound: int) -> int:
    return next(x for x in drawn if x < 2**32 - 2**32 % bound) % bound


def test_the_printed_refusal_opens_with_the_deals_key_by_the_page_alone() -> None:
    key = bytes.fromhex(printed(2)["k[1]"])
    text, code, sealed = (bytes.fromhex(printed(3)[name]) for name in ("text", "c", "sealed"))
    pad = [mac(key, "greffier/refusal-pad/1", code + j.to_bytes(4, "big")) for j in range(16)]
    filled = bytes(a ^ b for a, b in zip(sealed, b"".join(pad), strict=True))
    assert mac(key, "greffier/refusal/1", "player:p1", "c-3", filled) == code
    assert filled == (len(text).to_bytes(2, "big") + text).ljust(512, b"\0")
    assert decode(text)["params"] == {"allowed": ["2H", "KH"]}
    assert seal_refusal(key, "player:p1", "c-3", text) == SealedRefusal(code, sealed)


def test_the_printed_seal_is_made_and_opened_by_the_page_alone() -> None:
    given = {name: value for name, value in printed(4).items() if name != "seq"}
    values = {name: bytes.fromhex(value) for name, value in given.items()}
    seq, key = int(printed(4)["seq"]), values["k[2]"]
    assert [TAROCK[card] for card in values["cards"]] == ["T8", "7C", "4D"]
    code = mac(key, "greffier/discard/1", seq.to_bytes(4, "big") + values["cards"])
    pad = mac(key, "greffier/discard-pad/1", code)[: len(values["cards"])]
    assert (code, pad) == (values["code"], values["pad"])
    assert xor(values["cards"], pad) == values["sealed"]
    assert xor(values["sealed"], pad) == values["cards"]
    # And it is a seal of the second deal of the game above: its key leads to that one's anchor.
    first = hashlib.sha256(joined("greffier/key/1", key)).hexdigest()
    assert first == printed(2)["k[1]"]
    assert open_discard(key, seq, SealedDiscard(values["code"], values["sealed"])) == (7, 22, 30)


def xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def test_the_printed_fair_deal_follows_from_the_page_alone() -> None:
    given = printed(2)
    source, seeds = given["source"], given["seeds"].split()
    # HKDF of RFC 5869 without salt, one block.
    extracted = hmac.digest(bytes(32), bytes.fromhex(given["master"]), "sha256")
    keys = [hmac.digest(extracted, f"greffier/1/{source}".encode() + b"\x01", "sha256")]
    for _ in range(CHAIN_OF_KEYS):
        keys.append(hashlib.sha256(joined("greffier/key/1", keys[-1])).digest())
    anchor, key = keys[-1], keys[-2]
    commitment = hashlib.sha256(joined("greffier/client-seed/1", source, "0", seeds[0]))
    assert (given["anchor"], given["k[1]"]) == (anchor.hex(), key.hex())
    assert given["commitment[0]"] == commitment.hexdigest()
    dealer = numbers(mac(key, "greffier/dealer/1", source, *seeds))
    assert given["dealer"] == str(below(dealer, 4))
    seed = mac(key, "greffier/deal/1", source, "1", *seeds)
    assert given["seed[1]"] == seed.hex()
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    drawn = numbers(seed)
    for last in range(len(pack) - 1, 0, -1):
        other = below(drawn, last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    assert " ".join(given[f"pack[{at}]"] for at in range(0, 52, 13)) == " ".join(pack)

"""The vectors printed in docs/log-format.md are what the code computes."""

from pathlib import Path

from shared.cards.events import CardPlayed, TrickWon
from shared.flows.events import CODEC, EVENT_TYPES
from shared.games.call_break.events import Called
from shared.journal import chain
from shared.journal.envelope import Cause
from shared.kernel.seats import SEATS

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"
GAME = "03" + "5e" * 16


def printed() -> dict[str, str]:
    block = PAGE.read_text().split("```vectors\n")[1].split("```")[0]
    return dict(line.split() for line in block.splitlines())


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
    assert printed() == expected


def test_the_page_names_every_event_type() -> None:
    text = PAGE.read_text()
    assert [kind.name for kind in EVENT_TYPES if f"`{kind.name}`" not in text] == []

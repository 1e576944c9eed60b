"""Tables of Tiny Whist in the pipeline in memory, and what stands in their logs."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import structs

from shared.cards.packs import Card
from shared.fairness.deals import deck_of_deal
from shared.flows.events import CODEC
from shared.flows.verify import Verdicts, Witness, verify
from shared.kernel.events import Event, SealedCards
from shared.ports import Accepted
from shared.table.events import DealOpened
from tests.support.pipeline import Pipeline, game_id, seed_of
from tests.tiny_whist.events import LaidAwaySealed
from tests.tiny_whist.rules import DECK

GAME = game_id()
PLAYERS = ("ann", "bea", "cid", "dan")


@cache
def played() -> tuple[Pipeline, tuple[bytes, ...]]:
    """A game that bots played to its end, settled and archived."""
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), rules="tiny_whist", stake=10)
    pipeline.settle()
    return pipeline, tuple(pipeline.journal.read(GAME))


def dealt() -> Pipeline:
    """Four people at a table, forehand ann; the first deal waits for her to lay a card away."""
    pipeline = Pipeline()
    pipeline.open(GAME, rules="tiny_whist", first_dealer=3, deals=1, stake=10, pause_seconds=0)
    for seat, player in enumerate(PLAYERS):
        assert isinstance(pipeline.sit(GAME, player, seat), Accepted)
    for player in PLAYERS:
        assert isinstance(pipeline.reveal(GAME, player), Accepted)
    pipeline.settle()
    return pipeline


def move(pipeline: Pipeline, choice: int = 0) -> None:
    """Whoever is to move makes the legal move of this number."""
    seat = shown(pipeline, "public")["to_move"]
    viewer, actor = f"seat:{seat}", f"player:{PLAYERS[seat]}"
    verb, _, code = shown(pipeline, viewer)["match"]["legal"][choice].partition(":")
    turn = pipeline.view(GAME, viewer)["turn"]
    name = pipeline.send(GAME, actor, verb, {"card": DECK.index(code)}, turn=turn)
    pipeline.settle()
    assert isinstance(pipeline.answer(actor, name), Accepted)


def shown(pipeline: Pipeline, viewer: str) -> dict[str, Any]:
    """What ``viewer`` sees of the table."""
    view: dict[str, Any] = pipeline.view(GAME, viewer)["view"]
    return view


def events_of(raws: Sequence[bytes]) -> list[Event]:
    return [CODEC.decode(raw).event for raw in raws]


def seals_of(raws: Sequence[bytes]) -> list[int]:
    """Where cards were laid away."""
    return [seq for seq, event in enumerate(events_of(raws), 1) if isinstance(event, SealedCards)]


def key_of(raws: Sequence[bytes], index: int = 1) -> bytes:
    """The key of a deal, as the log published it."""
    (key,) = (e.key for e in events_of(raws) if isinstance(e, DealOpened) and e.index == index)
    return key


def hand_of(pipeline: Pipeline, seat: int) -> tuple[Card, ...]:
    """What was dealt to ``seat`` of the table of people (forehand is seat 0)."""
    seeds = [seed_of(player) for player in PLAYERS]
    key = key_of(pipeline.journal.read(GAME))
    deck = deck_of_deal(key, GAME, 1, (seeds[0], seeds[1], seeds[2], seeds[3]), len(DECK))
    return tuple(sorted(deck[8 * seat : 8 * seat + 8]))


def with_seal(raws: Sequence[bytes], seq: int, **changes: bytes) -> list[bytes]:
    """The log with one seal written anew, as a forger with our codec would."""
    entry = CODEC.decode(raws[seq - 1])
    assert isinstance(entry.event, LaidAwaySealed)
    event = structs.replace(entry.event, **changes)
    forged = CODEC.encode(event, seq=seq, at=entry.at, cause=entry.cause, actor=entry.actor)
    return [*raws[: seq - 1], forged, *raws[seq:]]


def judged(raws: Sequence[bytes]) -> Verdicts:
    return verify(GAME, raws, Witness())

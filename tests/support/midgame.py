"""A game in its first deal, all of it archived, and what may happen to its log."""

from typing import Final

from shared.flows.diagnosis import Instruments
from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.journal import chain
from shared.table.state import Over
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME: Final = game_id()
BOTS: Final = (0, 1, 2, 3)


def midgame(plays: int = 12) -> Pipeline:
    """A game of bots in its first deal, all of it archived."""
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=2)
    for _ in range(plays):
        pipeline.clock.now += 1
        pipeline.timekeeper.tick((PARTITION,))
        pipeline.desk.step(pipeline.queue.receive(PARTITION, 100, 0))
        pipeline.project()
        pipeline.play_bots()
    return pipeline


def types_of(pipeline: Pipeline) -> list[str]:
    return [CODEC.decode(raw).type for raw in pipeline.journal.read(GAME)]


def finish(pipeline: Pipeline) -> None:
    """Whatever happened, the game must end, with SQL and log equal."""
    pipeline.tables.rebuild([GAME])
    for _ in range(30):
        pipeline.clock.now += 16_000
        pipeline.settle()
    entries = pipeline.journal.read(GAME)
    assert isinstance(fold(GAME, entries, pipeline.secrets).table, Over)
    assert pipeline.archive.entries(GAME) == entries


def lose_tail(pipeline: Pipeline, keep: int) -> None:
    """The log server comes back from an older copy of its data: ``keep`` whole commits long."""
    record, entries = pipeline.log.game(GAME), pipeline.journal.read(GAME)[:keep]
    record.entries = dict(enumerate(entries, 1))
    record.last = keep
    head = chain.advance(chain.origin(GAME), entries)
    assert record.head is not None
    record.head.seq, record.head.chain = head.seq, head.chain


def alter_entry_9(pipeline: Pipeline) -> None:
    """Someone with the server's password rewrites what a bot did."""
    record = pipeline.log.game(GAME)
    record.entries[9] = record.entries[9].replace(b"bot", b"bat")


def instruments(pipeline: Pipeline) -> Instruments:
    return Instruments(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.feed
    )

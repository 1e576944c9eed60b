"""A game is read from SQL as it stood at one moment, though it may be going on."""

from typing import cast

import pytest

from services.cli.sources import NoSuchGame, archived
from shared.adapters.memory.archive import MemoryArchive
from shared.flows.verify import verify
from shared.journal.position import Position
from shared.ports import Archive, GameId
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()


class GoingOn:
    """The archive of a game that is played on after the first look at its position."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline

    def position(self, game: GameId) -> Position:
        position = self._pipeline.archive.position(game)
        self._pipeline.settle()
        return position

    def entries(self, game: GameId) -> list[bytes]:
        return self._pipeline.archive.entries(game)


def test_what_came_after_the_first_look_is_left_out() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), deals=2, stake=5)
    for _ in range(30):
        pipeline.clock.now += 1
        pipeline.timekeeper.tick((PARTITION,))
        pipeline.decide()
        pipeline.project()
        pipeline.play_bots()
    before = pipeline.archive.position(GAME)
    source = archived(GAME, cast(Archive, GoingOn(pipeline)), pipeline.archive)
    assert 0 < before.seq < pipeline.archive.position(GAME).seq
    assert source.witness.head == before
    assert len(source.entries) == before.seq
    assert source.witness.transfers == []
    assert len(pipeline.archive.of_game(GAME)) == 4
    assert verify(GAME, source.entries, source.witness).all_good


def test_a_game_that_sql_does_not_know_is_no_game() -> None:
    archive = MemoryArchive()
    with pytest.raises(NoSuchGame, match=GAME):
        archived(GAME, archive, archive)

"""Views in the cache: renewed by every commit, and a game that cannot be read stops alone."""

from collections.abc import Callable

import pytest
from msgspec import json

from shared.cards.packs import FRENCH_52
from shared.fairness.keys import master_key_id
from shared.flows import tables
from shared.flows.diagnosis import parked_views
from shared.flows.secrets import MasterSecrets
from shared.flows.tables import TablesProjector
from shared.journal import chain
from shared.ports import Accepted, FeedEntry, GameId, Unavailable
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME, OTHER = game_id(1), game_id(2)
BOTS = (0, 1, 2, 3)


def two_games() -> Pipeline:
    """Two games of bots whose first deal has started, nothing of them shown yet."""
    pipeline = Pipeline()
    for game in (GAME, OTHER):
        pipeline.open(game, BOTS, deals=1)
    pipeline.project_records()
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()
    return pipeline


def shown_seq(pipeline: Pipeline, game: GameId) -> int | None:
    stored = pipeline.views.get(game, "public")
    return None if stored is None else int(json.decode(stored)["seq"])


def spoil(pipeline: Pipeline) -> bytes:
    """Make one entry of the game's log unreadable; the entry as it was."""
    whole = pipeline.log.game(GAME).entries[2]
    pipeline.log.game(GAME).entries[2] = b"\xc1"
    return whole


def let_the_clock_play(pipeline: Pipeline) -> None:
    """One more commit in each game."""
    pipeline.clock.now += 15_000
    pipeline.timekeeper.tick((PARTITION,))
    pipeline.decide()


def test_an_unreadable_log_parks_its_game_and_no_other() -> None:
    pipeline = two_games()
    spoil(pipeline)
    pipeline.tables.rebuild([GAME, OTHER])
    assert shown_seq(pipeline, GAME) is None
    assert shown_seq(pipeline, OTHER) == len(pipeline.journal.read(OTHER))
    assert [(what, facts["game"]) for what, facts in pipeline.signals.alarms] == [
        ("projection_parked", GAME)
    ]
    (found,) = parked_views(pipeline.views)
    assert (found.grade, found.what) == ("wrong", "tables parked")
    assert found.text.startswith(f"game {GAME}: ")
    assert list(pipeline.views.parked()) == [GAME]


def test_a_game_whose_master_key_is_not_here_parks_alone() -> None:
    pipeline = two_games()
    not_started = game_id(3)
    pipeline.open(not_started, (1, 2, 3), deals=1)
    other_key = MasterSecrets(bytes(32), {master_key_id(bytes(32)): bytes(32)})
    projector = TablesProjector(
        pipeline.journal, pipeline.views, pipeline.bots, other_key, pipeline.signals
    )
    projector.rebuild([GAME, not_started])
    assert shown_seq(pipeline, GAME) is None
    assert shown_seq(pipeline, not_started) == len(pipeline.journal.read(not_started))


@pytest.mark.parametrize("broken", ["views_of", "fold_entries"])
def test_a_bug_of_ours_parks_the_one_game_that_meets_it(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    pipeline = two_games()
    whole: Callable[..., object] = getattr(tables, broken)

    def failing(known: object, *rest: object) -> object:
        folded = getattr(known, "folded", known)
        assert folded.game != GAME, "no such state"  # type: ignore[attr-defined]
        return whole(known, *rest)

    monkeypatch.setattr(tables, broken, failing)
    pipeline.project_tables()
    assert shown_seq(pipeline, GAME) is None
    assert shown_seq(pipeline, OTHER) == len(pipeline.journal.read(OTHER))


def test_a_parked_game_is_shown_again_once_its_log_is_put_back() -> None:
    pipeline = two_games()
    pipeline.readers["tables"].skip_to_end()
    whole = spoil(pipeline)
    pipeline.tables.rebuild([GAME])
    pipeline.log.game(GAME).entries[2] = whole
    let_the_clock_play(pipeline)
    pipeline.project_tables()
    assert shown_seq(pipeline, GAME) is None
    assert list(pipeline.views.parked()) == [GAME]
    pipeline.journal.restore(pipeline.lease, GAME, pipeline.journal.read(GAME))
    pipeline.project_tables()
    assert shown_seq(pipeline, GAME) == len(pipeline.journal.read(GAME))
    assert pipeline.views.parked() == {}


def test_what_an_earlier_process_parked_is_tried_again() -> None:
    pipeline = two_games()
    pipeline.views.park(GAME, "a bug that is mended")
    pipeline.views.park(OTHER, "another game's")
    pipeline.tables.rebuild([GAME])
    assert list(pipeline.views.parked()) == [OTHER]


def test_a_cache_that_is_away_is_not_taken_for_a_broken_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = two_games()

    def away(*_arguments: object) -> None:
        raise Unavailable

    with monkeypatch.context() as outage:
        outage.setattr(pipeline.views, "put", away)
        with pytest.raises(Unavailable):
            pipeline.project_tables()
    pipeline.tables.rebuild([GAME])
    assert shown_seq(pipeline, GAME) == len(pipeline.journal.read(GAME))
    assert pipeline.signals.alarms == []


def test_a_rewritten_tail_replaces_what_was_shown() -> None:
    pipeline = two_games()
    pipeline.project_tables()
    shorter = pipeline.journal.read(GAME)[:5]
    pipeline.journal.restore(pipeline.lease, GAME, shorter)
    pipeline.project_tables()
    shown = pipeline.view(GAME, "public")
    after = chain.advance(chain.origin(GAME), shorter)
    assert (shown["seq"], shown["chain"]) == (after.seq, after.chain.hex())


def test_a_gap_in_the_feed_is_filled_from_the_log() -> None:
    pipeline = two_games()
    told = pipeline.readers["tables"].read(0)
    of_the_game = [commit for commit in told if commit.game == GAME]
    pipeline.tables.apply(of_the_game[:1])
    let_the_clock_play(pipeline)
    late: list[FeedEntry] = [
        commit for commit in pipeline.readers["tables"].read(0) if commit.game == GAME
    ]
    pipeline.tables.apply(late)
    assert shown_seq(pipeline, GAME) == len(pipeline.journal.read(GAME))


def test_what_happens_between_two_deals_is_no_news_to_delayed_spectators() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=2, spectators="delayed")
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    while (shown := pipeline.view(GAME, "seat:0"))["turn"] is not None:
        kind, _, value = shown["view"]["match"]["legal"][0].partition(":")
        data = {"card": FRENCH_52.index(value)} if kind == "play" else {"tricks": int(value)}
        pipeline.send(GAME, "player:ann", kind, data, turn=shown["turn"])
        pipeline.settle()
    assert shown["view"]["phase"] == "between_deals"
    opened = pipeline.views.get(GAME, "delayed")
    assert opened is not None
    assert json.decode(opened)["seq"] == len(pipeline.journal.read(GAME))
    assert isinstance(pipeline.ask(GAME, "player:ann", "table.leave"), Accepted)
    pipeline.project()
    assert pipeline.view(GAME, "public")["seq"] == len(pipeline.journal.read(GAME))
    assert pipeline.views.get(GAME, "delayed") == opened
    pipeline.tables.rebuild([GAME])
    assert pipeline.views.get(GAME, "delayed") == opened


def test_delayed_spectators_see_no_deal_before_it_is_opened() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, BOTS, deals=2, spectators="delayed")
    seen = set()
    for _ in range(400):
        pipeline.clock.now += 1
        pipeline.timekeeper.tick((PARTITION,))
        pipeline.decide()
        pipeline.project()
        pipeline.play_bots()
        delayed = pipeline.view(GAME, "delayed")["view"]
        assert delayed["phase"] in {"seating", "revealing", "between_deals", "over"}
        assert delayed["deal"] is None
        seen.add(delayed["phase"])
    assert {"between_deals", "over"} <= seen

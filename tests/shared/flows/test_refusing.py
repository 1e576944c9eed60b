"""What a refusal leaves in log and SQL betrays no hand, and a retry is told the same."""

from collections.abc import Iterator
from typing import Any

from msgspec.msgpack import encode

from shared.cards.hands import mask_of
from shared.cards.packs import FRENCH_52, TAROCK_54, numbered
from shared.fairness.refusals import seal_refusal
from shared.flows.events import CODEC
from shared.flows.published import keys_in
from shared.flows.refusing import refusal_in
from shared.games.appel_au_roi.auction import refused
from shared.kernel.refusal import Refusal
from shared.ports import FEED_START, RefusalRecord, Refused, Sealed
from shared.table import refusals
from tests.support.pipeline import PARTITION, Pipeline, game_id

GAME = game_id()
ANN = "player:ann"


def dealt() -> Pipeline:
    """Ann is to call in a game that has been dealt."""
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    return pipeline


def shown(pipeline: Pipeline) -> Any:
    return pipeline.view(GAME, "seat:0")


def play(pipeline: Pipeline, move: str, command_id: str | None = None) -> str:
    """Ann asks for ``move`` at the turn that is hers; the command's id."""
    kind, _, value = move.partition(":")
    data = {"card": FRENCH_52.index(value)} if kind == "play" else {"tricks": int(value)}
    turn = shown(pipeline)["turn"]
    name = pipeline.send(GAME, ANN, kind, data, turn=turn, command_id=command_id)
    pipeline.settle()
    return name


def told(pipeline: Pipeline, name: str) -> Refusal:
    answer = pipeline.answer(ANN, name)
    assert isinstance(answer, Refused), answer
    return answer.refusal


def refused_plays(pipeline: Pipeline) -> Iterator[str]:
    """Play the game out, asking in every turn for all that is in hand and may not be played.

    At each trick's turn for a card that is in no hand of hers as well.
    """
    while shown(pipeline)["turn"] is not None:
        match = shown(pipeline)["view"]["match"]
        hand, legal = match["hand"], match["legal"]
        if legal[0].startswith("play:"):
            absent = next(card for card in FRENCH_52 if card not in hand)
            for card in [absent, *(card for card in hand if f"play:{card}" not in legal)]:
                yield play(pipeline, f"play:{card}")
        play(pipeline, legal[0])


def evidence(pipeline: Pipeline, name: str) -> RefusalRecord:
    records = pipeline.journal.refusals(PARTITION, FEED_START, 1000)
    return next(record for record in records if record.command_id == name)


def test_what_is_kept_while_a_deal_runs_says_nothing_and_a_retry_is_told_the_same() -> None:
    pipeline = dealt()
    codes, sizes = set(), set()
    for name in refused_plays(pipeline):
        refusal = told(pipeline, name)
        codes.add(refusal.code)
        given = pipeline.journal.answer(GAME, ANN, name)
        record = evidence(pipeline, name)
        assert given is not None
        assert given.answer == record.answer
        assert isinstance(record.answer, Sealed)
        kept = encode(record)
        sizes.add(len(kept) - len(name) - len(record.record_id))
        for text in (refusal.code, refusal.clause, *refusal.params):
            assert text.encode() not in kept
    assert {"call_break.card_not_held", "call_break.must_follow_suit"} <= codes
    assert len(sizes) == 1


def test_what_a_hand_leaves_to_be_bid_does_not_show_in_the_length() -> None:
    """The longest list that a game names; which of Appel au roi's birds are held decides it."""
    card_of = numbered(TAROCK_54)
    sizes = set()
    for birds in ((), ("T1", "T2", "T3", "T4")):
        hand = mask_of(card_of[code] for code in birds)
        refusal = refused("vienna", (), hand, "trischaken")
        sizes.add(len(seal_refusal(bytes(32), ANN, "c1", encode(refusal)).sealed))
    assert len(sizes) == 1


def test_a_retry_is_told_what_the_first_try_was_told() -> None:
    pipeline = dealt()
    name = play(pipeline, "call:14")
    first = told(pipeline, name)
    pipeline.replies.pushed.clear()
    play(pipeline, "call:14", name)
    assert told(pipeline, name) == first
    assert first.params
    assert len(pipeline.journal.refusals(PARTITION, FEED_START, 10)) == 1


def test_the_opened_deal_opens_its_refusals_to_everybody() -> None:
    pipeline = dealt()
    names = [play(pipeline, "call:14"), *refused_plays(pipeline)]
    keys = keys_in(map(CODEC.decode, pipeline.journal.read(GAME)))
    pipeline.archivist.sweep(PARTITION)
    archived = {record.command_id: record for record in pipeline.archive.refusals_of(GAME)}
    assert len(names) > 5
    for name in names:
        kept = archived[name].answer
        assert isinstance(kept, Sealed)
        key = keys.key(kept.index)
        assert key is not None
        assert refusal_in(key, ANN, name, kept) == told(pipeline, name)


def test_where_no_deal_runs_a_refusal_is_kept_as_it_is() -> None:
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    name = pipeline.send(GAME, ANN, "table.leave")
    pipeline.decide()
    assert evidence(pipeline, name).answer == Refused(told(pipeline, name))


def test_a_kept_refusal_that_someone_altered_is_said_and_not_told() -> None:
    pipeline = dealt()
    name = play(pipeline, "call:14")
    answers = pipeline.log.game(GAME).answers
    [at] = [at for at in answers if at.endswith(b"\0" + name.encode())]
    answers[at] = answers[at][:-1] + bytes((answers[at][-1] ^ 1,))
    play(pipeline, "call:14", name)
    assert told(pipeline, name).code == "table.sealed"
    assert [what for what, _ in pipeline.signals.alarms] == ["answer_broken"]


def test_a_retry_after_the_game_is_closed_is_told_the_same() -> None:
    """Of a refusal that was sealed with its deal, and of one between deals."""
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1)
    pipeline.sit(GAME, "ann", 0)
    elsewhere = {"seat": 1, "commitment": bytes(32)}
    between = pipeline.send(GAME, ANN, "table.sit", elsewhere)
    pipeline.decide()
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    turn = shown(pipeline)["turn"]
    during = play(pipeline, "call:14")
    given = told(pipeline, between), told(pipeline, during)
    while shown(pipeline)["turn"] is not None:
        play(pipeline, shown(pipeline)["view"]["match"]["legal"][0])
    pipeline.clock.now += 1
    pipeline.archivist.sweep(PARTITION)
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, ANN, "table.sit", elsewhere, command_id=between)
    pipeline.send(GAME, ANN, "call", {"tricks": 14}, turn=turn, command_id=during)
    pipeline.decide()
    assert (told(pipeline, between), told(pipeline, during)) == given
    pipeline.replies.pushed.clear()
    pipeline.send(GAME, ANN, "call", {"tricks": 15}, turn=turn, command_id=during)
    pipeline.decide()
    assert told(pipeline, during).code == refusals.ID_REUSED.code
    assert pipeline.journal.read(GAME) == []

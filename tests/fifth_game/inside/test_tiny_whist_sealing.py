"""A card laid away is a secret of its deal: in the log sealed, for whoever has the key open."""

import hmac

import pytest
from msgspec import json, structs
from msgspec.msgpack import encode

from shared.fairness.discards import SealedDiscard, open_discard, seal_discard
from shared.fairness.keys import master_key_id
from shared.flows.events import CODEC, EVENT_TYPES
from shared.flows.fold import Folded, fold
from shared.flows.published import NOTHING_PUBLISHED, keys_in
from shared.flows.sealing import FalseSeal
from shared.flows.secrets import MasterSecrets, UnknownMasterKey
from shared.kernel.events import OpenCards
from shared.kernel.seats import SEATS
from shared.table.state import Underway
from tests.fifth_game.inside.tables import (
    GAME,
    dealt,
    events_of,
    hand_of,
    judged,
    key_of,
    move,
    played,
    seals_of,
    shown,
    with_seal,
)
from tests.tiny_whist import rules
from tests.tiny_whist.events import LaidAwaySealed
from tests.tiny_whist.state import NOTHING, Laying


def match_of(folded: Folded) -> Laying:
    assert isinstance(folded.table, Underway)
    assert isinstance(folded.table.match, Laying)
    return folded.table.match


# --- what is written ----------------------------------------------------------------------------


def test_the_log_holds_seals_that_the_published_key_opens_to_cards_of_the_hand() -> None:
    pipeline = dealt()
    for _ in range(32):
        move(pipeline)
    raws = pipeline.journal.read(GAME)
    opened = []
    for seq in seals_of(raws):
        event = CODEC.decode(raws[seq - 1]).event
        assert isinstance(event, LaidAwaySealed)
        cards = open_discard(key_of(raws), seq, SealedDiscard(event.code, event.sealed))
        assert cards is not None
        opened.append((event.seat, cards))
    # The first legal move of each is the first card of the hand, by its code.
    first = [min(hand_of(pipeline, seat), key=rules.DECK.__getitem__) for seat in range(4)]
    assert opened == [(seat, (card,)) for seat, card in enumerate(first)]


def test_no_event_with_open_cards_can_be_written() -> None:
    assert not any(issubclass(kind.cls, OpenCards) for kind in EVENT_TYPES)


def test_a_command_sent_again_changes_nothing_and_gets_the_same_answer() -> None:
    pipeline = dealt()
    turn = pipeline.view(GAME, "seat:0")["turn"]
    code = shown(pipeline, "seat:0")["match"]["hand"][3]
    fields = {"card": rules.DECK.index(code)}
    answers, logs = [], []
    for _ in range(2):
        pipeline.send(GAME, "player:ann", "lay", fields, turn=turn, command_id="again")
        pipeline.decide()
        answers.append(pipeline.answer("player:ann", "again"))
        logs.append(pipeline.journal.read(GAME))
        pipeline.lose_worker()
    assert answers[0] == answers[1]
    assert logs[0] == logs[1]


def test_whoever_decides_the_same_command_again_writes_the_same_bytes() -> None:
    logs = []
    for _ in range(2):
        pipeline = dealt()
        move(pipeline, 3)
        logs.append(pipeline.journal.read(GAME))
    assert logs[0] == logs[1]


# --- who knows what -----------------------------------------------------------------------------


def test_the_holder_of_the_master_key_folds_the_cards_and_nobody_else_does() -> None:
    pipeline = dealt()
    move(pipeline, 2)
    raws = pipeline.journal.read(GAME)
    known = match_of(fold(GAME, raws, pipeline.secrets))
    public = match_of(fold(GAME, raws, keys_in(map(CODEC.decode, raws))))
    assert known.laid[0] in {1 << card for card in range(32)}
    assert public.laid == NOTHING
    assert public.hands is None
    assert public == structs.replace(known, hands=None, laid=NOTHING)


def test_a_worker_that_takes_over_folds_what_the_one_before_it_held() -> None:
    pipeline = dealt()
    for _ in range(6):
        move(pipeline, 1)
        pipeline.lose_worker()
    for _ in range(26):
        move(pipeline)
    verdicts = judged(pipeline.journal.read(GAME))
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    assert pipeline.signals.alarms == []


def test_once_the_deal_is_opened_everyone_folds_the_cards_at_every_moment() -> None:
    pipeline, raws = played()
    keys = keys_in(map(CODEC.decode, raws))
    for seq in seals_of(raws):
        assert fold(GAME, raws[:seq], keys) == fold(GAME, raws[:seq], pipeline.secrets)


def test_two_games_that_differ_in_a_card_laid_away_look_the_same_to_all_others() -> None:
    tables = [dealt(), dealt()]
    for choice, pipeline in enumerate(tables):
        move(pipeline, choice)
        for _ in range(3):
            move(pipeline)
    for viewer in ("seat:1", "seat:2", "seat:3", "public"):
        one, other = (json.encode(shown(pipeline, viewer)) for pipeline in tables)
        assert one == other
    assert shown(tables[0], "seat:0") != shown(tables[1], "seat:0")
    logs = [pipeline.journal.read(GAME) for pipeline in tables]
    assert [len(raw) for raw in logs[0]] == [len(raw) for raw in logs[1]]
    differing = [seq for seq, raw in enumerate(logs[0], 1) if raw != logs[1][seq - 1]]
    assert seals_of(logs[0])[0] == differing[0]
    assert not any(isinstance(event, OpenCards) for raws in logs for event in events_of(raws))


def test_what_another_laid_away_is_in_no_view() -> None:
    pipeline = dealt()
    laid = shown(pipeline, "seat:0")["match"]["hand"][0]
    move(pipeline)
    assert shown(pipeline, "seat:0")["match"]["laid"] == [laid]
    for viewer in ("seat:1", "seat:2", "seat:3", "public"):
        assert f'"{laid}"' not in json.encode(shown(pipeline, viewer)).decode()


def test_without_the_master_key_a_running_deal_is_public_and_no_move_is_decided() -> None:
    pipeline = dealt()
    move(pipeline)
    raws = pipeline.journal.read(GAME)
    table = fold(GAME, raws, NOTHING_PUBLISHED).table
    assert isinstance(table, Underway)
    public = rules.show(rules.view(table.match, None))
    assert public == shown(pipeline, "public")["match"]
    assert not any(rules.legal_moves(rules.view(table.match, seat)) for seat in SEATS)
    other = bytes(32)
    with pytest.raises(UnknownMasterKey):
        fold(GAME, raws, MasterSecrets(other, {master_key_id(other): other}))


# --- forged seals -------------------------------------------------------------------------------


def test_a_game_with_seals_gets_three_good_verdicts() -> None:
    _, raws = played()
    verdicts = judged(raws)
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    assert verdicts.sealed_from is None


def test_a_running_deal_is_judged_up_to_where_it_is_sealed() -> None:
    _, raws = played()
    for seq in seals_of(raws)[:4]:
        verdicts = judged(raws[:seq])
        assert verdicts.all_good
        assert verdicts.sealed_from is not None


@pytest.mark.parametrize("place", range(8))
def test_a_forged_seal_is_found_at_its_entry(place: int) -> None:
    _, raws = played()
    seq = seals_of(raws)[place]
    for changes in ({"code": bytes(32)}, {"sealed": b"\x07"}, {"sealed": b""}, {"code": b""}):
        verdicts = judged(with_seal(raws, seq, **changes))
        assert verdicts.good("bytes")
        assert [finding.seq for finding in verdicts.findings if finding.check == "rules"] == [seq]


def test_a_seal_of_another_entry_is_found() -> None:
    _, raws = played()
    first, second, *_ = seals_of(raws)
    other = CODEC.decode(raws[first - 1]).event
    assert isinstance(other, LaidAwaySealed)
    verdicts = judged(with_seal(raws, second, code=other.code, sealed=other.sealed))
    assert [finding.seq for finding in verdicts.findings] == [second]


@pytest.mark.parametrize("plain", [b"\x05\x03", b"\x05\x05", b"\x20", b"\xff"])
def test_what_no_seat_could_lay_away_is_no_seal_though_the_key_opens_it(plain: bytes) -> None:
    _, raws = played()
    seq, key = seals_of(raws)[0], key_of(raws)
    discard = sealed_as_is(key, seq, plain)
    verdicts = judged(with_seal(raws, seq, code=discard.code, sealed=discard.sealed))
    assert [finding.seq for finding in verdicts.findings] == [seq]


def sealed_as_is(key: bytes, seq: int, plain: bytes) -> SealedDiscard:
    """What only whoever has the key could write: a seal of any bytes, by the page alone."""
    code = hmac.digest(key, b"greffier/discard/1\0" + seq.to_bytes(4, "big") + plain, "sha256")
    pad = hmac.digest(key, b"greffier/discard-pad/1\0" + code, "sha256")
    return SealedDiscard(code, bytes(a ^ b for a, b in zip(plain, pad, strict=False)))


def test_a_card_of_another_hand_sealed_by_the_key_itself_is_refused() -> None:
    _, raws = played()
    seqs, key = seals_of(raws), key_of(raws)
    event = CODEC.decode(raws[seqs[1] - 1]).event
    assert isinstance(event, LaidAwaySealed)
    cards = open_discard(key, seqs[1], SealedDiscard(event.code, event.sealed))
    assert cards is not None
    forged = seal_discard(key, seqs[0], cards)
    verdicts = judged(with_seal(raws, seqs[0], code=forged.code, sealed=forged.sealed))
    assert [finding.seq for finding in verdicts.findings] == [seqs[0]]
    assert "tiny_whist.card_not_held" in verdicts.findings[0].text


def test_whoever_folds_stops_at_a_forged_seal() -> None:
    pipeline, raws = played()
    seq = seals_of(raws)[0]
    with pytest.raises(FalseSeal, match=f"entry {seq}") as stopped:
        fold(GAME, with_seal(raws, seq, code=bytes(32)), pipeline.secrets)
    assert stopped.value.seq == seq


def test_a_seal_where_no_deal_runs_is_wrong() -> None:
    _, raws = played()
    seq = seals_of(raws)[0]
    seal = CODEC.decode(raws[seq - 1])
    start = CODEC.decode(raws[0])
    entry = CODEC.encode(seal.event, seq=1, at=start.at, cause=seal.cause, actor=seal.actor)
    verdicts = judged([entry])
    assert [finding.seq for finding in verdicts.findings] == [1]


def test_a_refusal_says_nothing_of_what_others_laid_away() -> None:
    tables = [dealt(), dealt()]
    refusals = []
    for choice, pipeline in enumerate(tables):
        move(pipeline, choice)
        turn = pipeline.view(GAME, "seat:1")["turn"]
        name = pipeline.send(GAME, "player:bea", "lay", {"card": 99}, turn=turn)
        pipeline.decide()
        refusals.append(encode(pipeline.answer("player:bea", name)))
    assert refusals[0] == refusals[1]

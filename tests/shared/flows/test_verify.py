"""Every byte, rule and payment of a log is judged; what was changed is found and named."""

import random
from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from shared.flows.events import CODEC
from shared.flows.verify import Verdicts, Witness, verify
from shared.journal import chain
from shared.journal.codec import Entry
from shared.journal.commits import whole_commits
from shared.journal.envelope import Cause
from shared.kernel.events import Event
from shared.table.events import DealOpened, StopAsked
from tests.support.pipeline import Pipeline, game_id

GAME = game_id()


@cache
def played() -> tuple[Pipeline, tuple[bytes, ...]]:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), deals=2, stake=10)
    pipeline.settle()
    return pipeline, tuple(pipeline.journal.read(GAME))


def judged(raws: Sequence[bytes], *, witness: Witness | None = None) -> Verdicts:
    return verify(GAME, raws, witness or Witness())


def rewritten(raws: Sequence[bytes], seq: int, **changes: object) -> list[bytes]:
    """The log with one event changed and encoded again, as a forger with our codec would."""
    entry: Entry = CODEC.decode(raws[seq - 1])
    event = replace(entry.event, **changes)
    forged = CODEC.encode(event, seq=entry.seq, at=entry.at, cause=entry.cause, actor=entry.actor)
    return [*raws[: seq - 1], forged, *raws[seq:]]


def seqs_of(raws: Sequence[bytes], kind: str) -> list[int]:
    return [seq for seq, raw in enumerate(raws, 1) if CODEC.decode(raw).type == kind]


def test_a_played_game_gets_three_good_verdicts() -> None:
    pipeline, raws = played()
    head = pipeline.archive.position(GAME)
    witness = Witness(head=head, transfers=pipeline.archive.of_game(GAME))
    verdicts = judged(raws, witness=witness)
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    assert verdicts.findings == ()
    assert verdicts.sealed_from is None
    assert verdicts.entries == len(raws)


def test_every_altered_byte_is_found() -> None:
    pipeline, raws = played()
    head = pipeline.archive.position(GAME)
    for place in range(0, len(raws), 7):
        for offset in range(0, len(raws[place]), 11):
            altered = bytearray(raws[place])
            altered[offset] ^= 0x41
            log = [*raws[:place], bytes(altered), *raws[place + 1 :]]
            assert not judged(log, witness=Witness(head=head)).good("bytes")


def test_an_export_names_the_altered_entry() -> None:
    _, raws = played()
    position, chains = chain.origin(GAME), []
    for raw in raws:
        position = chain.advance(position, (raw,))
        chains.append(position.chain)
    log = rewritten(raws, 40, card=51)
    verdicts = judged(log, witness=Witness(chains=chains))
    assert [f.seq for f in verdicts.findings if f.check == "bytes"] == [40]


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_a_shorter_log_is_found_by_the_head_alone(cut: int) -> None:
    pipeline, raws = played()
    head = pipeline.archive.position(GAME)
    assert not judged(raws[:-cut], witness=Witness(head=head)).good("bytes")


def test_a_forged_card_breaks_the_rules_though_its_bytes_are_sound() -> None:
    _, raws = played()
    seq = seqs_of(raws, "cards.played")[0]
    verdicts = judged(rewritten(raws, seq, card=51 - CODEC.decode(raws[seq - 1]).event.card))  # type: ignore[attr-defined]
    assert verdicts.good("bytes")
    assert not verdicts.good("rules")
    assert verdicts.findings[0].seq == seq


def test_a_forged_key_does_not_lead_to_the_anchor() -> None:
    _, raws = played()
    seq = seqs_of(raws, "table.deal_opened")[1]
    verdicts = judged(rewritten(raws, seq, key=bytes(32)))
    assert not verdicts.good("rules")


def test_a_forged_settlement_is_wrong_money_and_wrong_rules() -> None:
    pipeline, raws = played()
    seq = seqs_of(raws, "table.settlement_made")[0]
    verdicts = judged(
        rewritten(raws, seq, amounts=(30, -10, -10, -10), points=(3, -1, -1, -1)),
        witness=Witness(transfers=pipeline.archive.of_game(GAME)),
    )
    assert not verdicts.good("rules")
    assert not verdicts.good("money")


def test_an_unbalanced_settlement_is_wrong_money() -> None:
    _, raws = played()
    seq = seqs_of(raws, "table.settlement_made")[0]
    verdicts = judged(rewritten(raws, seq, amounts=(1, 0, 0, 0)))
    assert [f.seq for f in verdicts.findings if f.check == "money"] == [seq]


def test_a_transfer_too_many_or_too_few_is_wrong_money() -> None:
    pipeline, raws = played()
    transfers = pipeline.archive.of_game(GAME)
    assert not judged(raws, witness=Witness(transfers=transfers[1:])).good("money")
    assert not judged(raws[:-2], witness=Witness(transfers=transfers)).good("money")


def test_a_row_of_the_ledger_that_is_not_the_settlement_s_is_told_in_words() -> None:
    pipeline, raws = played()
    first, *rest = pipeline.archive.of_game(GAME)
    payer, payee = (
        "the game" if account.startswith("game:") else account
        for account in (first.debit, first.credit)
    )
    right = f"{first.amount} XXX from {payer} to {payee}"
    for changes, held in (
        (
            {"amount": 7, "credit": "player:x:XXX"},
            f"7 XXX from {payer} to player:x:XXX, not {right}",
        ),
        ({"at": 5}, f"{right} at 5, not {right} at {first.at}"),
    ):
        verdicts = judged(raws, witness=Witness(transfers=[replace(first, **changes), *rest]))
        told = [finding.text for finding in verdicts.findings]
        assert told == [f"seat {first.seat}: the ledger holds {held}"]


def test_an_event_that_is_not_the_rules_own_is_told_by_what_differs() -> None:
    _, raws = played()
    won = seqs_of(raws, "cards.trick_won")[0]
    winner = CODEC.decode(raws[won - 1]).event.seat  # type: ignore[attr-defined]
    other = (winner + 1) % 4
    (told,) = judged(rewritten(raws, won, seat=other)).findings
    assert (
        told.text == f"the log says cards.trick_won with seat {other}; the rules say seat {winner}"
    )


def test_a_sum_that_differs_is_told_without_what_agrees() -> None:
    _, raws = played()
    (seq,) = seqs_of(raws, "table.settlement_made")
    told = judged(rewritten(raws, seq, deal=1)).findings[0].text
    assert told == "the log says table.settlement_made with deal 1; the rules say deal none"


def test_a_running_deal_is_sealed_and_said_to_be() -> None:
    _, raws = played()
    start = seqs_of(raws, "table.deal_started")[1]
    verdicts = judged(raws[: start + 3])
    assert verdicts.all_good
    assert verdicts.sealed_from == start


def opens(event: Event, deal: int) -> bool:
    return isinstance(event, DealOpened) and event.index == deal


def withheld(raws: Sequence[bytes], deal: int) -> list[bytes]:
    """The log as a server would write it that never opens this deal."""
    kept: list[bytes] = []
    for commit in whole_commits([CODEC.decode(raw) for raw in raws]):
        events = [entry.event for entry in commit if not opens(entry.event, deal)]
        cause = commit[0].cause
        assert cause is not None
        cause = replace(cause, count=len(events))
        for event in events:
            at, actor, seq = commit[0].at, commit[0].actor, len(kept) + 1
            kept.append(CODEC.encode(event, seq=seq, at=at, cause=cause, actor=actor))
            cause = None
    return kept


@pytest.mark.parametrize("deal", [1, 2])
def test_a_deal_that_was_over_and_never_opened_is_wrong(deal: int) -> None:
    _, raws = played()
    verdicts = judged(withheld(raws, deal))
    assert verdicts.good("bytes")
    assert not verdicts.good("rules")
    assert "never published" in verdicts.findings[0].text


def test_a_log_cut_right_after_a_score_without_its_key_is_wrong() -> None:
    _, raws = played()
    scored = seqs_of(raws, "call_break.deal_scored")[0]
    verdicts = judged(withheld(raws, 1)[:scored])
    assert [finding.text for finding in verdicts.findings] == [
        "the key of this deal was never published"
    ]


def test_a_play_that_no_running_deal_could_hold_is_wrong_though_it_is_sealed() -> None:
    _, raws = played()
    start = seqs_of(raws, "table.deal_started")[1]
    played_early = CODEC.decode(raws[start + 4])
    called_first = CODEC.decode(raws[start])
    early = CODEC.encode(
        played_early.event,
        seq=called_first.seq,
        at=called_first.at,
        cause=called_first.cause,
        actor=called_first.actor,
    )
    verdicts = judged([*raws[:start], early])
    assert [finding.seq for finding in verdicts.findings] == [called_first.seq]


def forged(raws: Sequence[bytes], chance: random.Random) -> list[bytes]:
    """The log with one event put in the place of another, or a commit of another kind of life."""
    entries = [CODEC.decode(raw) for raw in raws]
    to = chance.randrange(len(entries))
    other = chance.choice(entries)
    there = entries[to]
    actor = chance.choice([there.actor, other.actor, "clock", "system", "player:p"])
    cause = there.cause
    if chance.random() < 0.5:
        entries = entries[: to + 1]
        cause = Cause("forged", bytes(16), 1)
    entry = CODEC.encode(other.event, seq=to + 1, at=there.at, cause=cause, actor=actor)
    kept = [*raws[:to], entry, *raws[to + 1 :]]
    return kept[: len(entries)]


def test_no_forgery_makes_the_judge_fall_over() -> None:
    _, raws = played()
    chance = random.Random(11)
    for number in range(150):
        log = forged(raws, chance)
        verdicts = judged(log)
        assert isinstance(verdicts.line(), str), number


def test_a_stop_asked_by_the_clock_is_no_secret_lost_but_a_wrong_rule() -> None:
    _, raws = played()
    opened = seqs_of(raws, "table.deal_opened")[0]
    at = CODEC.decode(raws[opened - 1]).at
    cause = Cause("forged", bytes(16), 1)
    entry = CODEC.encode(StopAsked(0), seq=opened + 1, at=at, cause=cause, actor="clock")
    verdicts = judged([*raws[:opened], entry])
    assert not verdicts.good("rules")
    assert verdicts.findings[-1].seq == opened + 1

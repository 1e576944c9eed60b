"""A game of Turkish King through the real pipeline: its log, sealed, opened, verified, forged."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.published import NOTHING_PUBLISHED
from shared.flows.verify import Verdicts, Witness, verify
from shared.games.king_turkish import rules
from shared.games.king_turkish.events import ChooserNamed, ContractChosen, DealScored
from shared.kernel.events import Event
from shared.kernel.seats import SEATS, seat_after
from shared.table.commands import VoidDeal
from shared.table.events import GameStarted, SettlementMade
from shared.table.state import Underway
from tests.shared.games.king_turkish.situations import CARDS
from tests.support.pipeline import Pipeline, game_id
from tests.support.table_spec import TableSpec, deck_of, started

GAME = game_id()
SHUFFLE = 1
"""Whose first two packs give the two of diamonds to different seats."""


@cache
def played() -> tuple[Pipeline, tuple[bytes, ...]]:
    """A game of four bots, each making the move of the clock."""
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), rules="king_turkish", stake=10, must_head="all")
    pipeline.settle()
    return pipeline, tuple(pipeline.journal.read(GAME))


def events_of(raws: tuple[bytes, ...], kind: type[Event]) -> list[Any]:
    return [event for event in (CODEC.decode(raw).event for raw in raws) if type(event) is kind]


def seq_of(raws: tuple[bytes, ...], kind: type[Event]) -> int:
    """The seq of the first event of that kind."""
    return next(seq for seq, raw in enumerate(raws, 1) if type(CODEC.decode(raw).event) is kind)


def forged(raws: tuple[bytes, ...], seq: int, **changes: object) -> Verdicts:
    """What is judged of the log with one event changed and encoded again."""
    entry = CODEC.decode(raws[seq - 1])
    event = replace(entry.event, **changes)
    raw = CODEC.encode(event, seq=seq, at=entry.at, cause=entry.cause, actor=entry.actor)
    return verify(GAME, (*raws[: seq - 1], raw, *raws[seq:]), Witness())


@pytest.mark.clause("KT-END-1", "KT-SCORE-1")
def test_a_whole_game_is_played_settled_and_verified() -> None:
    pipeline, raws = played()
    head, transfers = pipeline.archive.position(GAME), pipeline.archive.of_game(GAME)
    verdicts = verify(GAME, raws, Witness(head=head, transfers=transfers))
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    scored = events_of(raws, DealScored)
    assert len(scored) == 20
    (settled,) = events_of(raws, SettlementMade)
    totals = [sum(row.scores[seat] for row in scored) for seat in SEATS]
    assert list(settled.points) == [4 * total for total in totals]
    assert list(settled.amounts) == [40 * total for total in totals]


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_the_chooser_is_named_once_and_the_right_moves_on() -> None:
    _, raws = played()
    (named,) = events_of(raws, ChooserNamed)
    choosers = [chosen.seat for chosen in events_of(raws, ContractChosen)]
    assert choosers == [seat_after(named.seat, number) for number in range(20)]


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_whoever_holds_no_key_follows_a_sealed_deal() -> None:
    _, raws = played()
    begun = raws[: seq_of(raws, ContractChosen) - 1]
    sealed = fold(GAME, begun, NOTHING_PUBLISHED).table
    assert isinstance(sealed, Underway)
    (named,) = events_of(raws, ChooserNamed)
    assert rules.to_move(sealed.match) == named.seat
    assert rules.view(sealed.match, None).hand is None
    verdicts = verify(GAME, begun, Witness())
    assert verdicts.good("rules")
    # The deal starts in the commit that starts the game.
    assert verdicts.sealed_from == seq_of(raws, GameStarted)


def test_a_forged_chooser_or_contract_is_found() -> None:
    _, raws = played()
    for kind in (ChooserNamed, ContractChosen):
        seq = seq_of(raws, kind)
        other = seat_after(events_of(raws, kind)[0].seat)
        verdicts = forged(raws, seq, seat=other)
        assert verdicts.good("bytes")
        assert not verdicts.good("rules")
        assert seq_of(raws, GameStarted) <= (verdicts.findings[0].seq or 0) <= seq
    closed = events_of(raws, ContractChosen)[0].contract
    third = [seq for seq, raw in enumerate(raws, 1) if b"contract_chosen" in raw][2]
    assert not forged(raws, third, contract=closed).good("rules")


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_a_voided_first_deal_is_chosen_anew_by_the_holder_in_the_next() -> None:
    first, second = (holder(SHUFFLE, index) for index in (1, 2))
    assert first != second
    table = started("bot bot bot bot", SHUFFLE, rules=rules)
    assert (table.mover, named_at(table)) == (first, [first])
    table = table.given("system", VoidDeal("restored from the archive")).rung()
    assert (table.mover, named_at(table)) == (second, [first, second])


def named_at(table: TableSpec) -> list[int]:
    return [event.seat for event in table.events if isinstance(event, ChooserNamed)]


def holder(shuffle: int, index: int) -> int:
    """Which seat the pack of deal ``index`` gives the two of diamonds to."""
    return deck_of(shuffle, index, 52).index(CARDS["2D"]) // 13

"""A game of Appel au roi through the real pipeline: its log, sealed, opened, verified, forged."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from shared.flows.events import CODEC
from shared.flows.fold import fold
from shared.flows.published import NOTHING_PUBLISHED
from shared.flows.verify import Verdicts, Witness, verify
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.events import DealScored, DiscardSealed, HalfTaken
from shared.kernel.events import Event
from shared.kernel.seats import SEATS
from shared.table.events import GameOpened, SettlementMade
from shared.table.state import Underway
from tests.support.pipeline import Pipeline, game_id

GAME = game_id()
DEALS = 3


@cache
def played() -> tuple[Pipeline, tuple[bytes, ...]]:
    """A game of four bots that make the moves of the clock: forehand plays a king call."""
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), rules="appel_au_roi", stake=10, deals=DEALS)
    pipeline.settle()
    return pipeline, tuple(pipeline.journal.read(GAME))


def seqs_of(raws: tuple[bytes, ...], kind: type[Event]) -> list[int]:
    return [seq for seq, raw in enumerate(raws, 1) if type(CODEC.decode(raw).event) is kind]


def events_of(raws: tuple[bytes, ...], kind: type[Event]) -> list[Any]:
    return [CODEC.decode(raws[seq - 1]).event for seq in seqs_of(raws, kind)]


def forged(raws: tuple[bytes, ...], seq: int, **changes: object) -> Verdicts:
    """What is judged of the log with one event changed and encoded again."""
    entry = CODEC.decode(raws[seq - 1])
    event = replace(entry.event, **changes)
    raw = CODEC.encode(event, seq=seq, at=entry.at, cause=entry.cause, actor=entry.actor)
    return verify(GAME, (*raws[: seq - 1], raw, *raws[seq:]), Witness())


def test_a_whole_game_is_played_settled_deal_by_deal_and_verified() -> None:
    pipeline, raws = played()
    head, transfers = pipeline.archive.position(GAME), pipeline.archive.of_game(GAME)
    verdicts = verify(GAME, raws, Witness(head=head, transfers=transfers))
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    scored, settled = events_of(raws, DealScored), events_of(raws, SettlementMade)
    assert [made.deal for made in settled] == list(range(1, DEALS + 1))
    for row, made in zip(scored, settled, strict=True):
        assert made.points == row.scores
        assert made.amounts == tuple(10 * points for points in row.scores)
        assert {line.basis.tariff for line in made.lines} == {"vienna/1"}


def test_the_log_names_the_tariff_from_its_first_entry_on() -> None:
    _, raws = played()
    (opened,) = events_of(raws, GameOpened)
    assert opened.house_rules["tariff"] == "vienna"
    assert all(row.tariff == "vienna/1" for row in events_of(raws, DealScored))


def test_whoever_holds_no_key_follows_a_deal_and_learns_no_discard() -> None:
    _, raws = played()
    until = seqs_of(raws, DiscardSealed)[0]
    table = fold(GAME, raws[:until], NOTHING_PUBLISHED).table
    assert isinstance(table, Underway)
    for viewer in (*SEATS, None):
        seen = rules.view(table.match, viewer)
        assert (seen.phase, seen.hand, seen.discard) == ("announcements", None, None)
    (seat,) = {event.seat for event in events_of(raws[:until], HalfTaken)}
    assert rules.to_move(table.match) == seat


def test_another_discard_half_or_score_is_found() -> None:
    _, raws = played()
    sealed, taken, scored = (
        seqs_of(raws, kind)[0] for kind in (DiscardSealed, HalfTaken, DealScored)
    )
    cards = bytearray(CODEC.decode(raws[sealed - 1]).event.sealed)  # type: ignore[attr-defined]
    cards[0] ^= 1
    row = events_of(raws, DealScored)[0]
    line = row.lines[0]
    for seq, changes in (
        (sealed, {"sealed": bytes(cards)}),
        (taken, {"half": 1}),
        (scored, {"net": row.net + 1}),
        (scored, {"lines": (replace(line, value=-line.value), *row.lines[1:])}),
    ):
        assert not forged(raws, seq, **changes).good("rules")

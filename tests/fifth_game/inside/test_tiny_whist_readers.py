"""Everything that reads a log reads one with seals: replays, exports, the archive, recovery."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import json

from shared.cards.events import CardPlayed, TrickWon
from shared.flows.events import CODEC
from shared.flows.export import read, written
from shared.flows.fold import fold
from shared.flows.recovery import Decision, Repair, recover
from shared.flows.replay import tell
from shared.flows.showing import show_log
from shared.flows.transcripts import check_lines
from shared.flows.verify import Witness, verify
from shared.kernel.events import SealedCards
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, seat_after
from shared.ports import partition_of
from shared.table.state import Over, Underway
from tests.fifth_game.inside.tables import (
    GAME,
    dealt,
    judged,
    move,
    played,
    seals_of,
    shown,
    with_seal,
)
from tests.tiny_whist import rules
from tests.tiny_whist.options import Options

# --- told ---------------------------------------------------------------------------------------


def laid_away(lines: Iterable[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip().startswith("laid away")]


def test_a_replay_tells_the_cards_once_the_deal_is_opened_and_not_before() -> None:
    pipeline = dealt()
    laid = shown(pipeline, "seat:0")["match"]["legal"][0].removeprefix("lay:")
    move(pipeline)
    running = pipeline.journal.read(GAME)
    assert laid_away(tell(GAME, running)) == ["laid away: seat 0, face down"]
    assert laid not in "\n".join(tell(GAME, running))
    for _ in range(31):
        move(pipeline)
    finished = pipeline.journal.read(GAME)
    assert laid_away(tell(GAME, finished))[0] == f"laid away: seat 0, {laid}"
    assert laid_away(tell(GAME, finished, seat=SEATS[1]))[0] == "laid away: seat 0, face down"
    assert "face down" not in laid_away(tell(GAME, finished, seat=SEATS[1]))[1]


def test_a_log_is_shown_as_it_stands_the_seals_as_hex() -> None:
    _, raws = played()
    entry = show_log(raws)[seals_of(raws)[0] - 1]
    event = CODEC.decode(raws[entry.seq - 1]).event
    assert isinstance(event, SealedCards)
    assert entry.type == "tiny_whist.laid_away"
    assert entry.data["code"] == event.code.hex()
    assert json.decode(json.encode(entry.data)) == entry.data


# --- kept ---------------------------------------------------------------------------------------


def test_an_export_is_judged_by_whoever_has_nothing_but_it() -> None:
    pipeline, raws = played()
    head, transfers = pipeline.archive.position(GAME), pipeline.archive.of_game(GAME)
    found = read(written(GAME, raws, head, transfers))
    assert verify(found.game, found.entries, found.witness).all_good
    forged = with_seal(raws, seals_of(raws)[0], sealed=b"\x00")
    found = read(written(GAME, forged, head, transfers))
    verdicts = verify(found.game, found.entries, found.witness)
    assert not verdicts.good("bytes")
    assert not verdicts.good("rules")


def test_a_closed_game_is_judged_from_the_archive() -> None:
    pipeline = dealt()
    for _ in range(32):
        move(pipeline)
    raws = pipeline.journal.read(GAME)
    pipeline.clock.now += 60_000
    pipeline.archivist.sweep(partition_of(GAME))
    assert pipeline.journal.read(GAME) == []
    assert pipeline.archive.entries(GAME) == raws
    transfers = pipeline.archive.of_game(GAME)
    witness = Witness(head=pipeline.archive.position(GAME), transfers=transfers)
    assert verify(GAME, raws, witness).all_good


# --- recovered ----------------------------------------------------------------------------------


def test_a_log_that_was_lost_is_put_back_and_its_voided_deal_opens_its_seals() -> None:
    pipeline = dealt()
    for _ in range(5):
        move(pipeline)
    before = pipeline.journal.read(GAME)
    pipeline.log.flush()
    pipeline.lose_worker()
    pipeline.tables.rebuild([GAME])
    raws = pipeline.journal.read(GAME)
    assert raws[: len(before)] == before
    assert "table.deal_voided" in [CODEC.decode(raw).type for raw in raws]
    assert judged(raws).all_good
    pipeline.clock.now += 60_000
    pipeline.settle()
    for _ in range(32):
        move(pipeline)
    assert isinstance(fold(GAME, pipeline.journal.read(GAME), pipeline.secrets).table, Over)
    assert judged(pipeline.journal.read(GAME)).all_good


def test_a_frozen_game_is_put_back_by_an_operator() -> None:
    pipeline = dealt()
    for _ in range(3):
        move(pipeline)
    ahead = pipeline.journal.read(GAME)
    pipeline.journal.freeze(pipeline.lease, GAME, "an operator wants to look")
    repair = Repair(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.clock
    )
    folded = recover(repair, pipeline.secrets, GAME, Decision("redis", "olga", "nothing wrong"))
    assert pipeline.journal.read(GAME) == ahead
    assert isinstance(folded.table, Underway)
    assert sum(map(bool, folded.table.match.laid)) == 3


# --- transcripts --------------------------------------------------------------------------------


def test_a_transcript_is_compared_card_by_card() -> None:
    game = transcript(Random(5))
    (found,) = check_lines([json.encode(game)])
    assert (found.malformed, found.differences, found.moves) == (None, (), 64)
    game["deals"][0]["result"]["scores"][0] += 1
    (found,) = check_lines([json.encode(game)])
    assert [difference.what for difference in found.differences] == ["scores"]


def transcript(dice: Random) -> dict[str, Any]:
    """A game of random moves as another engine would write it down."""
    state: Any = rules.initial(Options())
    deals = []
    for number in (1, 2):
        dealer = rules.next_dealer(state, SEATS[0])
        deck = tuple(dice.sample(range(32), 32))
        state, moves, tricks = deal(rules.dealt(state, dealer, deck), dice)
        scores = list(state.match.history[-1].scores)
        deals.append(
            {
                "deal": number,
                "forehand": seat_after(dealer),
                "deck": [rules.DECK[card] for card in deck],
                "moves": moves,
                "tricks": tricks,
                "result": {
                    "scores": scores,
                    "payments": None,
                    "detail": rules.deal_detail(state),
                },
            }
        )
    standing, paid = rules.standing(state), rules.payments(state, True)
    assert paid is not None
    final = {
        "scores": list(standing.scores),
        "winners": list(standing.winners),
        "payments": list(paid.points),
    }
    return {
        "format": "trick-transcript/1",
        "game": "tiny_whist",
        "options": {"deals": 2, "ace": 2},
        "deals": deals,
        "final": final,
    }


def deal(state: Any, dice: Random) -> tuple[Any, list[Any], list[Any]]:
    """The state after a deal of random moves, the moves, and the tricks."""
    moves: list[dict[str, Any]] = []
    tricks: list[dict[str, Any]] = []
    trick: list[str] = []
    while not rules.deal_over(state):
        seat = rules.to_move(state)
        assert seat is not None
        view = rules.view(state, seat)
        move = dice.choice(rules.legal_moves(view))
        text = rules.move_text(move)
        moves.append({"seat": seat, "move": text, "legal": rules.show_legal(view)})
        events = rules.decide(state, seat, move)
        assert not isinstance(events, Refusal)
        for event in events:
            if isinstance(event, CardPlayed):
                trick.append(rules.DECK[event.card])
            if isinstance(event, TrickWon):
                taken = {"leader": state.leader, "cards": trick, "winner": event.seat}
                tricks, trick = [*tricks, taken], []
            state = rules.evolve(state, event)
    return state, moves, tricks

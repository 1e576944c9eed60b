"""Laws of every game: whatever refusals are filled with can be said, and sealed in one length."""

from collections.abc import Iterator
from typing import Any

from msgspec.msgpack import encode

from services.texts.names import spoken
from shared.fairness.refusals import STEP, seal_refusal
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS
from tests.laws.harness import Harness
from tests.laws.play import Game, whole_game, whole_games


def refusals_of(game: Game) -> Iterator[Refusal]:
    """Every refusal of every move that anyone could ask for."""
    rules = game.harness.rules
    for state in game.states():
        for seat in SEATS:
            for move in game.harness.tried(state, seat):
                decision = rules.decide(state, seat, move)
                if isinstance(decision, Refusal):
                    yield decision


def texts_in(refusal: Refusal) -> Iterator[str]:
    for value in refusal.params.values():
        if not isinstance(value, int):
            yield from [value] if isinstance(value, str) else value


def unnamed(refusal: Refusal, harness: Harness) -> set[str]:
    """What ``refusal`` is filled with beside numbers that is no code with a name."""
    rules = harness.rules
    return set(texts_in(refusal)) - set(spoken(rules.NAME, rules.DECK, "en"))


@whole_games(seeds=1)
def test_a_refusal_is_filled_with_numbers_and_with_codes_that_have_names(
    harness: Harness, options: Any, seed: int
) -> None:
    found = list(refusals_of(whole_game(harness, options, seed)))
    assert found
    assert {code for refusal in found for code in unnamed(refusal, harness)} == set()


@whole_games(seeds=1)
def test_no_length_of_a_sealed_refusal_tells_what_a_hand_leaves_open(
    harness: Harness, options: Any, seed: int
) -> None:
    texts = {encode(refusal) for refusal in refusals_of(whole_game(harness, options, seed))}
    sealed = (seal_refusal(bytes(32), "player:ann", "c1", text).sealed for text in texts)
    assert {len(one) for one in sealed} == {STEP}

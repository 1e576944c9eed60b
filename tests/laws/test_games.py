"""Laws that hold for every game of the catalogue, tried on whole games of random moves."""

import re
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct, structs

from shared.cards.hands import Hands, codes_in
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal, sentence
from shared.kernel.seats import SEATS
from tests.laws.harness import HARNESSES, Harness
from tests.laws.play import Deal, Game, fold, logged, may_ask, whole_game, whole_games
from tests.laws.secrecy import VIEWERS, assert_alike, hidden_places, indistinguishable


def check_decisions(game: Game) -> None:
    """``decide`` accepts exactly ``legal_moves``, for every seat, between deals too."""
    rules = game.harness.rules
    kinds = {kind.code: kind for kind in rules.REFUSALS}
    for state in game.states():
        assert rules.legal_moves(rules.view(state, None)) == ()
        for seat in SEATS:
            legal = set(rules.legal_moves(rules.view(state, seat)))
            tried = game.harness.tried(state, seat)
            assert legal <= set(tried)
            assert bool(legal) == (seat == rules.to_move(state))
            for move in tried:
                decision = rules.decide(state, seat, move)
                assert isinstance(decision, Refusal) == (move not in legal), (seat, move, decision)
                if isinstance(decision, Refusal):
                    kind = kinds[decision.code]
                    assert decision.clause == kind.clause
                    assert "{" not in sentence(kind, decision)


def check_secrecy(game: Game) -> None:
    """What a viewer may not know changes nothing that the viewer gets."""
    dice = Random(1)
    found = moments = 0
    for deal in game.tried:
        for worlds in indistinguishable(game.harness, deal, dice):
            assert_alike(game.harness, worlds)
            found += 1
        moments += _moments(game.harness, deal)
    # Near the end of a deal there may be no other deal that fits what was played.
    assert found > moments / 2


def _moments(harness: Harness, deal: Deal) -> int:
    """At how many steps some viewer may not know where some cards are."""
    return sum(
        len(hidden_places(harness, step.before, (), viewer)) > 1
        for step in deal.steps
        for viewer in VIEWERS
    )


@whole_games(seeds=2)
def test_decide_accepts_exactly_the_legal_moves(harness: Harness, options: Any, seed: int) -> None:
    check_decisions(whole_game(harness, options, seed))


@whole_games(seeds=1)
def test_hidden_cards_change_no_view_no_legal_move_and_no_refusal(
    harness: Harness, options: Any, seed: int
) -> None:
    check_secrecy(whole_game(harness, options, seed))


@pytest.mark.soak
@whole_games(seeds=60)
def test_decisions_and_secrecy_on_many_games(harness: Harness, options: Any, seed: int) -> None:
    game = whole_game.__wrapped__(harness, options, 1_000 + seed)
    check_decisions(game)
    check_secrecy(game)


def words_of(shown: Any) -> Iterator[str]:
    """Every word in a JSON value: card codes stand alone, in moves and in lists of cards."""
    if isinstance(shown, dict):
        shown = [*shown, *shown.values()]
    if isinstance(shown, list):
        for value in shown:
            yield from words_of(value)
    elif isinstance(shown, str):
        yield from re.split(r"[:,]", shown)


@whole_games(seeds=2)
def test_views_hold_no_hidden_card(harness: Harness, options: Any, seed: int) -> None:
    rules = harness.rules
    for state in whole_game(harness, options, seed).states():
        for viewer in VIEWERS:
            places = hidden_places(harness, state, (), viewer)
            hidden = {rules.DECK[card] for cards in places for card in cards}
            assert hidden.isdisjoint(words_of(rules.show(rules.view(state, viewer))))


@whole_games(seeds=2)
def test_a_seat_sees_its_own_hand(harness: Harness, options: Any, seed: int) -> None:
    rules = harness.rules
    for step in whole_game(harness, options, seed).steps():
        own = set(codes_in(harness.held(step.before)[step.seat], rules.DECK))
        assert own <= set(words_of(rules.show(rules.view(step.before, step.seat))))


@whole_games(seeds=2)
def test_every_game_ends_when_its_rules_say_so(harness: Harness, options: Any, seed: int) -> None:
    rules, game = harness.rules, whole_game(harness, options, seed)
    assert rules.check_options(options, True) is None
    assert rules.finished(game.end, may_ask(rules, game.end))
    assert not any(rules.finished(deal.between, False) for deal in game.deals)
    assert [rules.deals_done(deal.between) for deal in game.deals] == list(range(len(game.deals)))
    assert rules.deals_done(game.end) == len(game.deals)


@whole_games(seeds=2)
def test_folding_the_events_from_their_bytes_gives_the_state(
    harness: Harness, options: Any, seed: int
) -> None:
    rules, game = harness.rules, whole_game(harness, options, seed)
    state = rules.initial(options)
    for deal in game.deals:
        state = fold(rules, rules.dealt(state, deal.dealer, deal.deck), deal.opening)
        for step in deal.steps:
            stored = [(type(event), msgspec.msgpack.encode(event)) for event in step.events]
            events = tuple(msgspec.msgpack.decode(data, type=cls) for cls, data in stored)
            assert events == step.events
            state = fold(rules, state, events)
    assert state == game.end


@whole_games(seeds=2)
def test_the_public_folds_every_event_and_knows_no_secret(
    harness: Harness, options: Any, seed: int
) -> None:
    rules, game = harness.rules, whole_game(harness, options, seed)
    for deal in game.deals:
        full = fold(rules, rules.dealt(deal.between, deal.dealer, deal.deck), deal.opening)
        public = fold(rules, rules.dealt(deal.between, deal.dealer, None), deal.opening)
        events = tuple(event for step in deal.steps for event in step.events)
        for event, written in zip(events, logged(rules, events), strict=True):
            full, public = rules.evolve(full, event), rules.evolve(public, written)
            assert public == harness.without_secrets(full)
            assert rules.to_move(public) == rules.to_move(full)
            assert rules.view(public, None) == rules.view(full, None)
            # Without the cards there is no telling what a seat may do.
            assert not any(rules.legal_moves(rules.view(public, viewer)) for viewer in VIEWERS)


@whole_games(seeds=2)
def test_the_first_event_of_a_decision_tells_who_asked_for_what(
    harness: Harness, options: Any, seed: int
) -> None:
    rules = harness.rules
    declared = {event_type.cls for event_type in rules.EVENTS}
    for step in whole_game(harness, options, seed).steps():
        first, *others = step.events
        assert rules.move_of(first) == (step.seat, step.move)
        assert not any(map(rules.move_of, others))
        written = logged(rules, step.events)
        assert {type(event) for event in written} <= declared
        assert written == step.events or rules.move_of(written[0]) is None


@whole_games(seeds=2)
def test_moves_are_texts_and_the_clock_plays_a_legal_one(
    harness: Harness, options: Any, seed: int
) -> None:
    rules = harness.rules
    for step in whole_game(harness, options, seed).steps():
        view = rules.view(step.before, step.seat)
        legal = rules.legal_moves(view)
        assert rules.clock_move(view) in legal
        assert [rules.parse_move(rules.move_text(move)) for move in legal] == list(legal)
        shown = rules.show_legal(view)
        assert not isinstance(shown, list) or shown == sorted(map(rules.move_text, legal))


@whole_games(seeds=2)
def test_views_and_events_can_be_shown_as_json_and_read_back(
    harness: Harness, options: Any, seed: int
) -> None:
    rules = harness.rules
    for step in whole_game(harness, options, seed).steps():
        for viewer in VIEWERS:
            view = rules.view(step.after, viewer)
            assert msgspec.json.decode(msgspec.json.encode(rules.show(view))) == rules.show(view)
            data = msgspec.msgpack.encode(view)
            assert msgspec.msgpack.decode(data, type=rules.VIEW) == view
        for event in {*step.events, *logged(rules, step.events)}:
            assert msgspec.json.encode(rules.show_event(event))


@whole_games(seeds=2)
def test_payments_sum_to_zero_and_are_their_lines(
    harness: Harness, options: Any, seed: int
) -> None:
    rules, game = harness.rules, whole_game(harness, options, seed)
    after_each = [rules.payments(deal.between, False) for deal in game.deals[1:]]
    settled = [*filter(None, after_each), rules.payments(game.end, True)]
    for payments in settled:
        assert payments is not None
        assert sum(payments.points) == 0
        rows = [line.points for line in payments.lines]
        assert [sum(column) for column in zip(*rows, strict=True)] == list(payments.points)


@whole_games(seeds=2)
def test_no_deal_costs_more_than_the_most_a_seat_can_lose(
    harness: Harness, options: Any, seed: int
) -> None:
    rules, game = harness.rules, whole_game(harness, options, seed)
    most = rules.max_loss(options)
    payments = rules.payments(game.end, True)
    assert payments is not None
    for line in payments.lines:
        assert most is None or line.deal is None or min(line.points) >= -most


def test_the_standing_names_every_seat_with_the_best_score() -> None:
    for harness in HARNESSES:
        end = whole_game(harness, harness.options[0], 0).end
        standing = harness.rules.standing(end)
        assert {standing.scores[seat] for seat in standing.winners} == {max(standing.scores)}


# --- the laws themselves, on rules that break them --------------------------------------------


def broken(harness: Harness, **functions: Any) -> Harness:
    """``harness`` with some functions of its rules replaced."""
    rules = SimpleNamespace(**{**vars(harness.rules), **functions})
    return structs.replace(harness, rules=cast(AnyRules, rules))


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.rules.NAME)
def test_a_view_that_leaks_a_card_is_caught(harness: Harness) -> None:
    class LeakingView(Struct, frozen=True):
        view: Any
        hands: Hands

    def leaking_view(state: Any, viewer: Any) -> LeakingView:
        return LeakingView(harness.rules.view(state, viewer), harness.held(state))

    game = whole_game(harness, harness.options[0], 0)
    leaking = structs.replace(game, harness=broken(harness, view=leaking_view))
    with pytest.raises(AssertionError):
        check_secrecy(leaking)


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.rules.NAME)
def test_a_legal_move_that_is_not_offered_is_caught(harness: Harness) -> None:
    def all_but_one(view: Any) -> Any:
        return harness.rules.legal_moves(view)[1:]

    game = whole_game(harness, harness.options[0], 0)
    with pytest.raises(AssertionError):
        check_decisions(structs.replace(game, harness=broken(harness, legal_moves=all_but_one)))

"""Given this state and these events, when a seat asks for a move, then this follows."""

from typing import Any

from msgspec import Struct

from shared.kernel.events import Decision, Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal, RefusalKind, sentence
from shared.kernel.seats import Seat


class Outcome(Struct, frozen=True):
    decision: Decision

    def then(self, *events: Event) -> None:
        assert self.decision == events

    def then_refused(self, kind: RefusalKind, **params: Any) -> None:
        assert self.decision == kind(**params)
        assert isinstance(self.decision, Refusal)
        assert "{" not in sentence(kind, self.decision)


class Spec(Struct, frozen=True):
    rules: AnyRules
    state: Any

    def given(self, *events: Event) -> "Spec":
        state = self.state
        for event in events:
            state = self.rules.evolve(state, event)
        return Spec(self.rules, state)

    def when(self, seat: int, move: str) -> Outcome:
        return Outcome(self.rules.decide(self.state, Seat(seat), self.rules.parse_move(move)))

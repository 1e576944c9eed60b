"""Every game of the catalogue runs through the whole pipeline, from a command to the verdicts."""

import pytest

from shared.catalogue import RULESETS
from shared.flows.verify import Witness, verify
from shared.kernel.game_rules import AnyRules
from tests.support.pipeline import Pipeline, game_id

GAME = game_id()


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: f"{rules.NAME}/{rules.RULESET}")
def test_a_whole_game_of_bots_is_archived_settled_and_verified(rules: AnyRules) -> None:
    short = {"deals": 2} if "deals" in rules.OPTIONS.__struct_fields__ else {}
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), rules=rules.NAME, stake=10, **short)
    pipeline.settle()
    raws = tuple(pipeline.journal.read(GAME))
    transfers = tuple(pipeline.archive.of_game(GAME))
    witness = Witness(head=pipeline.archive.position(GAME), transfers=transfers)
    verdicts = verify(GAME, raws, witness)
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    assert verdicts.sealed_from is None
    assert pipeline.view(GAME, "public")["view"]["reason"] == "completed"
    assert sum(pipeline.archive.balances().values()) == 0
    assert pipeline.signals.alarms == []

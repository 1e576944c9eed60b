"""Every refusal of the table is declared once, with its own code and a sentence."""

import re

from shared.kernel.refusal import RefusalKind, sentence
from shared.table import refusals
from shared.table.refusals import REFUSALS


def test_all_are_listed_once() -> None:
    declared = [value for value in vars(refusals).values() if isinstance(value, RefusalKind)]
    assert list(REFUSALS) == declared
    assert len({kind.code for kind in REFUSALS}) == len(REFUSALS)


def test_codes_are_namespaced_and_clauses_look_like_clauses() -> None:
    for kind in REFUSALS:
        assert re.fullmatch(r"table\.[a-z_]+", kind.code)
        assert re.fullmatch(r"(CO|GR)-[A-Z]+-\d+", kind.clause)


def test_greffiers_own_clauses_stand_for_one_thing_each() -> None:
    own = [kind.clause for kind in REFUSALS if kind.clause.startswith("GR-")]
    assert len(set(own)) == len(own)


def test_sentences_are_filled_with_their_parameters() -> None:
    for kind in REFUSALS:
        params = dict.fromkeys(re.findall(r"\{(\w+)\}", kind.text), "something")
        assert "{" not in sentence(kind, kind(**params))

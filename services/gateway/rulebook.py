"""What ``GET /v1/rules`` says of every kind of game, from the catalogue alone."""

from functools import cache
from typing import Final

from msgspec.structs import fields

from services.gateway.options import schema
from services.gateway.wire import MoveForm, ShownRules
from services.texts.languages import Language, translated
from services.texts.names import TITLES, names
from shared import catalogue
from shared.kernel.game_rules import AnyRules, Move

TABLE_COMMANDS: Final = (
    "table:ready",
    "table:seed:{seed}",
    "table:stop",
    "table:unstop",
    "table:abandon",
    "table:leave",
)
"""What may be asked of every table, written as moves are."""


def shown_rules(rules: AnyRules, language: Language) -> ShownRules:
    """One kind of game, its names in ``language``."""
    return ShownRules(
        rules=rules.NAME,
        ruleset=rules.RULESET,
        title=translated(TITLES.get(rules.NAME, rules.NAME), language),
        deck=rules.DECK,
        names=dict(names(rules.NAME, rules.DECK, language)),
        moves=tuple(_form(move) for move in rules.MOVES),
        options=schema(rules),
    )


def _form(move: type[Move]) -> MoveForm:
    tag = str(move.__struct_config__.tag)
    return MoveForm(":".join((tag, *(f"{{{field.name}}}" for field in fields(move)))), tag)


@cache
def kinds(language: Language) -> tuple[ShownRules, ...]:
    """Every kind of game that new tables are opened for."""
    return tuple(shown_rules(rules, language) for rules in catalogue.BY_NAME.values())

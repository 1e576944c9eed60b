"""The options of a table as front-ends give them: the table's and the rules' own, flat."""

from functools import cache
from typing import Any, Final

from msgspec import NODEFAULT, Struct, ValidationError, convert, defstruct, json, to_builtins
from msgspec.structs import FieldInfo, fields

from services.gateway.problems import malformed
from services.gateway.reading import fault_of
from shared import catalogue
from shared.kernel.game_rules import AnyRules
from shared.table.events import HouseRule
from shared.table.options import TableOptions

WHERE: Final = "body"
INT_MAX: Final = 2**53 - 1
"""The largest int that every JSON reader reads exactly."""
TEXT_MAX: Final = 64


class Chosen(Struct, frozen=True):
    """Options read: the table's, and the rules' own as the log will hold them."""

    table: TableOptions
    house_rules: dict[str, HouseRule]


def flat_type(rules: AnyRules) -> type[Struct]:
    """One struct of every option that a table under ``rules`` has."""
    return _flat_type(rules.NAME, rules.RULESET)


@cache
def _flat_type(name: str, ruleset: int) -> type[Struct]:
    rules = catalogue.BY_RULESET[name, ruleset]
    own, table = fields(rules.OPTIONS), fields(TableOptions)
    shared_names = {field.name for field in own} & {field.name for field in table}
    assert not shared_names, f"options of {name} hide the table's: {shared_names}"
    title = "".join(word.capitalize() for word in name.split("_"))
    return defstruct(
        f"{title}Options",
        [(field.name, field.type, _default(field)) for field in (*own, *table)],
        frozen=True,
        forbid_unknown_fields=True,
    )


def schema(rules: AnyRules) -> dict[str, Any]:
    """JSON Schema of the flat options: a front-end's "table rules" screen."""
    return json.schema(flat_type(rules))


def read_options(rules: AnyRules, given: dict[str, Any]) -> Chosen:
    """The options in ``given``. Raises Problem, which names the option that is wrong."""
    try:
        flat = convert(given, flat_type(rules))
    except ValidationError as error:
        raise fault_of(error, flat_type(rules), WHERE, "$.options") from error
    own = {
        field.name: _bounded(field.name, to_builtins(getattr(flat, field.name)))
        for field in fields(rules.OPTIONS)
    }
    table = TableOptions(
        **{field.name: getattr(flat, field.name) for field in fields(TableOptions)}
    )
    return Chosen(table, own)


def _default(field: FieldInfo) -> Any:
    assert field.default is not NODEFAULT, f"the option {field.name} needs a default"
    return field.default


def _bounded(name: str, value: HouseRule) -> HouseRule:
    """House rules bound their values by refusals; what no log could hold is no option."""
    where = f"{WHERE} at $.options.{name}"
    if isinstance(value, int) and abs(value) > INT_MAX:
        raise malformed(where, "the number is out of range", f"at most {INT_MAX} either way")
    if isinstance(value, str) and len(value) > TEXT_MAX:
        raise malformed(where, "the text is too long", f"at most {TEXT_MAX} characters")
    return value

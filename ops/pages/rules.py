"""``python -m ops.pages.rules``, what ``make pages`` runs: docs/rules/, its generated parts anew.

The page of the log goes along: what its events hold is generated as well.

A page a game, of the game's name: its prose and its marks are all that the page of a new game
needs. What a mark may ask for is in :data:`SAYINGS`; a block's first word chooses.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import NODEFAULT, Struct, convert, json, to_builtins
from msgspec.structs import FieldInfo, fields

from ops.pages import log_format, situations
from ops.pages.blocks import renewed
from ops.pages.docstrings import field_docs, first_sentence
from ops.pages.layout import ROOT, clauses_of, code, linked, shown_json, table
from services.texts.languages import LANGUAGES, SOURCE, TRANSLATED
from services.texts.names import SUITS, names
from services.texts.refusals import sentence
from shared import catalogue
from shared.cards.hands import codes_in
from shared.kernel.game_rules import AnyRules, Move

FOLDER: Final = ROOT / "docs" / "rules"
INDEX: Final = FOLDER / "README.md"


def pages() -> list[Path]:
    """The index, and the page of every game."""
    return sorted(FOLDER.glob("*.md"))


def written(page: Path) -> str:
    """What ``page`` should say, its generated parts as the code has them."""
    rules = None if page == INDEX else catalogue.BY_NAME[page.stem]
    return renewed(page.read_text(encoding="utf-8"), lambda asked: say(rules, asked))


def say(rules: AnyRules | None, asked: str) -> str:
    """The generated part that a mark asks for."""
    word, _, rest = asked.partition(" ")
    if rules is None:
        return ON_THE_INDEX[word](rest)
    return SAYINGS[word](rules, rest)


# --- the index -------------------------------------------------------------------------------


def _games(_: str) -> str:
    rows = (
        (f"[{code(name)}]({name}.md)", f"{len(rules.DECK)} cards", ", ".join(_tags(rules)))
        for name, rules in catalogue.BY_NAME.items()
    )
    return table(("game", "pack", "moves"), rows)


# --- a game's page ---------------------------------------------------------------------------


def _facts(rules: AnyRules, _: str) -> str:
    drawn = "drawn, or fixed by the table's `first_dealer`"
    loss = rules.max_loss(rules.OPTIONS())
    rows = (
        ("rules, ruleset", f"{code(rules.NAME)}, {rules.RULESET}"),
        ("pack, lowest first", f"{len(rules.DECK)} cards: {_pack(rules)}"),
        ("first dealer", drawn if rules.DRAWS_DEALER else "plays no part"),
        ("most a seat can lose in a deal", "unlimited" if loss is None else f"{loss} points"),
    )
    return table(("fact", "value"), rows)


def _moves(rules: AnyRules, _: str) -> str:
    rows = ((_examples(rules, kind), linked(first_sentence(kind))) for kind in rules.MOVES)
    return table(("move", "what it asks for"), rows)


def _options(rules: AnyRules, _: str) -> str:
    if not fields(rules.OPTIONS):
        return linked(first_sentence(rules.OPTIONS))
    said = field_docs(rules.OPTIONS)
    rows = (
        (code(field.name), _values(field), code(_plain(field.default)), linked(said[field.name]))
        for field in fields(rules.OPTIONS)
    )
    return table(("option", "values", "default", "what it settles"), rows)


def _view(rules: AnyRules, rest: str) -> str:
    """``view NAME, after SEQ, for seat 2``: of the golden game NAME."""
    name, after, viewer = rest.split(", ")
    seq, who = int(after.removeprefix("after ")), viewer.removeprefix("for ")
    return shown_json(situations.shown_view(rules, name, seq, situations.viewer_of(who)))


def _refused(rules: AnyRules, rest: str) -> str:
    """``refused NAME, after SEQ, MOVE``: of the seat to move in the golden game NAME."""
    name, after, move = rest.split(", ")
    refusal = situations.refused(rules, name, int(after.removeprefix("after ")), move)
    texts = {language: sentence(refusal, language) for language in LANGUAGES}
    told = {
        "code": refusal.code,
        "clause": refusal.clause,
        "text": texts[SOURCE],
        "params": refusal.params,
    }
    rows = ((code(language), texts[language]) for language in TRANSLATED)
    return f"{shown_json(told)}\n\n{table(('for readers of', 'text'), rows)}"


def _moments(rules: AnyRules, rest: str) -> str:
    """``moments NAME SEQ=what is to be seen; …``: what may be played after that entry."""
    rows = []
    for moment in rest.split("; "):
        place, _, said = moment.partition("=")
        name, _, seq = place.partition(" ")
        seen = situations.of_the_mover(rules, name, int(seq))
        may = {text.removeprefix("play:") for text in seen["legal"]}
        playable = [card for card in seen["hand"] if card in may]
        cells = (seen["trick"]["cards"], seen["hand"], playable)
        rows.append([said, *(" ".join(cards) for cards in cells)])
    return table(("what is to be seen", "lying", "in hand", "may be played"), rows)


def _refusals(rules: AnyRules, _: str) -> str:
    rows = ((code(kind.code), linked(kind.clause), kind.text) for kind in rules.REFUSALS)
    return table(("code", "clause", "sentence"), rows)


def _events(rules: AnyRules, _: str) -> str:
    rows = (
        (code(f"{kind.name}/{kind.version}"), _named(kind.cls), linked(first_sentence(kind.cls)))
        for kind in rules.EVENTS
    )
    return table(("event", "data", "what happened"), rows)


def _rows(rules: AnyRules, rest: str) -> str:
    """``rows MODULE.NAME; attribute=heading; …``: rows of the game's own data as a table."""
    place, *columns = rest.split("; ")
    module, _, name = place.rpartition(".")
    data = getattr(import_module(f"shared.games.{rules.NAME}.{module}"), name)
    attributes, headings = zip(*(column.split("=") for column in columns), strict=True)
    return table(headings, ([_cell(rules, row, each) for each in attributes] for row in data))


def _names(rules: AnyRules, _: str) -> str:
    """What the codes of the game are called that are neither cards nor suits."""
    called = {language: names(rules.NAME, rules.DECK, language) for language in LANGUAGES}
    own = [one for one in called[SOURCE] if one not in rules.DECK and one not in SUITS]
    rows = ([code(one), *(called[language][one] for language in LANGUAGES)] for one in own)
    return table(("code", *map(code, LANGUAGES)), rows)


def _clauses(_rules: AnyRules, rest: str) -> str:
    return clauses_of(rest)


SAYINGS: Final[dict[str, Callable[[AnyRules, str], str]]] = {
    "facts": _facts,
    "moves": _moves,
    "options": _options,
    "view": _view,
    "refused": _refused,
    "moments": _moments,
    "refusals": _refusals,
    "events": _events,
    "rows": _rows,
    "names": _names,
    "clauses": _clauses,
}
ON_THE_INDEX: Final[dict[str, Callable[[str], str]]] = {"games": _games, "clauses": clauses_of}


# --- what it is made of ----------------------------------------------------------------------


def _pack(rules: AnyRules) -> str:
    return f"{code(rules.DECK[0])}, {code(rules.DECK[1])} … {code(rules.DECK[-1])}"


def _tag(kind: type[Move]) -> str:
    return str(kind.__struct_config__.tag)


def _tags(rules: AnyRules) -> Iterator[str]:
    return (code(_tag(kind)) for kind in rules.MOVES)


def _examples(rules: AnyRules, kind: type[Move]) -> str:
    """A move of each form that golden games show; a secret one as it would be written."""
    forms: dict[int, str] = {}
    for move in situations.moves_made(rules):
        if type(move) is kind:
            text = rules.move_text(move)
            forms.setdefault(text.count(":"), text)
    if not forms:
        secret = convert({"type": _tag(kind), "cards": (1, 2, 3)}, kind)
        return code(rules.move_text(secret))
    return ", ".join(code(forms[parts]) for parts in sorted(forms))


def _named(kind: type[Struct]) -> str:
    return ", ".join(code(field.name) for field in fields(kind))


def _values(field: FieldInfo) -> str:
    """The values of an option: in the order declared, or as its JSON Schema has them."""
    if get_origin(field.type) is Literal:
        return ", ".join(map(code, get_args(field.type)))
    schema: dict[str, Any] = json.schema(field.type)
    return " or ".join(_bounded(one) for one in schema.get("anyOf", [schema]))


def _bounded(schema: dict[str, Any]) -> str:
    if "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return code(str(schema["type"]))


def _plain(value: Any) -> str:
    assert value is not NODEFAULT, "every option has a default"
    return value if isinstance(value, str) else json.encode(value).decode()


def _cell(rules: AnyRules, row: Any, name: str) -> str:
    value = getattr(row, name)
    match name, value:
        case "cards", int():
            return " ".join(codes_in(value, rules.DECK))
        case "tricks", int():
            return _numbers([bit for bit in range(value.bit_length()) if value >> bit & 1])
        case _, range():
            return _numbers(list(value))
        case _, bool():
            return "yes" if value else ""
        case _, tuple():
            return ", ".join(code(one.name) for one in value)
        case _, str():
            return code(value)
    return str(to_builtins(value)).replace("-", "−")


def _numbers(tricks: list[int]) -> str:
    """Tricks for people, who count from 1."""
    if len(tricks) > 2 and tricks == list(range(tricks[0], tricks[-1] + 1)):
        return f"{tricks[0] + 1} to {tricks[-1] + 1}"
    return ", ".join(str(trick + 1) for trick in tricks)


def main() -> int:
    texts = {page: written(page) for page in pages()}
    texts[log_format.PAGE] = log_format.written()
    for page, text in texts.items():
        if text != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

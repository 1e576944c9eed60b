"""Every message id there is, with what translators should know of it."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from services.texts import names
from services.texts.refusals import KINDS, NOTHING


class Message(Struct, frozen=True):
    """A text to be translated."""

    id: str
    note: str
    """Where it stands, for translators."""


def _named(table: dict[str, str], what: str) -> list[Message]:
    return [Message(name, f"{what}: {code}") for code, name in table.items()]


def _cards() -> Iterable[Message]:
    forms = {
        **{f"rank {rank}": form for rank, form in names.RANKS.items()},
        "tarocks II to XX": names.TAROCK,
        **{f"tarock {code}": form for code, form in names.NAMED_TAROCKS.items()},
    }
    for what, form in forms.items():
        yield Message(form.alone, f"card, by itself: {what}")
        yield Message(form.spoken, f"card, within a sentence: {what}")


MESSAGES: Final[tuple[Message, ...]] = (
    *_named(names.TITLES, "game"),
    *_named(names.SUITS, "suit, also within the names of cards"),
    *_cards(),
    *_named(names.RUSSIAN_CONTRACTS, "contract of king_russian"),
    *_named(names.TURKISH_CONTRACTS, "contract of king_turkish"),
    *_named(names.BIDS, "bid of appel_au_roi"),
    *_named(names.PRIMES, "prime of appel_au_roi"),
    *_named(names.WORDS, "word of appel_au_roi"),
    Message(NOTHING, "within a refusal, where nothing can be listed"),
    *(Message(kind.text, f"refusal, {kind.clause}: {kind.code}") for kind in KINDS.values()),
)
"""The names of what players see, then why things are refused; a text may stand twice."""

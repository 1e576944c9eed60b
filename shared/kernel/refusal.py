"""What a well-formed command gets when it changes nothing: a refusal, which is a value."""

from typing import TypeAlias

from msgspec import Struct

RefusalParam: TypeAlias = int | str | tuple[str, ...]
"""What a refusal's sentence may be filled with; cards as their codes (CO-CARD-3)."""


class Refusal(Struct, frozen=True):
    """Why a command changed nothing. An answer, not an error."""

    code: str
    """Stable and namespaced, for programs: ``call_break.must_follow_suit``."""
    clause: str
    """The clause of the rule pages it rests on: ``CB-PLAY-2``; ``GR-*`` are Greffier's own."""
    params: dict[str, RefusalParam] = {}


class RefusalKind(Struct, frozen=True):
    """One reason to refuse, declared once: its code, its clause and its English sentence.

    ``text`` says what was broken and what would be right; ``{name}`` stands for a parameter.
    A list is a choice ("play {allowed}": one of them), but for the parameters in ``all_of``.
    Other languages translate ``text`` (it is the message id).
    """

    code: str
    clause: str
    text: str
    all_of: tuple[str, ...] = ()
    """The parameters whose list is meant as a whole: "lay away {must}"."""

    def __call__(self, **params: RefusalParam) -> Refusal:
        return Refusal(self.code, self.clause, params)


def sentence(kind: RefusalKind, refusal: Refusal) -> str:
    """The English text of ``refusal``: ``you must follow suit: ...``."""
    shown = {
        name: ", ".join(value) if isinstance(value, tuple | list) else value
        for name, value in refusal.params.items()
    }
    return kind.text.format_map(shown)

"""The house rules that a table of Russian King may choose: none."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds, values and duties are fixed by the text."""

"""Which names players may show to one another: what is seen of one is all that there is to it."""

import unicodedata
from typing import Final

LENGTH_MAX: Final = 40

RIGHT: Final = (
    "letters, digits, signs and single spaces between them; nothing invisible, "
    f"{LENGTH_MAX} characters at most"
)
"""What would be right."""

_BLANK: Final = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # fillers of Hangul syllables
            *(0x17B4, 0x17B5),  # inherent vowels of Khmer
            *range(0x180B, 0x1810),  # variation selectors of Mongolian
            0x2800,  # braille without a dot
            *range(0xFE00, 0xFE10),  # variation selectors
            *range(0xE0100, 0xE01F0),  # more of them
        ),
    )
)
"""Characters that show nothing and are of categories that show something."""


def display_name(text: str) -> str | None:
    """``text`` as others see it, in NFC: one name has one spelling. None: it is no name.

    ``isprintable`` is false for controls, formats (joiners, bidi controls), surrogates, private
    and unassigned characters, and every separator but the space.
    """
    name = unicodedata.normalize("NFC", text)
    good = (
        0 < len(name) <= LENGTH_MAX
        and name.isprintable()
        and _BLANK.isdisjoint(name)
        and name == " ".join(name.split())
        # A mark without a letter before it would be drawn upon whatever stands in front.
        and not any(unicodedata.category(word[0]).startswith("M") for word in name.split())
    )
    return name if good else None

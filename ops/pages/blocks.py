"""The generated parts of a page: where they are, and how they are written anew.

::

    <!-- generated: options -->

    | … |

    <!-- end of generated -->

What stands between the two marks is the machine's; all else on the page is written by hand. A
mark may go over several lines.
"""

import re
from collections.abc import Callable
from typing import Final

_BLOCK: Final = re.compile(
    r"^(<!-- generated: ((?:(?!-->).)+) -->)\n.*?^<!-- end of generated -->$",
    re.MULTILINE | re.DOTALL,
)
END: Final = "<!-- end of generated -->"


def renewed(page: str, say: Callable[[str], str]) -> str:
    """``page`` with every generated part as ``say`` gives it for what its mark asks."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n\n{say(_one_line(found[2]))}\n\n{END}", page)


def by_hand(page: str) -> str:
    """What of ``page`` is written by hand."""
    return _BLOCK.sub("", page)


def asked(page: str) -> list[str]:
    """What the marks of ``page`` ask for, in order."""
    return [_one_line(found[2]) for found in _BLOCK.finditer(page)]


def _one_line(text: str) -> str:
    return " ".join(text.split())

"""Frames: a view with the events that led to it, as the text that sockets carry."""

from collections.abc import Sequence
from typing import Final

from msgspec import Raw

from services.gateway.messages import Frame, ServerMessage, encode
from services.gateway.sight import Stored
from services.gateway.watcher import Text
from shared.flows.events import CODEC
from shared.flows.showing import show_entry
from shared.kernel.game_rules import AnyRules

EVENTS_MAX: Final = 512
"""How many events one frame carries: the newest; older ones are asked for by ``after``."""


class EventTexts:
    """Entries as the JSON that frames carry; each is read once, however many watch."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules: Final = rules
        self._texts: Final[dict[bytes, Raw]] = {}

    def of(self, raws: Sequence[bytes]) -> list[Raw]:
        """The shown events of ``raws``. Raises Unreadable."""
        return [self._texts.get(raw) or self._read(raw) for raw in raws]

    def _read(self, raw: bytes) -> Raw:
        text = Raw(encode(show_entry(self._rules, CODEC.decode(raw))))
        self._texts[raw] = text
        return text


def text_of(message: ServerMessage) -> Text:
    """``message`` as it is sent."""
    raw = encode(message)
    return Text(raw.decode(), len(raw))


def frame(view: Stored, missed: Sequence[bytes], texts: EventTexts, *, rewound: bool) -> Text:
    """The frame for whoever lacks ``missed``, the entries that end at the view's seq."""
    carried = missed[-EVENTS_MAX:]
    message = Frame(
        seq=view.seq,
        chain=view.chain,
        turn=view.turn,
        after=view.seq - len(carried),
        rewound=rewound,
        events=texts.of(carried),
        view=view.view,
    )
    return text_of(message)

"""What a group of watchers lacks of a game, from the views and entries read for all of them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct

from services.gateway.frames import EventTexts, frame
from services.gateway.history import History
from services.gateway.resume import Step, judge, step
from services.gateway.sight import Stored, ViewerName
from services.gateway.watcher import Text, Watcher
from shared.journal.position import Position
from shared.ports import GameId


class Group(Struct, frozen=True):
    """Watchers who look as the same viewer and know the same get the same frame."""

    viewer: ViewerName
    known: Position | None
    greeted: bool


class Lacking(Struct, frozen=True):
    """The entries between what a group knows and its view."""

    entries: Sequence[bytes] = ()
    rewound: bool = False


def grouped(watchers: Collection[Watcher]) -> dict[Group, list[Watcher]]:
    """``watchers`` by what they get; whoever came a moment ago is looked at next time."""
    groups: dict[Group, list[Watcher]] = {}
    for watcher in watchers:
        if watcher.viewer is None:
            continue
        group = Group(watcher.viewer, watcher.known, watcher.greeted)
        groups.setdefault(group, []).append(watcher)
    return groups


class Missed(Struct, frozen=True):
    """The entries that somebody lacks: those after seq ``after``, as far as they were read."""

    after: int
    entries: Sequence[bytes]


class Delivery:
    """One reading of a game: its views, and the entries that anyone lacks, read once."""

    def __init__(
        self,
        game: GameId,
        history: History,
        views: Mapping[ViewerName, Stored],
        texts: EventTexts,
    ) -> None:
        self._game: Final = game
        self._history: Final = history
        self._views: Final = views
        self._texts: Final = texts
        self._missed = Missed(0, ())

    async def complete(self, missed: Missed) -> None:
        """Take what was read already, and read on to the newest view. Raises Unavailable."""
        reached = missed.after + len(missed.entries)
        newest = max(view.seq for view in self._views.values())
        more = await self._history.entries(self._game, reached, newest)
        self._missed = Missed(missed.after, [*missed.entries, *more] if more else missed.entries)

    async def deliver(self, group: Group, watchers: Sequence[Watcher]) -> None:
        """Give ``watchers``, who make up ``group``, the frame they lack. Raises Unavailable."""
        view = self._views.get(group.viewer)
        lacking = None if view is None else await self._lacking(group, view)
        if view is None or lacking is None:
            return
        text = frame(view, lacking.entries, self._texts, rewound=lacking.rewound)
        for watcher in watchers:
            _give(watcher, view, text)

    async def _lacking(self, group: Group, view: Stored) -> Lacking | None:
        """None: nothing, or nothing that may be sent yet."""
        known, shown = group.known, view.position
        if known is None:
            return Lacking()
        if known == shown:
            return None if group.greeted else Lacking()
        # Whoever came after the reading may know less than was read for: then the log is asked.
        place = known.seq - self._missed.after
        missed = self._missed.entries[place:] if place >= 0 else ()
        if step(known, shown, missed) is Step.FORWARD:
            return Lacking(missed[: shown.seq - known.seq])
        log = await self._history.entries(self._game, 0, max(known.seq, shown.seq))
        match judge(self._game, known, shown, log):
            case Step.FORWARD:
                return Lacking(log[known.seq : shown.seq])
            case Step.REWIND:
                return Lacking(log[: shown.seq], rewound=True)
        return None


def _give(watcher: Watcher, view: Stored, text: Text) -> None:
    watcher.offer(text)
    watcher.known, watcher.greeted = view.position, True
    watcher.head = view.seq

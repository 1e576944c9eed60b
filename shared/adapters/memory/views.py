"""Views and the news of them, in this process: the twin of the cache."""

from collections.abc import Mapping, Sequence

from shared.ports import GameId, News


class MemoryViews:
    """The port ``Views``. ``news`` holds all that was told, oldest first."""

    def __init__(self) -> None:
        self.news: list[News] = []
        self._views: dict[tuple[str, str], bytes] = {}
        self._parked: dict[GameId, str] = {}
        self._generation: str | None = None

    def put(self, renewed: Sequence[tuple[News, Mapping[str, bytes]]], /) -> None:
        for news, views in renewed:
            self._views |= {(news.game, viewer): view for viewer, view in views.items()}
            self.news.append(news)

    def get(self, game: GameId, viewer: str, /) -> bytes | None:
        return self._views.get((game, viewer))

    def drop(self, game: GameId, /) -> None:
        self._views = {name: view for name, view in self._views.items() if name[0] != game}
        self._parked.pop(game, None)

    def park(self, game: GameId, reason: str, /) -> None:
        self._parked[game] = reason

    def unpark(self, game: GameId, /) -> None:
        self._parked.pop(game, None)

    def parked(self) -> dict[GameId, str]:
        return dict(self._parked)

    def generation(self) -> str | None:
        return self._generation

    def mark_generation(self, generation: str, /) -> None:
        self._generation = generation

    def flush(self) -> None:
        """Lose everything, as the cache may at any time."""
        self.news.clear()
        self._views.clear()
        self._parked.clear()
        self._generation = None

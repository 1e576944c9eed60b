"""People at an installation under test: they ask over HTTP until they are answered.

What they were told is kept outside the system, so that a test can hold the system to it.
"""

from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex
from typing import Any, Final

import httpx
from msgspec import Struct

from services.gateway.opening import opening_command_id
from shared.fairness.deals import seed_commitment
from shared.kernel.seats import Seat
from shared.ports import GameId
from tests.support.service import Service

AWAY: Final = 503
PENDING: Final = 202
REFUSED: Final = 409
BOTS: Final = (0, 1, 2, 3)
_MOVE: Final = "move:"


class Told(Struct, frozen=True):
    """An answer that a player was given: the command stands in the log from first to last."""

    game: GameId
    actor: str
    command_id: str
    accepted: tuple[int, int]


class Player:
    """Someone with a token. Repeats every request until it is answered, as a front-end does."""

    def __init__(self, service: Service, name: str) -> None:
        self._service: Final = service
        self.told: Final[list[Told]] = []
        self._headers: dict[str, str] = {}
        created = self.post("/v1/players", {"name": name}).json()
        self.player: Final[str] = created["player"]
        self._headers = {"Authorization": f"Bearer {created['token']}"}

    @property
    def actor(self) -> str:
        return f"player:{self.player}"

    def get(self, path: str) -> httpx.Response:
        return self._answered(lambda: self._service.http.get(path, headers=self._headers))

    def post(self, path: str, body: object) -> httpx.Response:
        return self._answered(
            lambda: self._service.http.post(path, json=body, headers=self._headers)
        )

    def open(self, request_id: str, **chosen: Any) -> GameId:
        """Open a table, of four bots if nothing else is ``chosen``."""
        options = {"deals": 1, "stake": 5, "level": "beginner", "pause_seconds": 0}
        body = {
            "request_id": request_id,
            "rules": "call_break",
            "options": options | chosen.pop("options", {}),
            "bots": BOTS,
            "bots_at_stake": True,
            **chosen,
        }
        answer = self.post("/v1/games", body)
        assert answer.status_code in {201, PENDING}, answer.text
        game = GameId(answer.json()["game"])
        self._note(game, opening_command_id(request_id), answer)
        return game

    def sees(self, game: GameId) -> bool:
        """Whether there is a view of ``game`` for this player."""
        return self.get(f"/v1/games/{game}/view").status_code == 200

    def command(
        self, game: GameId, command_id: str, move: str, turn: str | None = None
    ) -> httpx.Response:
        """Ask for a move, or something of the table."""
        body = {"command_id": command_id, "move": move, "turn": turn}
        answer = self.post(f"/v1/games/{game}/commands", body)
        self._note(game, command_id, answer)
        return answer

    def _note(self, game: GameId, command_id: str, answer: httpx.Response) -> None:
        accepted = answer.json().get("accepted")
        if accepted is not None:
            self.told.append(Told(game, self.actor, command_id, tuple(accepted)))

    def _answered(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        answers: list[httpx.Response] = []

        def is_answered() -> bool:
            try:
                answers.append(ask())
            except httpx.TransportError:
                return False
            return answers[-1].status_code != AWAY

        self._service.until(is_answered, "an answer")
        assert answers[-1].status_code < 500, answers[-1].text
        return answers[-1]


class Human(Player):
    """A player who takes a seat and makes the first legal move at every turn."""

    def __init__(self, service: Service, name: str) -> None:
        super().__init__(service, name)
        self._seed: Final = sha256(name.encode()).hexdigest()
        self.game: GameId | None = None

    def sit(self, game: GameId, seat: int) -> None:
        """Take the seat, and reveal the seed: the game starts when all have."""
        self.game = game
        commitment = seed_commitment(game, Seat(seat), self._seed).hex()
        body = {"command_id": "sit", "seat": seat, "commitment": commitment}
        answer = self.post(f"/v1/games/{game}/seats", body)
        assert answer.status_code in {201, PENDING}, answer.text

    @property
    def moves(self) -> int:
        """How many moves this player was told are accepted."""
        return sum(told.command_id.startswith(_MOVE) for told in self.told)

    def has_played(self, turn: str) -> bool:
        """Whether this player was told that their move of ``turn`` was accepted."""
        return any(told.command_id == _MOVE + turn for told in self.told)

    def act(self) -> None:
        """Look once, and make the move if it is ours: the same one however often it is asked."""
        assert self.game is not None
        shown = self.get(f"/v1/games/{self.game}/view")
        if shown.status_code != 200:
            return
        stored = shown.json()
        view = stored["view"]
        seated = [seat for seat in view["seats"] if seat["player"] == self.player]
        if view["phase"] == "revealing" and seated and seated[0]["seed"] is None:
            self.command(self.game, "reveal", f"table:seed:{self._seed}")
        elif stored["turn"] is not None:
            self._move(stored["turn"], view["match"]["legal"][0])

    def _move(self, turn: str, move: str) -> None:
        assert self.game is not None
        answer = self.command(self.game, _MOVE + turn, move, turn)
        if answer.status_code == REFUSED:
            # The view was older than the log: that turn was played, or its deal voided.
            assert answer.json()["code"] in {"table.stale_turn", "table.no_deal"}, answer.text


class Visitors:
    """A host who opens tables for bots, and humans who each play at one of their own."""

    def __init__(self, service: Service) -> None:
        self._service: Final = service
        self._name: Final = token_hex(4)
        self.humans: Final[list[Human]] = []
        self._refused: Final[list[tuple[GameId, str]]] = []
        self.host: Final = Player(service, "host")
        self.games: Final[list[GameId]] = []

    @property
    def players(self) -> list[Player]:
        return [self.host, *self.humans]

    def open(self, bots: int = 0, humans: int = 0, **options: Any) -> None:
        """Open so many tables of bots alone, and so many with a human among the bots."""
        for _ in range(bots):
            self.games.append(self.host.open(self._request_id(), options=options))
        for _ in range(humans):
            human = Human(self._service, f"human {self._request_id()}")
            game = human.open(self._request_id(), bots=(1, 2, 3), options=options)
            human.sit(game, 0)
            self.humans.append(human)
            self.games.append(game)

    def _request_id(self) -> str:
        return f"{self._name}:{len(self.games)}"

    def ask_wrongly(self, game: GameId) -> None:
        """Ask for a move of a turn that never was, by someone who does not play."""
        command_id = f"wrong:{len(self._refused)}"
        answer = self.host.command(game, command_id, "call:3", turn="1-00000000")
        if answer.status_code == REFUSED:
            self._refused.append((game, command_id))

    def running(self) -> list[GameId]:
        """The games that SQL does not know to be over."""
        return [game for game in self.games if not self._service.is_over(game)]

    def entries(self) -> int:
        """How many entries the logs of all games hold."""
        return sum(map(self._service.seq, self.games))

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Play on until ``condition`` holds."""

        def holds() -> bool:
            for human in self.humans:
                human.act()
            return bool(condition())

        self._service.until(holds, what)

    def play(self, entries: int) -> None:
        """Play on until all logs together have grown by ``entries``; something runs even then."""
        wanted = self.entries() + entries

        def grown() -> bool:
            if not self.running():
                self.open(bots=1)
            return self.entries() >= wanted

        self.until(grown, f"{entries} more entries")

    def finish(self) -> None:
        """Play every game to its end."""
        self.until(lambda: not self.running(), f"{len(self.games)} games end")

    def refusals_are_kept(self) -> bool:
        """Whether SQL holds every refusal that was told, as evidence, once."""
        archive = self._service.archive
        return all(
            [record.command_id for record in archive.refusals_of(game)].count(command_id) == 1
            for game, command_id in self._refused
        )

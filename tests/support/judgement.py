"""Whether an installation came through: what SQL, log, ledger and log files say in the end."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from shared.flows import records, tables
from shared.flows.verify import Witness, verify
from shared.journal.commits import answers_of
from shared.journal.envelope import open_envelope
from shared.ports import GameId
from tests.support.players import Player
from tests.support.service import Service


class Judge:
    """Judges what happened at a service since the last time it was asked."""

    def __init__(self, service: Service) -> None:
        self._service: Final = service
        self._read_to: dict[Path, int] = {}
        self._alarms_heard = 0
        self.alarms()

    def judge(
        self,
        games: Sequence[GameId],
        players: Iterable[Player] = (),
        expected: Collection[str] = (),
    ) -> None:
        """All ``games`` are over, whole and settled; ``expected``: alarms that were called for."""
        service = self._service
        service.until(lambda: all(map(service.is_over, games)), f"{len(games)} games end")
        service.until(lambda: service.waiting_commands() == 0, "every command is answered")
        for game in games:
            self._judge_game(game)
        for player in players:
            self._judge_told(player)
        assert sum(service.transfers.balances().values()) == 0
        for projector in (records.NAME, tables.NAME):
            assert not service.archive.parked(projector), service.archive.parked(projector)
        for partition in range(service.settings.partitions):
            assert not service.queue.parked(partition), service.queue.parked(partition)
        unexpected = [alarm for alarm in self.alarms() if alarm["event"] not in expected]
        assert not unexpected, unexpected

    def _judge_game(self, game: GameId) -> None:
        service = self._service
        entries = service.archive.entries(game)
        witness = Witness(
            head=service.archive.position(game), transfers=service.transfers.of_game(game)
        )
        verdicts = verify(game, entries, witness)
        assert verdicts.findings == (), (game, verdicts.findings)
        assert verdicts.sealed_from is None, game
        # Raises where one command stands in the log twice.
        answers_of(map(open_envelope, entries))
        head = service.journal.head(game)
        if head is None:
            return  # a log that was lost after the game was closed is not put back
        assert head.position == service.archive.position(game), game
        in_log = service.journal.read(game)
        head = service.journal.head(game)
        assert head is not None
        assert head.status == "closed" or (head.status, in_log) == ("open", entries), game

    def _judge_told(self, player: Player) -> None:
        """What a player was told stands, at its place and once."""
        for told in player.told:
            recorded = answers_of(map(open_envelope, self._service.archive.entries(told.game)))
            found = recorded[told.actor, told.command_id]
            assert (found.first, found.last) == told.accepted, told

    def alarms(self) -> list[dict[str, Any]]:
        """What the processes cried out since this was last asked; a stack is an alarm too."""
        folder = self._service.folder / "logs"
        said = [alarm for path in sorted(folder.glob("*.log")) for alarm in self._said(path)]
        heard = self._service.signals.alarms[self._alarms_heard :]
        self._alarms_heard += len(heard)
        return said + [{"event": what, **facts} for what, facts in heard]

    def _said(self, path: Path) -> Iterator[dict[str, Any]]:
        start = self._read_to.get(path, 0)
        with path.open("rb") as file:
            file.seek(start)
            text = file.read()
        self._read_to[path] = start + len(text)
        for line in text.decode(errors="replace").splitlines():
            if line.startswith("Traceback"):
                yield {"event": "traceback", "file": path.name}
            elif line.startswith("{"):
                try:
                    fact = json.loads(line)
                except ValueError:
                    continue  # cut short by a kill
                if fact["level"] in {"error", "critical"}:
                    # What a library says is told by its logger: its words are not ours.
                    yield {**fact, "event": fact.get("logger", fact["event"])}

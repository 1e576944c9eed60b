"""`greffier up` as an operator meets it: said, stopped, killed, started again; games go on."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import pytest

from services.cli.http import Api, GatewayRefused
from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role
from shared.adapters.redis.connection import connect
from shared.adapters.system.installation import reach
from shared.adapters.system.settings_source import read_settings
from shared.fairness.deals import seed_commitment
from shared.kernel.seats import Seat
from shared.ports import GameId

GREFFIER: Final = [sys.executable, "-c", "from services.cli.main import run; run()"]

POLL_S: Final = 0.02
SEED: Final = "5e" * 32
WHOLE_GAME: Final = 1_000
"""More moves than any game here has."""

pytestmark = pytest.mark.integration


class Operator:
    """Someone at a shell with one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("GREFFIER_")}
        self.environ: Final = {
            **inherited,
            "GREFFIER_DATA": str(folder),
            "GREFFIER_LISTEN": "127.0.0.1:0",
            "GREFFIER_PARTITIONS": "2",
        }

    def run(self, *arguments: object, **environ: str) -> subprocess.CompletedProcess[str]:
        """A command, to its end."""
        return subprocess.run(
            [*GREFFIER, *map(str, arguments)],
            env=self.environ | environ,
            capture_output=True,
            text=True,
            check=False,
        )


class Up:
    """A running ``greffier up``, killed at the end if it still runs."""

    def __init__(self, operator: Operator) -> None:
        self.process: Final = subprocess.Popen(
            [*GREFFIER, "up"],
            env=operator.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.said: Final = [self.process.stdout.readline().rstrip("\n") for _ in range(3)]
        assert self.said[0].startswith("Greffier listens on "), self.process.communicate()
        self.url: Final = self.said[0].removeprefix("Greffier listens on ")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate()

    def end(self, by: signal.Signals) -> tuple[int, str, str]:
        """Send the signal; how it ended, and what it said meanwhile."""
        self.process.send_signal(by)
        out, err = self.process.communicate()
        return self.process.returncode, out, err


@pytest.fixture
def operator() -> Iterator[Operator]:
    # Short enough for the servers' unix sockets, which pytest's own folders are not always.
    folder = Path(tempfile.mkdtemp(prefix="gr-up-", dir="/tmp"))
    yield Operator(folder)
    shutil.rmtree(folder)


class Human:
    """Plays the first legal move at a table with three bots, which goes no faster than that."""

    def __init__(self, url: str, deals: int) -> None:
        api = Api(url)
        created = api.post("/v1/players", {"name": "Ann"})
        self._token: Final[str] = created["token"]
        options = {"deals": deals, "pause_seconds": 0}
        body = {"request_id": "one", "rules": "call_break", "options": options}
        opened = self._api(url).post("/v1/games", body | {"bots": [1, 2, 3]})
        self.game: Final = GameId(opened["game"])
        commitment = seed_commitment(self.game, Seat(0), SEED).hex()
        seat = {"command_id": "sit", "seat": 0, "commitment": commitment}
        self._api(url).post(f"/v1/games/{self.game}/seats", seat)
        self._command(url, "reveal", f"table:seed:{SEED}", None)

    def seq(self, url: str) -> int:
        """How far the game has come, as its player sees it."""
        return int(self._view(url)["seq"])

    def play(self, url: str, plays: int) -> None:
        """Move ``plays`` times, or to the end of the game; what is away is asked again."""
        done = 0
        while done < plays:
            try:
                shown = self._view(url)
                if shown["view"]["phase"] == "over":
                    return
                if shown["turn"] is not None:
                    move = shown["view"]["match"]["legal"][0]
                    self._command(url, f"move:{shown['turn']}", move, shown["turn"])
                    done += 1
            except GatewayRefused as error:
                # Away, or the view was older than the log.
                if not str(error).startswith(("503", "409")):
                    raise
            time.sleep(POLL_S)

    def _view(self, url: str) -> Any:
        return self._api(url).get(f"/v1/games/{self.game}/view")

    def _command(self, url: str, command_id: str, move: str, turn: str | None) -> None:
        body = {"command_id": command_id, "move": move, "turn": turn}
        self._api(url).post(f"/v1/games/{self.game}/commands", body)

    def _api(self, url: str) -> Api:
        return Api(url).as_player(self._token)


def test_games_go_on_after_a_stop_and_after_a_kill(operator: Operator) -> None:
    with Up(operator) as up:
        assert up.said[1:] == [
            f"  data and logs: {operator.folder}",
            "Stop it with Ctrl-C; started again, every game goes on.",
        ]
        human = Human(up.url, deals=2)
        human.play(up.url, 5)
        reached = human.seq(up.url)
        second = operator.run("up")
        assert second.stderr == f"cannot run: an installation runs in {operator.folder}\n"
        assert (second.returncode, second.stdout) == (2, "")
        status, out, err = up.end(signal.SIGINT)
        assert (status, out) == (0, "Stopping: every process finishes what it holds.\n"), err
    with Up(operator) as up:
        assert human.seq(up.url) >= reached
        human.play(up.url, 5)
        reached = human.seq(up.url)
        assert up.end(signal.SIGKILL)[0] == -signal.SIGKILL
    with Up(operator) as up:
        assert human.seq(up.url) >= reached
        human.play(up.url, WHOLE_GAME)
        doctor = operator.run("doctor")
        assert doctor.returncode == 0, doctor.stdout
        assert up.end(signal.SIGTERM)[0] == 0
    verdict = operator.run("verify", human.game)
    assert verdict.stdout.endswith("verdict: bytes good, rules good, money good\n")
    assert verdict.returncode == 0
    assert operator.run("ledger", "--game", human.game).returncode == 0


def test_a_server_that_dies_is_started_again(operator: Operator) -> None:
    with Up(operator) as up:
        human = Human(up.url, deals=1)
        human.play(up.url, 3)
        for server in ("log", "cache"):
            pid = int((operator.folder / server / "server.lock").read_text())
            os.kill(pid, signal.SIGKILL)
        human.play(up.url, WHOLE_GAME)
        status, _, err = up.end(signal.SIGHUP)  # as a terminal that is closed
        assert status == 0
        assert err.count('"event": "server_ended"') == 2
    assert operator.run("verify", human.game).returncode == 0


def alter_entry_9(operator: Operator, game: GameId) -> None:
    """Change the log behind everyone's back, as no process of ours can."""
    settings = read_settings(operator.environ)
    with connect(reach(settings, "log", Role.ADMIN)) as log:
        key = keys.log(game)
        entries: Any = log.xrange(key)
        log.delete(key)
        for seq, (entry_id, fields) in enumerate(entries, 1):
            raw = fields[b"e"]
            log.xadd(key, {b"e": raw[:-1] + bytes([raw[-1] ^ (seq == 9)])}, id=entry_id)


def test_a_frozen_game_goes_on_when_the_operator_has_decided(operator: Operator) -> None:
    with Up(operator) as up:
        human = Human(up.url, deals=1)
        human.play(up.url, 3)
        alter_entry_9(operator, human.game)
        os.kill(int((operator.folder / "log" / "server.lock").read_text()), signal.SIGKILL)
        frozen = f"✗ game {human.game}: frozen at entry "
        while frozen not in (doctor := operator.run("doctor")).stdout:
            assert doctor.returncode in {0, 1}, doctor
        why = ("--who", "olga", "--why", "a page of the disk went bad")
        recovered = operator.run("recover", human.game, "--from", "witness", *why)
        assert recovered.stdout.startswith(f"game {human.game} goes on from entry "), recovered
        human.play(up.url, WHOLE_GAME)
        up.end(signal.SIGTERM)
    verdict = operator.run("verify", human.game)
    assert verdict.stdout.endswith("verdict: bytes good, rules good, money good\n")
    told = operator.run("replay", human.game).stdout
    assert "deal voided" in told


def test_a_place_that_is_taken_is_said_before_anything_is_started(operator: Operator) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        place = f"127.0.0.1:{other.getsockname()[1]}"
        ran = operator.run("up", GREFFIER_LISTEN=place)
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"cannot run: GREFFIER_LISTEN = {place}: Address already in use; ")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert not (operator.folder / "logs").exists()


def test_a_server_of_others_that_is_not_there_is_said_at_once(operator: Operator) -> None:
    nowhere = f"unix://{operator.folder}/nowhere.sock"
    ran = operator.run("up", GREFFIER_LOG_URL=nowhere)
    (line,) = ran.stderr.splitlines()
    assert line.startswith("cannot run: ")
    assert "nowhere.sock" in line
    assert (ran.returncode, ran.stdout) == (2, "")

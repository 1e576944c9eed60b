"""`greffier demo` heeds no other installation's settings, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

GREFFIER = [sys.executable, "-c", "from services.cli.main import run; run()"]

pytestmark = pytest.mark.integration


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_demo_that_is_interrupted_leaves_nothing_behind() -> None:
    # Short enough for the servers' unix sockets, which pytest's own folders are not always.
    with tempfile.TemporaryDirectory(prefix="gr-demo-", dir="/tmp") as folder:
        elsewhere = {
            "TMPDIR": folder,
            "GREFFIER_DATA": "/nowhere",
            "GREFFIER_LOG_URL": "redis://127.0.0.1:1",
            "GREFFIER_LISTEN": "127.0.0.1:1",
        }
        demo = subprocess.Popen(
            [*GREFFIER, "demo", "call_break", "--deals", "50"],
            env=os.environ | elsewhere,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert demo.stdout is not None
        assert demo.stdout.readline().startswith("call_break, game ")
        (data,) = Path(folder).iterdir()
        servers = [int((data / name / "server.lock").read_text()) for name in ("log", "cache")]
        assert all(map(lives, servers))
        demo.send_signal(signal.SIGINT)
        _, said = demo.communicate()
        assert said == "cannot run: asked to stop before the game was over\n"
        assert demo.returncode == 2
        assert list(Path(folder).iterdir()) == []
        assert not any(map(lives, servers))

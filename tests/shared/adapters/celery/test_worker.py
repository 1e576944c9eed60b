"""A Celery worker as a process of ours, where only a process of its own can show it."""

import subprocess
import sys
from pathlib import Path

ASKED_TO_STOP_BEFORE_IT_RAN = """
import sys
from shared.adapters.celery.broker import celery_app
from shared.adapters.celery.worker import run_worker
from shared.adapters.system.process import Process
from shared.adapters.system.settings_source import read_settings

process = Process("bots", read_settings({"GREFFIER_DATA": sys.argv[1]}, ()))
process.stop.set()
run_worker(celery_app(f"unix://{sys.argv[1]}/none.sock"), process, processes=1)
print("stopped")
"""


def test_a_signal_before_celery_listens_is_not_lost(tmp_path: Path) -> None:
    """There is no broker: a worker that went on would wait for one for ever."""
    ended = subprocess.run(
        [sys.executable, "-c", ASKED_TO_STOP_BEFORE_IT_RAN, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ended.stdout.splitlines()[-1] == "stopped"

"""``python -m tests.golden.record GAME``: record the planned games of GAME that are not yet.

What is recorded is never written again. ``--retell`` writes every telling anew, after a change
of its words that was meant: logs, outcomes and views stay as they are.
"""

import argparse
import sys
from collections.abc import Sequence

from shared import catalogue
from tests.golden import shelf
from tests.golden.plans import PLANS
from tests.golden.playing import play


def record(game: str) -> list[str]:
    """Record what is planned of ``game`` and not recorded; the folders written."""
    ruleset = str(catalogue.BY_NAME[game].RULESET)
    written = []
    for plan in PLANS:
        folder = shelf.ROOT / plan.rules / ruleset / plan.name
        if plan.rules == game and not folder.exists():
            shelf.put(folder, play(plan))
            written.append(str(folder.relative_to(shelf.ROOT)))
    return written


def retell() -> list[str]:
    """Tell every golden game as this build does; the folders written."""
    for folder in shelf.folders():
        shelf.put_told(folder)
    return [str(folder.relative_to(shelf.ROOT)) for folder in shelf.folders()]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.record", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("game", nargs="?", choices=sorted(catalogue.BY_NAME), metavar="GAME")
    what.add_argument("--retell", action="store_true")
    given = parser.parse_args(arguments)
    written = retell() if given.retell else record(given.game)
    if not written:
        parser.exit(1, "all planned games are recorded, and stay as they are: plan another one\n")
    shelf.MANIFEST.write_text(shelf.sums(), encoding="utf-8")
    sys.stdout.writelines(f"{folder}\n" for folder in written)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

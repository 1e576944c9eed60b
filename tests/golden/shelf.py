"""Where golden games stand, file by file, and what they must give: written once, read for ever."""

import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json, to_builtins

from shared.flows import export
from shared.flows.events import CODEC
from shared.flows.export import Exported
from shared.flows.fold import Unsealer, fold
from shared.flows.published import NOTHING_PUBLISHED, keys_in
from shared.flows.replay import tell
from shared.flows.showing import show_data
from shared.flows.verify import verify
from shared.journal.codec import Entry
from shared.journal.commits import whole_commits
from shared.kernel.seats import PUBLIC, SEATS, Viewer
from shared.table.events import GameEnded, SettlementMade
from shared.table.state import Over, Unopened
from shared.table.view import show, view
from tests.golden.playing import Played

ROOT: Final = Path(__file__).parent
MANIFEST: Final = ROOT / "SHA256SUMS"
"""As ``sha256sum --check`` reads it."""
LOG: Final = "log.jsonl.gz"
OUTCOME: Final = "outcome.json"
VIEWS: Final = "views.jsonl"
TOLD: Final = "told.txt"
VIEWS_RECORDED: Final = 12
"""How many times in a game its views are kept."""


class Outcome(Struct, frozen=True):
    """What a game came to."""

    rules: str
    ruleset: int
    house_rules: dict[str, Any]
    entries: int
    chain: str
    """After the last entry."""
    reason: str
    """How it ended."""
    ended: dict[str, Any] | None
    """Final scores and winners, as the event shows them; None: it was never played to an end."""
    settlements: tuple[dict[str, Any], ...]
    """Every settlement as its event shows it, line by line."""
    verdict: str


class Seen(Struct, frozen=True):
    """What one viewer saw after the entry ``seq``."""

    seq: int
    viewer: Viewer
    turn: str | None
    view: dict[str, Any]


def folders() -> list[Path]:
    """The folder of every golden game."""
    return sorted(path.parent for path in ROOT.glob(f"*/*/*/{LOG}"))


def read_log(folder: Path) -> Exported:
    """The game as it was recorded."""
    with gzip.open(folder / LOG) as file:
        return export.read(file)


def read_outcome(folder: Path) -> Outcome:
    return json.decode((folder / OUTCOME).read_bytes(), type=Outcome)


def read_views(folder: Path) -> list[Seen]:
    lines = (folder / VIEWS).read_bytes().splitlines()
    return [json.decode(line, type=Seen) for line in lines]


def put(folder: Path, played: Played) -> None:
    """Put a game on the shelf. Raises FileExistsError: what is recorded stays as it is."""
    folder.mkdir(parents=True)
    lines = export.written(played.game, played.entries, played.head, played.transfers)
    # Nothing of the moment of writing goes into the file: no time, no name.
    (folder / LOG).write_bytes(gzip.compress(b"".join(lines), mtime=0))
    exported = read_log(folder)
    outcome = json.format(json.encode(outcome_of(exported)), indent=2)
    (folder / OUTCOME).write_bytes(outcome + b"\n")
    views = [json.encode(seen) + b"\n" for seen in _views(exported)]
    (folder / VIEWS).write_bytes(b"".join(views))
    put_told(folder)


def put_told(folder: Path) -> None:
    """Write down how today's build tells the game."""
    (folder / TOLD).write_text(told(read_log(folder)), encoding="utf-8")


def told(exported: Exported) -> str:
    """The game in lines of text."""
    return "".join(f"{line}\n" for line in tell(exported.game, exported.entries))


def outcome_of(exported: Exported) -> Outcome:
    """What the game comes to by today's rules."""
    entries = [CODEC.decode(raw) for raw in exported.entries]
    folded = fold(exported.game, exported.entries, keys_in(entries))
    rules, table = folded.rules, folded.table
    assert rules is not None
    assert isinstance(table, Over)
    ended = [show_data(rules, e.event) for e in entries if type(e.event) is GameEnded]
    settled = [show_data(rules, e.event) for e in entries if type(e.event) is SettlementMade]
    return Outcome(
        rules=rules.NAME,
        ruleset=rules.RULESET,
        house_rules=table.terms.house_rules,
        entries=folded.position.seq,
        chain=folded.position.chain.hex(),
        reason=table.reason,
        ended=ended[0] if ended else None,
        settlements=tuple(settled),
        verdict=verify(exported.game, exported.entries, exported.witness).line(),
    )


def seen_by(exported: Exported, seq: int, viewer: Viewer) -> Seen:
    """What ``viewer`` sees after the entry ``seq``, the last of a commit.

    The public sees it without any key, as whoever reads the log while a deal is sealed.
    """
    raws = exported.entries
    everyone: Unsealer = keys_in([CODEC.decode(raw) for raw in raws])
    folded = fold(exported.game, raws[:seq], NOTHING_PUBLISHED if viewer is PUBLIC else everyone)
    rules, table = folded.rules, folded.table
    assert rules is not None
    assert not isinstance(table, Unopened)
    shown = to_builtins(show(rules, view(rules, table, viewer)))
    return Seen(seq, viewer, folded.turn_of(viewer), json.decode(json.encode(shown)))


def _views(exported: Exported) -> Iterator[Seen]:
    """What the public sees now and then, and the seat that is to move."""
    for seq in _moments([CODEC.decode(raw) for raw in exported.entries]):
        public = seen_by(exported, seq, PUBLIC)
        yield public
        mover = public.view["to_move"]
        yield seen_by(exported, seq, SEATS[0 if mover is None else mover])


def _moments(entries: Sequence[Entry]) -> list[int]:
    """The last entries of some commits: the first, some evenly spread, and the last."""
    ends = [commit[-1].seq for commit in whole_commits(entries)]
    places = {(len(ends) - 1) * part // VIEWS_RECORDED for part in range(VIEWS_RECORDED + 1)}
    return [ends[place] for place in sorted(places)]


def lost(recorded: Any, shown: Any, place: str = "") -> Iterator[str]:
    """Where ``shown`` no longer says what was recorded; a field that is new there is no loss."""
    if isinstance(recorded, dict) and isinstance(shown, dict):
        for key, value in recorded.items():
            if key not in shown:
                yield f"{place}.{key} is gone"
            else:
                yield from lost(value, shown[key], f"{place}.{key}")
    elif isinstance(recorded, list) and isinstance(shown, list) and len(recorded) == len(shown):
        for index, (before, now) in enumerate(zip(recorded, shown, strict=True)):
            yield from lost(before, now, f"{place}[{index}]")
    elif recorded != shown:
        yield f"{place}: {recorded} was recorded, and it is {shown}"


def sums() -> str:
    """The manifest of what stands on the shelf."""
    files = sorted(path for folder in folders() for path in folder.iterdir())
    lines = (
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT).as_posix()}\n"
        for path in files
    )
    return "".join(lines)

"""What a diagnosis says beside the heads: keys that are lost, commands that were set aside."""

from shared.flows.diagnosis import Finding, Instruments, diagnose, lost_master_keys
from shared.ports import Delivered
from tests.support.pipeline import PARTITION, Pipeline, game_id

BOTS = (0, 1, 2, 3)


def test_games_whose_master_key_is_not_here_are_counted_by_it() -> None:
    pipeline = Pipeline()
    for number in (1, 2):
        pipeline.open(game_id(number), BOTS, deals=1)
    current = pipeline.secrets.current_id
    assert list(lost_master_keys(pipeline.journal, (PARTITION,), {current})) == []
    (found,) = lost_master_keys(pipeline.journal, (PARTITION,), {"0" * 16})
    assert (found.grade, found.what) == ("wrong", "master key")
    assert found.text.startswith(f"{current} is not here, for 2 unclosed games: ")


def test_a_log_that_cannot_be_read_is_others_to_find() -> None:
    pipeline = Pipeline()
    pipeline.open(game_id(), BOTS, deals=1)
    pipeline.log.game(game_id()).entries[1] = b"\xc1"
    assert list(lost_master_keys(pipeline.journal, (PARTITION,), ())) == []


def test_parked_commands_are_one_finding_a_partition() -> None:
    pipeline = Pipeline()
    for number in (1, 2, 3):
        pipeline.queue.park(PARTITION, Delivered(f"{number}-0", None, b"junk"), "unreadable")
    instruments = Instruments(
        pipeline.journal, pipeline.archive, pipeline.leases, pipeline.queue, pipeline.feed
    )
    wrong = [
        finding for finding in diagnose(instruments, (PARTITION,)) if finding.grade == "wrong"
    ]
    text = (
        "3 commands are parked; the newest, 3-0: unreadable (see them all with `greffier parked`)"
    )
    assert wrong == [Finding("wrong", f"partition {PARTITION:02x}", text)]

"""Rules workers share the partitions out among those that are alive."""

from shared.ports import Unavailable
from workers.rules.share import ANNOUNCE_EVERY_S, FairShare

PARTITIONS = 16


class Colleagues:
    """A presence that reports what the test says."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.left: list[str] = []

    def announce(self, role: str, name: str, ttl_ms: int, /) -> int:
        if not self.workers:
            raise Unavailable("the cache is away")
        return self.workers

    def leave(self, role: str, name: str, /) -> None:
        self.left.append(name)


def share(
    colleagues: Colleagues, ttl_ms: int = 2_000, announce_every_s: float = ANNOUNCE_EVERY_S
) -> FairShare:
    return FairShare(colleagues, "me", PARTITIONS, ttl_ms, announce_every_s)


def test_a_worker_alone_takes_all() -> None:
    mine = share(Colleagues(1))
    assert all(mine.may_take(partition) for partition in range(PARTITIONS))
    assert not mine.should_yield(0)


def test_two_workers_take_half_each_and_three_a_third_rounded_up() -> None:
    for workers, expected in ((2, 8), (3, 6), (16, 1), (40, 1)):
        mine = share(Colleagues(workers))
        assert sum(mine.may_take(partition) for partition in range(PARTITIONS)) == expected


def test_what_is_given_up_makes_room() -> None:
    mine = share(Colleagues(16))
    assert mine.may_take(3)
    assert not mine.may_take(4)
    mine.gave_up(3)
    assert mine.may_take(4)


def test_a_worker_that_never_reached_the_cache_takes_what_is_free() -> None:
    mine = share(Colleagues(0))
    assert all(mine.may_take(partition) for partition in range(PARTITIONS))


def test_without_the_cache_the_last_number_known_stands() -> None:
    colleagues = Colleagues(2)
    mine = share(colleagues, ttl_ms=3_600_000, announce_every_s=0)
    assert mine.may_take(0)
    colleagues.workers = 0
    assert sum(mine.may_take(partition) for partition in range(1, PARTITIONS)) == 7


def test_without_the_cache_for_long_what_the_others_may_have_left_is_taken() -> None:
    colleagues = Colleagues(2)
    mine = share(colleagues, ttl_ms=0, announce_every_s=0)
    assert mine.may_take(0)
    colleagues.workers = 0
    assert all(mine.may_take(partition) for partition in range(1, PARTITIONS))
    colleagues.workers = 2
    assert sum(mine.should_yield(partition) for partition in range(PARTITIONS)) == 8


def test_a_newcomer_gets_exactly_its_share() -> None:
    colleagues = Colleagues(1)
    mine = share(colleagues, announce_every_s=0)
    assert all(mine.may_take(partition) for partition in range(PARTITIONS))
    colleagues.workers = 2
    assert sum(mine.should_yield(partition) for partition in range(PARTITIONS)) == 8


def test_leaving_is_said() -> None:
    colleagues = Colleagues(1)
    share(colleagues).leave()
    assert colleagues.left == ["me"]

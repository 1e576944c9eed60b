"""Rules workers share the partitions out among those that are alive."""

from shared.ports import Unavailable
from workers.rules.share import FairShare

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


def share(colleagues: Colleagues) -> FairShare:
    return FairShare(colleagues, "me", PARTITIONS, 2_000)


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


def test_without_the_cache_the_last_number_known_stands() -> None:
    mine = share(Colleagues(0))
    assert all(mine.may_take(partition) for partition in range(PARTITIONS))


def test_a_newcomer_gets_exactly_its_share() -> None:
    colleagues = Colleagues(1)
    mine = FairShare(colleagues, "me", PARTITIONS, 2_000, announce_every_s=0)
    assert all(mine.may_take(partition) for partition in range(PARTITIONS))
    colleagues.workers = 2
    assert sum(mine.should_yield(partition) for partition in range(PARTITIONS)) == 8


def test_leaving_is_said() -> None:
    colleagues = Colleagues(1)
    share(colleagues).leave()
    assert colleagues.left == ["me"]

"""A stream in memory gives out ids and entries as Redis does."""

from shared.adapters.memory.stream import START, Stream, parsed, shown


def numbered(*times: int) -> Stream[int]:
    stream: Stream[int] = Stream()
    for number, now_ms in enumerate(times):
        stream.add(now_ms, number)
    return stream


def test_ids_rise_even_where_the_clock_does_not() -> None:
    ids = [entry_id for entry_id, _ in numbered(5, 5, 7, 6).after(START)]
    assert ids == [(5, 0), (5, 1), (7, 0), (7, 1)]
    assert [shown(entry_id) for entry_id in ids] == ["5-0", "5-1", "7-0", "7-1"]
    assert parsed("7-1") == (7, 1)


def test_entries_are_read_after_any_id() -> None:
    stream = numbered(1, 2, 3, 4)
    assert [value for _, value in stream.after((2, 0))] == [2, 3]
    assert [value for _, value in stream.after((1, 5), 2)] == [1, 2]
    assert stream.after((4, 0)) == []


def test_a_deleted_entry_is_gone_and_its_id_is_not_used_again() -> None:
    stream = numbered(1, 2, 3)
    stream.delete((3, 0))
    stream.delete((2, 7))  # there is none
    assert (3, 0) not in stream
    assert len(stream) == 2
    assert stream.add(1, 9) == (3, 1)


def test_trimming_drops_the_oldest() -> None:
    stream = numbered(1, 2, 3, 4, 5)
    stream.trim((2, 0))
    assert [value for _, value in stream.after(START)] == [2, 3, 4]
    stream.trim(START, length_max=1)
    assert [value for _, value in stream.after(START)] == [4]
    assert stream[(5, 0)] == 4

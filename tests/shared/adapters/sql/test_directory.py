"""The ports Directory and Installation: what every store of them does."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from shared.ports import (
    Directory,
    Ended,
    GameQuery,
    GameRow,
    Opened,
    Player,
    RequestMismatch,
    Reserved,
    Seated,
)
from tests.shared.adapters.sql.archived import OPENED, OPENED_AT, commit, game_id, reservation
from tests.shared.adapters.sql.conftest import Stores

GAME = game_id(1)
OTHER = game_id(2)
TOKEN_HASH = b"\5" * 32
CONTENT, OTHER_CONTENT = b"\1" * 32, b"\2" * 32


def test_a_player_is_known_by_the_hash_of_a_token(directory: Directory) -> None:
    player = directory.create_player("front-end", "Ann", TOKEN_HASH, 7)
    assert directory.player_of_token(TOKEN_HASH) == Player(player, "front-end", "Ann", 7)
    assert directory.player_of_token(b"\6" * 32) is None


def test_player_ids_fit_into_account_names(directory: Directory) -> None:
    ids = {directory.create_player("front-end", "Ann", bytes([n]) * 32, 7) for n in range(5)}
    assert len(ids) == 5
    assert all(len(player) == 32 and set(player) <= set("0123456789abcdef") for player in ids)


def test_names_may_be_in_any_script_and_need_not_differ(directory: Directory) -> None:
    first = directory.create_player("front-end", "Łukasz 王 🂡", TOKEN_HASH, 7)
    second = directory.create_player("front-end", "Łukasz 王 🂡", b"\6" * 32, 7)
    assert directory.names([first, second, "nobody"]) == dict.fromkeys(
        [first, second], "Łukasz 王 🂡"
    )
    assert directory.names([]) == {}


def test_a_request_reserves_one_game(directory: Directory) -> None:
    assert directory.reserve_game(reservation(GAME)) == Reserved(GAME, new=True)
    assert directory.reserve_game(reservation(OTHER)) == Reserved(GAME, new=False)
    assert directory.game(OTHER) is None


def test_a_request_id_with_other_content_is_named_as_such(directory: Directory) -> None:
    directory.reserve_game(reservation(GAME, content=CONTENT))
    reused = reservation(OTHER, content=OTHER_CONTENT)
    assert directory.reserve_game(reused) == RequestMismatch(GAME, CONTENT, OTHER_CONTENT)
    assert directory.game(OTHER) is None


def test_each_front_end_has_its_own_request_ids(directory: Directory) -> None:
    directory.reserve_game(reservation(GAME, client="one"))
    assert directory.reserve_game(reservation(OTHER, client="two")) == Reserved(OTHER, new=True)


def test_a_request_sent_many_times_at_once_reserves_one_game(directory: Directory) -> None:
    wanted = [reservation(game_id(number)) for number in range(12)]
    with ThreadPoolExecutor(6) as senders:
        answers = list(senders.map(directory.reserve_game, wanted))
    held = {answer.game for answer in answers}
    assert len(held) == 1
    assert [answer for answer in answers if answer == Reserved(answer.game, new=True)] != []
    assert [row.game for row in directory.games(GameQuery())] == list(held)


def test_a_reserved_game_shows_what_was_asked_for(directory: Directory) -> None:
    directory.reserve_game(reservation(GAME))
    row = directory.game(GAME)
    assert row == GameRow(
        game=GAME,
        client="front-end",
        rules="call_break",
        options='{"deals": 5}',
        created_at=OPENED_AT - 5,
    )
    assert row.phase == "reserved"


def test_the_log_completes_the_row_of_a_reserved_game(stores: Stores) -> None:
    stores.directory.reserve_game(reservation(GAME))
    reserved = stores.directory.game(GAME)
    assert reserved is not None
    first = commit(GAME)
    stores.archive.store([first])
    opened = replace(reserved, ruleset=1, stake=OPENED.stake, currency="EUR", opened_at=OPENED.at)
    assert stores.directory.game(GAME) == opened
    assert opened.phase == "open"
    stores.archive.store([commit(GAME, first.after, ended=Ended("completed", 77))])
    ended = replace(opened, ended_at=77, end_reason="completed")
    assert stores.directory.game(GAME) == ended
    assert ended.phase == "ended"
    stores.archive.mark_closed(GAME, 88)
    stores.archive.mark_closed(GAME, 99)
    assert stores.directory.game(GAME) == replace(ended, closed_at=88)


def test_a_game_that_nobody_reserved_gets_its_row_from_the_log(stores: Stores) -> None:
    stores.archive.store([commit(GAME, opened=Opened("king_russian", 2, 5, "TRY", 0))])
    assert stores.directory.game(GAME) == GameRow(
        game=GAME,
        rules="king_russian",
        ruleset=2,
        stake=0,
        currency="TRY",
        created_at=5,
        opened_at=5,
    )


def test_two_adopted_games_need_no_request(stores: Stores) -> None:
    stores.archive.store([commit(GAME), commit(OTHER)])
    assert [row.game for row in stores.directory.games(GameQuery())] == [OTHER, GAME]


def test_closing_an_unknown_game_adds_none(stores: Stores) -> None:
    stores.archive.mark_closed(GAME, 1)
    assert stores.directory.game(GAME) is None


def test_seats_show_who_took_them_last(stores: Stores) -> None:
    first = commit(GAME, seated=(Seated(2, "ann"), Seated(0, "bob"), Seated(2, "cid")))
    second = commit(GAME, first.after, seated=(Seated(0, None),))
    third = commit(GAME, second.after, seated=(Seated(1, "bob"),))
    stores.archive.store([first])
    assert _row(stores, GAME).seats == (Seated(0, "bob"), Seated(2, "cid"))
    stores.archive.store([second, third])
    assert _row(stores, GAME).seats == (Seated(0, None), Seated(1, "bob"), Seated(2, "cid"))


def test_games_are_listed_by_rules_phase_and_player(stores: Stores) -> None:
    _some_games(stores)
    assert _listed(stores, GameQuery()) == [5, 4, 3, 2, 1]
    assert _listed(stores, GameQuery(rules="call_break")) == [5, 3, 1]
    assert _listed(stores, GameQuery(rules="whist")) == []
    assert _listed(stores, GameQuery(phase="reserved")) == [5]
    assert _listed(stores, GameQuery(phase="open")) == [4, 2, 1]
    assert _listed(stores, GameQuery(phase="ended")) == [3]
    assert _listed(stores, GameQuery(player="ann")) == [4, 3, 1]
    assert _listed(stores, GameQuery(player="bob")) == []
    assert _listed(stores, GameQuery(rules="call_break", phase="open", player="ann")) == [1]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_pages_of_any_size_hold_each_game_once_newest_first(stores: Stores, count: int) -> None:
    # Two of them at the same millisecond: the id decides.
    times = {1: 10, 2: 30, 3: 20, 4: 20, 5: 40}
    for number, at in times.items():
        stores.directory.reserve_game(reservation(game_id(number), f"request-{number}", at=at))
    listed: list[GameRow] = []
    query = GameQuery(count=count)
    while page := stores.directory.games(query):
        listed += page
        query = replace(query, before=(page[-1].created_at, page[-1].game))
        assert len(page) <= count
    assert [row.game for row in listed] == [game_id(number) for number in (5, 2, 4, 3, 1)]


def test_a_fact_is_fixed_by_whoever_comes_first(stores: Stores) -> None:
    assert stores.installation.fix("partitions", "16") == "16"
    assert stores.installation.fix("partitions", "32") == "16"
    assert stores.installation.fix("another", "32") == "32"


def _some_games(stores: Stores) -> None:
    """Games 1 to 5, each opened later than the one before; 5 is only reserved."""
    ann = (Seated(1, "ann"),)
    stores.archive.store(
        [
            commit(game_id(1), opened=_opened("call_break", 1), seated=ann),
            commit(game_id(2), opened=_opened("king_russian", 2), seated=(Seated(0, "bob"),)),
            commit(game_id(3), opened=_opened("call_break", 3), seated=ann, ended=Ended("x", 9)),
            commit(game_id(4), opened=_opened("king_russian", 4), seated=ann),
        ]
    )
    bob_left = commit(game_id(2), stores.archive.position(game_id(2)), seated=(Seated(0, None),))
    stores.archive.store([bob_left])
    stores.directory.reserve_game(reservation(game_id(5)))


def _opened(rules: str, at: int) -> Opened:
    return Opened(rules, 1, at, "EUR", 25)


def _listed(stores: Stores, query: GameQuery) -> list[int]:
    return [int(row.game, 16) for row in stores.directory.games(query)]


def _row(stores: Stores, game: str) -> GameRow:
    [row] = [row for row in stores.directory.games(GameQuery()) if row.game == game]
    return row

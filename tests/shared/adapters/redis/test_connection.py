"""Which errors of a server mean: try again; and that a client repeats nothing by itself."""

from pathlib import Path

import pytest
from redis import exceptions

from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect, reaching
from shared.ports import GameId, Unavailable


@pytest.mark.parametrize(
    "error",
    [
        exceptions.ConnectionError("reset"),
        exceptions.TimeoutError("no reply"),
        exceptions.BusyLoadingError("loading"),
        exceptions.MaxConnectionsError("too many"),
        exceptions.ReadOnlyError("a replica"),
        exceptions.OutOfMemoryError("full"),
        exceptions.ClusterDownError("CLUSTERDOWN"),
        exceptions.TryAgainError("TRYAGAIN"),
        exceptions.NoScriptError("NOSCRIPT No matching script"),
        exceptions.ResponseError("BUSY Redis is busy running a script"),
        exceptions.ResponseError("MISCONF Errors writing to the AOF file"),
        exceptions.ResponseError("NOREPLICAS Not enough good replicas to write."),
        exceptions.ResponseError("The stream has exhausted the last possible ID, unable to add"),
        exceptions.ResponseError("Command # 1 (XADD k) of pipeline caused error: MISCONF Errors"),
    ],
    ids=str,
)
def test_what_may_pass_is_unavailable(error: exceptions.RedisError) -> None:
    with pytest.raises(Unavailable) as raised, reaching():
        raise error
    assert raised.value.__cause__ is error


@pytest.mark.parametrize(
    "error",
    [
        exceptions.AuthenticationError("invalid password"),
        exceptions.AuthorizationError("not allowed"),
        exceptions.NoPermissionError("no permissions"),
        exceptions.ResponseError("WRONGTYPE Operation against a key"),
        exceptions.ResponseError("BUSYGROUP Consumer Group name already exists"),
        exceptions.ResponseError("Command # 1 (GET BUSY ) of pipeline caused error: WRONGTYPE"),
        ValueError("not the server's"),
    ],
    ids=str,
)
def test_what_needs_an_operator_or_a_fix_is_raised_as_it_is(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, reaching():
        raise error
    assert raised.value is error


def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with (
        connect(f"unix://{tmp_path}/nobody.sock") as client,
        pytest.raises(Unavailable),
        reaching(),
    ):
        client.ping()


def test_a_client_repeats_nothing() -> None:
    with connect("redis://127.0.0.1:1") as client:
        assert client.connection_pool.connection_kwargs["retry"].get_retries() == 0


def test_all_keys_of_a_game_carry_its_partition_s_tag() -> None:
    game = GameId("0a" + "5" * 32)
    assert keys.log(game) == "{g0a}:game:0a55555555555555555555555555555555"
    assert keys.head(game).startswith("{g0a}:head:0a")
    assert keys.answers(game).startswith("{g0a}:answers:0a")
    assert keys.commands(255) == "{gff}:commands"
    for partition in (-1, 256):
        with pytest.raises(AssertionError):
            keys.feed(partition)

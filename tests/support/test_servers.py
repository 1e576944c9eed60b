"""The fixtures hand out what they promise: real servers, emptied, one database a test."""

import pytest
from redis import Redis
from sqlalchemy import create_engine, text

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("attempt", [1, 2])
def test_a_test_gets_a_log_that_the_one_before_left_no_trace_in(
    attempt: int, log_redis: Redis
) -> None:
    assert log_redis.dbsize() == 0
    log_redis.set("trace", attempt)
    assert log_redis.config_get("appendfsync") == {"appendfsync": "always"}


@pytest.mark.parametrize("attempt", [1, 2])
def test_a_test_gets_a_cache_that_the_one_before_left_no_trace_in(
    attempt: int, cache_redis: Redis
) -> None:
    assert cache_redis.dbsize() == 0
    cache_redis.set("trace", attempt)
    assert cache_redis.config_get("appendonly") == {"appendonly": "no"}


@pytest.mark.parametrize("attempt", [1, 2])
def test_a_test_gets_a_database_that_the_one_before_left_no_trace_in(
    attempt: int, postgres_url: str
) -> None:
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE trace (attempt int)"))
        assert connection.execute(text("SHOW listen_addresses")).scalar() == ""
    engine.dispose()

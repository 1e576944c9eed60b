"""Settings are right as a whole, or all that is wrong with them is said at once."""

from pathlib import Path

import pytest

from shared.adapters.system.settings import (
    SETTINGS,
    Given,
    Problem,
    Settings,
    WrongSettings,
    environment_name,
    parse,
    redacted,
    shown,
)


def parsed(**texts: str) -> Settings:
    settings = parse({name: Given(text, name) for name, text in texts.items()})
    assert isinstance(settings, Settings), settings
    return settings


def wrong(**texts: str) -> tuple[Problem, ...]:
    problems = parse({name: Given(text, name) for name, text in texts.items()})
    assert isinstance(problems, tuple), problems
    return problems


def test_nothing_set_gives_an_installation_on_this_machine() -> None:
    settings = parsed()
    assert settings.data == Path("var")
    assert settings.keys == Path("var/keys")
    assert settings.database_url == f"sqlite:///{Path.cwd()}/var/greffier.sqlite"
    assert (settings.host, settings.port) == ("127.0.0.1", 8420)
    assert (settings.log_url, settings.cache_url) == (None, None)
    assert settings.partitions == 16
    assert settings.log_durability == "checked"


def test_keys_and_database_follow_the_data_folder() -> None:
    settings = parsed(data="/srv/greffier")
    assert settings.keys == Path("/srv/greffier/keys")
    assert settings.database_url == "sqlite:////srv/greffier/greffier.sqlite"


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("0.0.0.0:80", "0.0.0.0", 80),
        ("[::1]:8420", "::1", 8420),
        ("localhost:0", "localhost", 0),
    ],
)
def test_the_gateway_listens_where_it_is_told(text: str, host: str, port: int) -> None:
    settings = parsed(listen=text)
    assert (settings.host, settings.port) == (host, port)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_by_the_driver_that_we_ship(scheme: str) -> None:
    settings = parsed(database_url=f"{scheme}://greffier@db/greffier")
    assert settings.database_url == "postgresql+psycopg://greffier@db/greffier"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("data", ""),
        ("keys", "a\0b"),
        ("log_url", "localhost:6379"),
        ("log_url", "http://localhost"),
        ("log_url", "redis://"),
        ("log_url", "redis://host:notaport"),
        ("log_url", "unix://"),
        ("cache_url", "redis://[::1"),
        ("database_url", "mysql://db/greffier"),
        ("database_url", "postgresql"),
        ("database_url", "sqlite://"),
        ("listen", "8420"),
        ("listen", "127.0.0.1:65536"),
        ("listen", "::1:8420"),
        ("listen", "host :80"),
        ("partitions", "0"),
        ("partitions", "257"),
        ("partitions", "1_6"),
        ("partitions", "١٦"),
        ("partitions", "16.0"),
        ("log_durability", "yes"),
        ("log_level", "verbose"),
        ("lease_ms", "499"),
        ("batch", "1001"),
        ("cached_games", "-1"),
        ("bot_processes", "9" * 5000),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(name: str, text: str) -> None:
    (problem,) = wrong(**{name: text})
    right = next(setting.right for setting in SETTINGS if setting.name == name)
    assert (problem.name, problem.right) == (name, right)


def test_every_wrong_value_is_said_at_once() -> None:
    problems = wrong(listen="nowhere", partitions="many", log_level="loud", batch="200")
    assert [problem.name for problem in problems] == ["listen", "partitions", "log_level"]
    with pytest.raises(WrongSettings) as raised:
        raise WrongSettings(problems)
    assert str(raised.value).splitlines()[1] == (
        "partitions = 'many': a whole number from 1 to 256"
    )


def test_what_a_process_needs_must_be_set() -> None:
    problems = parse({}, needed=("log_url", "cache_url"))
    assert isinstance(problems, tuple)
    assert [(one.name, one.value) for one in problems] == [
        ("GREFFIER_LOG_URL", "(not set)"),
        ("GREFFIER_CACHE_URL", "(not set)"),
    ]


@pytest.mark.parametrize(
    ("log", "cache"),
    [
        ("redis://host", "redis://host:6379"),
        ("redis://host/0", "redis://host/1"),
        ("redis://a:b@host:7000", "rediss://host:7000"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock?db=1"),
    ],
)
def test_log_and_cache_are_two_servers(log: str, cache: str) -> None:
    (problem,) = wrong(log_url=log, cache_url=cache)
    assert problem.name == "cache_url"


@pytest.mark.parametrize(
    ("log", "cache"),
    [
        ("redis://host:6379", "redis://host:6380"),
        ("redis://log", "redis://cache"),
        ("unix:///run/log.sock", "unix:///run/cache.sock"),
    ],
)
def test_two_servers_may_be_on_one_host(log: str, cache: str) -> None:
    settings = parsed(log_url=log, cache_url=cache)
    assert (settings.log_url, settings.cache_url) == (log, cache)


PASSWORD = "correct-horse"


def test_no_password_is_ever_shown() -> None:
    settings = parsed(
        log_url=f"redis://gateway:{PASSWORD}@log:6379/0",
        cache_url=f"unix://:{PASSWORD}@/run/cache.sock?db=0",
        database_url=f"postgresql://greffier:{PASSWORD}@db:5432/greffier",
    )
    assert PASSWORD not in f"{settings!r}{settings}{shown(settings)}"
    assert shown(settings)["log_url"] == "redis://gateway:***@log:6379/0"
    (problem,) = wrong(log_url=f"redis//gateway:{PASSWORD}@log")
    assert PASSWORD not in f"{problem}"
    (problem,) = wrong(log_url="redis://x:y@h", cache_url=f"redis://:{PASSWORD}@h")
    assert PASSWORD not in f"{problem}"


def test_what_is_no_url_is_not_shown_at_all() -> None:
    assert redacted(f"redis://a:{PASSWORD}@[::1") == "(not a URL)"


def test_every_setting_says_what_it_means_and_its_default_is_right() -> None:
    for setting in SETTINGS:
        assert setting.meaning
        assert setting.default is None or setting.read(setting.default) is not None
        assert environment_name(setting.name) == f"GREFFIER_{setting.name.upper()}"


@pytest.mark.parametrize("place", ["127.0.0.1:8420", "[::1]:0"])
def test_settings_are_shown_under_the_names_by_which_they_are_set(place: str) -> None:
    told = shown(parsed(listen=place))
    assert set(told) == {setting.name for setting in SETTINGS}
    assert told["listen"] == place

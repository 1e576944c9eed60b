"""What an operator may set: the names, what is right for each, and the defaults.

A setting ``log_url`` is given as ``GREFFIER_LOG_URL`` in the environment or as ``log_url`` in a
TOML file; the environment wins. :mod:`shared.adapters.system.settings_source` reads both.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import SplitResult, urlsplit, urlunsplit

from msgspec import Struct

from shared.ports import LEASE_MS_MAX

REDIS_SCHEMES: Final = ("redis", "rediss", "unix")
SQL_DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
NOT_SET: Final = "(not set)"


class Problem(Struct, frozen=True):
    """One thing that is set wrongly: where, to what, and what would be right."""

    name: str
    """Where it was set: ``GREFFIER_LISTEN``, ``listen in ./var/greffier.toml``."""
    value: str
    """What it is set to, without passwords."""
    right: str


class WronglySetUp(Exception):
    """A process cannot run as things are set up, however often it is started; it says why."""


class WrongSettings(WronglySetUp):
    """Everything that is set wrongly, at once. Set it right and start again."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        assert problems, "nothing is wrong"
        self.problems = problems
        lines = (f"{problem.name} = {problem.value}: {problem.right}" for problem in problems)
        super().__init__("\n".join(lines))


class Settings(Struct, frozen=True, kw_only=True):
    """One installation's settings, valid as a whole."""

    data: Path
    keys: Path
    log_url: str | None
    """None: ``greffier up`` starts a log server of its own."""
    cache_url: str | None
    """None: ``greffier up`` starts a cache server of its own."""
    database_url: str
    """For SQLAlchemy: ``sqlite:///…`` or ``postgresql+psycopg://…``."""
    host: str
    port: int
    """0: any free port."""
    partitions: int
    log_durability: Literal["checked", "asserted"]
    log_level: Literal["debug", "info", "warning", "error"]
    lease_ms: int
    batch: int
    cached_games: int
    bot_processes: int
    close_after_ms: int

    def __repr__(self) -> str:
        return f"Settings({', '.join(f'{k}={v}' for k, v in shown(self).items())})"


class Given(Struct, frozen=True):
    """A value as it was found: its text and where it stood."""

    text: str
    origin: str


class Setting(Struct, frozen=True):
    """One setting: its name, what is right for it, and how its text is read."""

    name: str
    meaning: str
    right: str
    read: Callable[[str], Any]
    """From the text to the value. Raises ValueError."""
    default: str | None
    """As text; None: there is none, or it follows from ``data``."""
    secret: bool = False
    """It may hold a password, so it may also be given by a file (``GREFFIER_…_FILE``)."""


def redacted(url: str) -> str:
    """``url`` without the password in it, fit for logs."""
    try:
        parts = urlsplit(url)
        password = parts.password
    except ValueError:
        return "(not a URL)"
    if password is None:
        return url
    user = parts.username or ""
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user}:***@{place}"))


def shown(settings: Settings) -> dict[str, str]:
    """Every setting by name as it may be shown to anyone: without passwords."""
    values = {name: getattr(settings, name) for name in settings.__struct_fields__}
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    # One setting, read into two values.
    values["listen"] = f"{host}:{settings.port}"
    del values["host"], values["port"]
    return {
        name: NOT_SET if value is None else redacted(str(value)) if "url" in name else str(value)
        for name, value in values.items()
    }


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError(text)
    return Path(text).expanduser()


def _redis_url(text: str) -> str:
    parts = urlsplit(text)
    place = parts.path if parts.scheme == "unix" else parts.hostname
    if parts.scheme not in REDIS_SCHEMES or not place or parts.port == 0:
        raise ValueError(text)
    return text


def _database_url(text: str) -> str:
    scheme, separator, rest = text.partition("://")
    if not separator or not rest or scheme not in SQL_DRIVERS:
        raise ValueError(text)
    return f"{SQL_DRIVERS[scheme]}://{rest}"


def _listen(text: str) -> tuple[str, int]:
    found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})", text)
    if found is None or int(found[2]) > 65_535:
        raise ValueError(text)
    return found[1].strip("[]"), int(found[2])


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,9}", text) is None or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return read


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(text)
        return text

    return read


_REDIS_RIGHT: Final = "redis://HOST:PORT, rediss://HOST:PORT or unix:///PATH"

SETTINGS: Final = (
    Setting(
        "data",
        "the folder of everything that this installation keeps on this machine",
        "the path of a folder",
        _folder,
        "./var",
    ),
    Setting(
        "keys",
        "the folder of the master keys; `keys` in the data folder if not set",
        "the path of a folder",
        _folder,
        None,
    ),
    Setting("log_url", "the log server", _REDIS_RIGHT, _redis_url, None, secret=True),
    Setting(
        "cache_url",
        "the cache server, which must not be the log server",
        _REDIS_RIGHT,
        _redis_url,
        None,
        secret=True,
    ),
    Setting(
        "database_url",
        "the SQL database; a SQLite file in the data folder if not set",
        "sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME",
        _database_url,
        None,
        secret=True,
    ),
    Setting(
        "listen",
        "where the gateway listens; port 0 takes any free one",
        "HOST:PORT, an IPv6 address in brackets",
        _listen,
        "127.0.0.1:8420",
    ),
    Setting(
        "partitions",
        "how many partitions the games are spread over; fixed for the life of an installation",
        "a whole number from 1 to 256",
        _whole(1, 256),
        "16",
    ),
    Setting(
        "log_durability",
        "whether the log server's settings are checked, or asserted by the operator of a managed "
        "Redis that hides them",
        "checked or asserted",
        _one_of("checked", "asserted"),
        "checked",
    ),
    Setting(
        "log_level",
        "the least severe messages that are logged",
        ", ".join(LOG_LEVELS[:-1]) + " or " + LOG_LEVELS[-1],
        _one_of(*LOG_LEVELS),
        "info",
    ),
    Setting(
        "lease_ms",
        "rules worker: how long a partition stays its own without a sign of life, milliseconds",
        f"a whole number from 500 to {LEASE_MS_MAX}",
        _whole(500, LEASE_MS_MAX),
        "2000",
    ),
    Setting(
        "batch",
        "rules worker: how many commands are decided before they are committed together",
        "a whole number from 1 to 1000",
        _whole(1, 1_000),
        "200",
    ),
    Setting(
        "cached_games",
        "rules worker: how many games' states are kept in memory",
        "a whole number from 1 to 1000000",
        _whole(1, 1_000_000),
        "10000",
    ),
    Setting(
        "bot_processes",
        "bot worker: how many processes play",
        "a whole number from 1 to 256",
        _whole(1, 256),
        "1",
    ),
    Setting(
        "close_after_ms",
        "archivist: how long a finished game stays in Redis for those who look, milliseconds",
        "a whole number from 0 to 86400000",
        _whole(0, 86_400_000),
        "60000",
    ),
)

SETTING_NAMES: Final = tuple(setting.name for setting in SETTINGS)


def environment_name(name: str) -> str:
    """``log_url`` → ``GREFFIER_LOG_URL``."""
    return f"GREFFIER_{name.upper()}"


def parse(
    given: Mapping[str, Given], needed: Collection[str] = ()
) -> Settings | tuple[Problem, ...]:
    """The settings, or all that is wrong with them.

    ``given`` holds what was found by setting name; ``needed`` names the settings without a
    default that this process cannot do without (``log_url``).
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for setting in SETTINGS:
        found = given.get(setting.name)
        text = setting.default if found is None else found.text
        if text is None:
            values[setting.name] = None
            if setting.name in needed:
                problems.append(Problem(environment_name(setting.name), NOT_SET, setting.right))
            continue
        try:
            values[setting.name] = setting.read(text)
        except ValueError:
            origin = environment_name(setting.name) if found is None else found.origin
            problems.append(Problem(origin, _shown_text(setting, text), setting.right))
    problems += _same_server(values, given)
    return tuple(problems) or _assembled(values)


def _shown_text(setting: Setting, text: str) -> str:
    # A malformed URL may hold its password anywhere.
    return "(not shown)" if setting.secret else repr(text)


def _same_server(values: Mapping[str, Any], given: Mapping[str, Given]) -> list[Problem]:
    log, cache = values.get("log_url"), values.get("cache_url")
    if log is None or cache is None or _place(urlsplit(log)) != _place(urlsplit(cache)):
        return []
    right = "another server than the log's: the cache may be flushed at any time"
    return [Problem(given["cache_url"].origin, redacted(cache), right)]


def _place(url: SplitResult) -> tuple[str | None, int | None, str]:
    """A Redis server's address; two database numbers of one server are the same place."""
    if url.scheme == "unix":
        return None, None, url.path
    return url.hostname, url.port or 6379, ""


def _assembled(values: dict[str, Any]) -> Settings:
    data: Path = values["data"]
    host, port = values.pop("listen")
    values["keys"] = values["keys"] or data / "keys"
    database = data.absolute() / "greffier.sqlite"
    values["database_url"] = values["database_url"] or f"sqlite:///{database}"
    return Settings(host=host, port=port, **values)

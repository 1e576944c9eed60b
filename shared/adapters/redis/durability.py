"""Whether the log server keeps what it acknowledges: its settings, checked before any use."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from redis import Redis
from redis.exceptions import ResponseError

from shared.adapters.redis.connection import is_passing, reaching
from shared.adapters.system.settings import Problem, WrongSettings

OLDEST_VERSION: Final = (7, 0)

RIGHT: Final[Mapping[str, str]] = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory-policy": "noeviction",
}
"""What the log server's configuration must say: an acknowledged event is on disk, and stays."""


def check_log_server(
    client: Redis, log_durability: Literal["checked", "asserted"], /
) -> str | None:
    """Make sure that the log server is fit to hold logs.

    None: it is. A sentence to be logged: it hides its configuration (a managed Redis does),
    and the operator asserts that it is right. Raises WrongSettings naming everything that is
    wrong, and Unavailable.
    """
    with reaching():
        info: dict[str, Any] = client.info()
        found = _configuration(client)
    problems = wrong_in_info(info)
    if found is not None:
        problems += wrong_in_configuration(found)
    elif log_durability == "checked":
        hidden = (
            "shown to CONFIG GET; or, once you know it right, GREFFIER_LOG_DURABILITY=asserted"
        )
        problems.append(Problem("CONFIG of the log server", "(hidden)", hidden))
    if problems:
        raise WrongSettings(tuple(problems))
    if found is not None:
        return None
    asserted = ", ".join(f"{name} {value}" for name, value in RIGHT.items())
    return f"the log server hides its configuration; GREFFIER_LOG_DURABILITY asserts {asserted}"


def wrong_in_configuration(found: Mapping[str, str]) -> list[Problem]:
    """What is wrong with a log server whose CONFIG GET gives ``found``."""
    return [
        Problem(f"{name} of the log server", found.get(name, "(not set)"), f"must be {right}")
        for name, right in RIGHT.items()
        if found.get(name) != right
    ]


def wrong_in_info(info: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with a log server whose INFO gives ``info``."""
    problems = []
    version = str(info["redis_version"])
    if tuple(int(part) for part in re.findall("[0-9]+", version)[:2]) < OLDEST_VERSION:
        right = "must be 7.0 or later (or any Valkey)"
        problems.append(Problem("version of the log server", version, right))
    role = str(info["role"])
    if role != "master":
        right = "must be master: a replica takes no events"
        problems.append(Problem("role of the log server", role, right))
    return problems


def _configuration(client: Redis) -> dict[str, str] | None:
    """What CONFIG GET gives; None where the server has no such command, or not for us."""
    try:
        found: Any = client.config_get(*RIGHT)
    except ResponseError as error:
        if is_passing(error):
            raise
        return None
    return {name: value for name, value in found.items() if name in RIGHT} or None

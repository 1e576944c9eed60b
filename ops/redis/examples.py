"""The example ACL files: what the roles may do, with places for the passwords' hashes.

They are for servers of your own (Redis 7.2 or later, or Valkey): put the SHA-256 of each user's
password, in lower-case hex digits, where its name stands. ``make secrets`` does that for
docker-compose.yml. An ACL file takes no comments, so this is said here.

Run ``python -m ops.redis.examples`` after a change of ``shared/adapters/redis/acl.py``.
"""

import hashlib
from pathlib import Path
from typing import Final

from shared.adapters.redis.acl import Role, Server, users_file

FOLDER: Final = Path(__file__).parent


def path_of(server: Server) -> Path:
    """Where the example of ``server`` is kept."""
    return FOLDER / f"{server}.users.acl.example"


def rendered(server: Server) -> str:
    """The example of ``server``: no server loads it before the hashes are filled in."""
    names: dict[Role, str] = {role: role.value for role in Role}
    text = "\n".join(users_file(server, names)) + "\n"
    for name in names.values():
        text = text.replace(hashlib.sha256(name.encode()).hexdigest(), f"SHA256-OF-{name}")
    return text


def main() -> None:
    for server in ("log", "cache"):
        path_of(server).write_text(rendered(server), encoding="utf-8")


if __name__ == "__main__":
    main()

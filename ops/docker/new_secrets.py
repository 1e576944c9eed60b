"""The secrets of one installation under docker-compose.yml: drawn once, a file each.

Run ``python -m ops.docker.new_secrets FOLDER``. Compose mounts the files as they are, so they
must be readable by the containers' users; the folder is closed to everyone else instead.
"""

import sys
from pathlib import Path
from typing import Final

from shared.adapters.redis.acl import Role, Server, users_file
from shared.adapters.system.entropy import SystemEntropy
from shared.ports import Entropy

SECRET_BYTES: Final = 32
SERVERS: Final[tuple[Server, ...]] = ("log", "cache")
PROCESSES: Final = tuple(role for role in Role if role is not Role.ADMIN)


def new_secrets(entropy: Entropy) -> dict[str, str]:
    """Every secret by file name, for hosts called as the services of docker-compose.yml."""
    postgres = _drawn(entropy)
    secrets = {
        "current.key": _drawn(entropy),
        "postgres_password": postgres,
        "database_url": f"postgresql://greffier:{postgres}@postgres:5432/greffier",
    }
    for server in SERVERS:
        passwords = {role: _drawn(entropy) for role in Role}
        secrets[f"{server}_users.acl"] = "\n".join(users_file(server, passwords))
        for role in Role:
            url = f"redis://{role}:{passwords[role]}@redis-{server}:6379/0"
            secrets[f"{server}_url_{role}"] = url
    return secrets


def write(folder: Path, secrets: dict[str, str]) -> None:
    """Put ``secrets`` into a new ``folder``.

    Raises FileExistsError where there is one: a master key that is overwritten takes every
    running deal with it.
    """
    folder.mkdir(parents=True, mode=0o700)
    for name, secret in secrets.items():
        (folder / name).write_text(secret + "\n", encoding="utf-8")
        (folder / name).chmod(0o444)


def _drawn(entropy: Entropy) -> str:
    return entropy.token(SECRET_BYTES).hex()


def main(arguments: list[str]) -> int:
    """Exit status 2 where the folder exists."""
    folder = Path(arguments[0])
    try:
        write(folder, new_secrets(SystemEntropy()))
    except FileExistsError:
        print(f"{folder} is there already; its secrets are kept as they are", file=sys.stderr)
        return 2
    print(f"secrets in {folder}; back up current.key: without it no running deal can end")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

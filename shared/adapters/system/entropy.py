"""Chance that nobody can guess, from the operating system."""

import secrets


class SystemEntropy:
    """The port ``Entropy`` on the operating system's generator."""

    def token(self, size: int, /) -> bytes:
        return secrets.token_bytes(size)

"""How the command line talks to a gateway: the same public API that every front-end uses."""

import json
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final
from urllib.parse import urlsplit

TIMEOUT_S: Final = 10.0


class GatewayUnreachable(Exception):
    """No gateway answers at this address: start one with `greffier up`."""


class GatewayRefused(Exception):
    """The gateway said no; the message is its reason."""


class Api:
    """One gateway, and the player on whose behalf it is asked."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._address: Final = address
        self._token: Final = token

    def as_player(self, token: str) -> "Api":
        return Api(self._address, token)

    def get(self, path: str) -> Any:
        """The JSON at ``path``. Raises GatewayRefused, GatewayUnreachable."""
        return self._call("GET", path, None)

    def post(self, path: str, body: object) -> Any:
        """What posting ``body`` to ``path`` answers. Raises as :meth:`get`."""
        return self._call("POST", path, json.dumps(body).encode())

    def ready(self) -> bool:
        """Whether the gateway is up and reaches its servers."""
        try:
            self.get("/readyz")
        except (GatewayRefused, GatewayUnreachable):
            return False
        return True

    def _call(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        connection = HTTPConnection(urlsplit(self._address).netloc, timeout=TIMEOUT_S)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read()
        except (OSError, HTTPException) as error:
            raise GatewayUnreachable(f"{self._address}: {error}") from error
        finally:
            connection.close()
        if response.status >= 400:
            raise GatewayRefused(_reason(response, text))
        try:
            return json.loads(text)
        except ValueError as error:
            raise GatewayUnreachable(f"{self._address}: what answers is no gateway") from error


def _reason(response: HTTPResponse, text: bytes) -> str:
    """What a problem document (RFC 9457) says, or the bare status."""
    try:
        problem = json.loads(text)
        detail = f": {problem['detail']}" if "detail" in problem else ""
        return f"{response.status} {problem['title']}{detail}"
    except (ValueError, KeyError, TypeError):
        return f"{response.status} {response.reason}"

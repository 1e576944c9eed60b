"""What becomes of a test whose optional part this machine lacks."""

import os
from typing import NoReturn

import pytest


def required() -> bool:
    """Whether every optional part must be there, as in CI (``GREFFIER_REQUIRE_ALL=1``)."""
    return os.environ.get("GREFFIER_REQUIRE_ALL") == "1"


def missing(part: str, remedy: str) -> NoReturn:
    """Skip the running test for want of ``part``, or fail it where all parts are required."""
    reason = f"{part} is not on this machine ({remedy})"
    if required():
        pytest.fail(f"{reason}, and GREFFIER_REQUIRE_ALL=1", pytrace=False)
    pytest.skip(reason)

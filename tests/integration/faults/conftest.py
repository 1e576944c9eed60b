"""One installation for all tests of this folder that leave it as they found it: running."""

from collections.abc import Iterator

import pytest

from tests.support.judgement import Judge
from tests.support.players import Visitors
from tests.support.service import Service


@pytest.fixture(scope="package")
def shared_service() -> Iterator[Service]:
    with Service() as service:
        yield service


@pytest.fixture
def service(shared_service: Service) -> Service:
    """The shared installation, whole and answering, whatever the test before killed."""
    shared_service.until(shared_service.whole, "the service is whole")
    return shared_service


@pytest.fixture
def judge(service: Service) -> Judge:
    """Hears what is said from the start of this test on."""
    return Judge(service)


@pytest.fixture
def visitors(service: Service) -> Visitors:
    return Visitors(service)

"""docker-compose.yml is valid Compose, and no service is laxer than it needs to be.

``compose-spec.json`` is the Compose Specification's own schema (Apache-2.0, its licence beside
it), as the package check-jsonschema 0.39.0 carries it.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
import yaml

from ops.docker.new_secrets import PROCESSES, new_secrets
from shared.adapters.redis.acl import Role
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.settings_source import read_settings

ROOT: Final = Path(__file__).parents[2]
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
SERVERS: Final = {"redis-log", "redis-cache", "postgres"}
KEY_HOLDERS: Final = {"rules", "projectors", "timekeeper"}

each_service = pytest.mark.parametrize("name", SERVICES)
each_process = pytest.mark.parametrize("name", [role.value for role in PROCESSES])


def mounted(name: str) -> dict[str, str]:
    """A service's secrets: where it finds each under /run/secrets → the secret's name."""
    return {
        entry if isinstance(entry, str) else entry["target"]: (
            entry if isinstance(entry, str) else entry["source"]
        )
        for entry in SERVICES[name].get("secrets", [])
    }


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "tests/ops/compose-spec.json").read_text())
    return loaded


def test_the_file_is_valid_compose() -> None:
    jsonschema.Draft202012Validator(schema()).validate(COMPOSE)


def test_the_schema_would_find_a_mistake() -> None:
    wrong = {"services": {"rules": {"image": "greffier", "restrat": "always"}}}
    with pytest.raises(jsonschema.ValidationError, match="restrat"):
        jsonschema.Draft202012Validator(schema()).validate(wrong)


def test_the_services_are_the_servers_and_the_processes() -> None:
    assert set(SERVICES) == SERVERS | {role.value for role in PROCESSES}


# --- every service ---------------------------------------------------------------------------


@each_service
def test_a_service_says_how_it_is_and_comes_back_by_itself(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert check["test"][0] in {"CMD", "CMD-SHELL"}
    assert {"interval", "timeout", "retries", "start_period"} <= set(check)
    assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES[name]["stop_grace_period"]


@each_service
def test_a_service_runs_as_somebody_who_can_do_little(name: str) -> None:
    service = SERVICES[name]
    assert str(service["user"]).split(":")[0] not in {"root", "0"}
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["read_only"] is True
    assert not service.get("privileged")


@each_service
def test_a_service_takes_a_bounded_share_of_the_machine(name: str) -> None:
    limits = SERVICES[name]["deploy"]["resources"]["limits"]
    assert {"cpus", "memory", "pids"} <= set(limits)
    assert set(SERVICES[name]["logging"]["options"]) == {"max-size", "max-file"}


@each_service
def test_a_service_is_of_a_named_version_and_can_be_scaled(name: str) -> None:
    assert re.fullmatch(r"[a-z/]+:[\w.-]+", SERVICES[name]["image"])
    assert "container_name" not in SERVICES[name]


def test_only_the_gateway_is_reached_from_outside_and_only_from_this_machine() -> None:
    ports = {name: service.get("ports") for name, service in SERVICES.items()}
    assert ports.pop("gateway") == ["127.0.0.1:8420:8420"]
    assert set(ports.values()) == {None}
    assert COMPOSE["networks"]["inside"]["internal"] is True
    inside = [name for name, service in SERVICES.items() if service["networks"] == ["inside"]]
    assert set(SERVICES) - set(inside) == {"gateway"}


# --- secrets ---------------------------------------------------------------------------------


@each_service
def test_no_secret_stands_in_the_file_itself(name: str) -> None:
    for variable, value in SERVICES[name].get("environment", {}).items():
        secret = re.search("PASSWORD|SECRET|TOKEN|_KEY$|_URL", variable)
        assert not secret or variable.endswith("_FILE"), variable
        assert "@" not in str(value)
        if variable.endswith("_FILE"):
            assert str(value).removeprefix("/run/secrets/") in mounted(name)


def test_every_secret_is_a_file_that_make_secrets_writes() -> None:
    written = set(new_secrets(SystemEntropy()))
    for name, secret in COMPOSE["secrets"].items():
        folder, _, file = secret["file"].rpartition("/")
        assert (folder, file in written) == ("./var/secrets", True), name
    used = {secret for name in SERVICES for secret in mounted(name).values()}
    assert used == set(COMPOSE["secrets"])


@each_process
def test_a_process_gets_its_own_users_and_only_what_it_needs(name: str) -> None:
    found = mounted(name)
    assert found.pop("log_url") == f"log_url_{name}"
    assert found.pop("cache_url") == f"cache_url_{name}"
    expected = {} if name == Role.BOTS else {"database_url": "database_url"}
    if name in KEY_HOLDERS:
        expected["keys/current.key"] = "master_key"
    assert found == expected


# --- processes -------------------------------------------------------------------------------


@each_process
def test_a_process_is_run_and_asked_for_its_health_by_its_name(name: str) -> None:
    service = SERVICES[name]
    assert service["command"] == ["run", name]
    assert service["healthcheck"]["test"] == ["CMD", "greffier", "health", name]
    assert service["build"]["dockerfile"] == "ops/docker/Dockerfile"
    waits = service["depends_on"]
    assert waits == {server: {"condition": "service_healthy"} for server in SERVERS}


@each_process
def test_a_process_accepts_the_settings_that_it_is_given(name: str, tmp_path: Path) -> None:
    secrets = new_secrets(SystemEntropy())
    for target, secret in mounted(name).items():
        path = tmp_path / target
        path.parent.mkdir(exist_ok=True)
        path.write_text(secrets[Path(COMPOSE["secrets"][secret]["file"]).name])
    environment = {
        variable: str(value).replace("/run/secrets", str(tmp_path))
        for variable, value in SERVICES[name]["environment"].items()
    }
    settings = read_settings(environment, needed=("log_url", "cache_url"))
    assert settings.log_url == secrets[f"log_url_{name}"]
    assert settings.cache_url == secrets[f"cache_url_{name}"]
    if name in KEY_HOLDERS:
        assert (settings.keys / "current.key").read_text() == secrets["current.key"]


def test_the_redis_servers_keep_what_they_must_and_nothing_else() -> None:
    assert "log:/data" in SERVICES["redis-log"]["volumes"]
    assert any(mount.startswith("/data:") for mount in SERVICES["redis-cache"]["tmpfs"])
    for name, file in (("redis-log", "log.conf"), ("redis-cache", "cache.conf")):
        assert f"./ops/redis/{file}:/etc/valkey/{file}:ro" in SERVICES[name]["volumes"]
        assert SERVICES[name]["command"] == ["valkey-server", f"/etc/valkey/{file}"]

"""Settings are found in the environment, in files of secrets and in a TOML file."""

from pathlib import Path

import pytest

from shared.adapters.system.settings import WrongSettings
from shared.adapters.system.settings_source import read_settings


def names_of_what_is_wrong(environ: dict[str, str]) -> list[str]:
    with pytest.raises(WrongSettings) as raised:
        read_settings(environ)
    return [problem.name for problem in raised.value.problems]


def test_the_environment_is_read() -> None:
    settings = read_settings({"GREFFIER_LISTEN": "0.0.0.0:9000", "PATH": "/bin"})
    assert (settings.host, settings.port) == ("0.0.0.0", 9000)


def test_the_file_in_the_data_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "greffier.toml").write_text('partitions = 4\nlog_level = "debug"\n')
    settings = read_settings({"GREFFIER_DATA": str(tmp_path)})
    assert (settings.data, settings.partitions, settings.log_level) == (tmp_path, 4, "debug")


def test_no_file_in_the_data_folder_is_no_error(tmp_path: Path) -> None:
    assert read_settings({"GREFFIER_DATA": str(tmp_path)}).partitions == 16


def test_a_named_file_is_read_and_may_say_where_the_data_is(tmp_path: Path) -> None:
    file = tmp_path / "anywhere.toml"
    file.write_text(f'data = "{tmp_path}/data"\n')
    settings = read_settings({"GREFFIER_CONFIG": str(file)})
    assert settings.data == tmp_path / "data"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "greffier.toml").write_text("partitions = 4\nbatch = 50\n")
    environ = {"GREFFIER_DATA": str(tmp_path), "GREFFIER_PARTITIONS": "8"}
    settings = read_settings(environ)
    assert (settings.partitions, settings.batch) == (8, 50)


def test_a_secret_is_read_from_its_file(tmp_path: Path) -> None:
    secret = tmp_path / "log_url"
    secret.write_text("redis://rules:secret@log\n")
    settings = read_settings({"GREFFIER_LOG_URL_FILE": str(secret)})
    assert settings.log_url == "redis://rules:secret@log"


def test_a_secret_is_given_once(tmp_path: Path) -> None:
    environ = {"GREFFIER_LOG_URL": "redis://log", "GREFFIER_LOG_URL_FILE": str(tmp_path / "x")}
    assert names_of_what_is_wrong(environ) == ["GREFFIER_LOG_URL_FILE"]


def test_errors_of_all_places_are_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "greffier.toml").write_text(
        'partitions = 4.5\nport = 80\ndata = "elsewhere"\nbatch = true\nlog_level = "loud"\n'
    )
    environ = {
        "GREFFIER_DATA": str(tmp_path),
        "GREFFIER_LOG_URL_FILE": str(tmp_path / "missing"),
        "GREFFIER_LISTEN": "here",
        "GREFFIER_LOG_DURABILTY": "asserted",
    }
    file = tmp_path / "greffier.toml"
    assert sorted(names_of_what_is_wrong(environ)) == sorted(
        [
            f"partitions in {file}",
            f"port in {file}",
            f"data in {file}",
            f"batch in {file}",
            f"log_level in {file}",
            "GREFFIER_LOG_URL_FILE",
            "GREFFIER_LISTEN",
            "GREFFIER_LOG_DURABILTY",
        ]
    )


@pytest.mark.parametrize(
    "content", [b"partitions = ", b"\xff\xfe", b"a = 1\n" * 20_000], ids=["toml", "utf-8", "size"]
)
def test_a_file_that_cannot_be_read_is_named(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "greffier.toml"
    file.write_bytes(content)
    assert names_of_what_is_wrong({"GREFFIER_DATA": str(tmp_path)}) == [str(file)]


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    environ = {"GREFFIER_CONFIG": str(tmp_path / "missing.toml")}
    assert names_of_what_is_wrong(environ) == ["GREFFIER_CONFIG"]


def test_names_that_an_orchestrator_adds_are_let_be() -> None:
    environ = {
        "GREFFIER_SERVICE_HOST": "10.0.0.1",
        "GREFFIER_PORT_8420_TCP": "tcp://10.0.0.1:8420",
        "GREFFIER_REQUIRE_ALL": "1",
    }
    assert read_settings(environ).partitions == 16

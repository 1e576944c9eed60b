"""Where settings are found: the environment, files of secrets, and a TOML file."""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from shared.adapters.system.settings import (
    SETTING_NAMES,
    SETTINGS,
    Given,
    Problem,
    Settings,
    WrongSettings,
    environment_name,
    parse,
)

FILE_NAME: Final = "greffier.toml"
FILE_VARIABLE: Final = "GREFFIER_CONFIG"
_BYTES_MAX: Final = 64 * 1024
_NEAR: Final = 0.85
"""How alike (difflib's ratio) an unknown name must be to be taken for a slip of the pen."""


class _Found:
    """What has been found so far, good and bad."""

    def __init__(self) -> None:
        self.given: dict[str, Given] = {}
        self.problems: list[Problem] = []

    def wrong(self, name: str, value: str, right: str) -> None:
        self.problems.append(Problem(name, value, right))


def read_settings(environ: Mapping[str, str], needed: Collection[str] = ()) -> Settings:
    """The settings of this process.

    ``GREFFIER_CONFIG`` names the TOML file; without it, ``greffier.toml`` in the data folder is
    read if it is there. What the environment says wins over the file. ``needed`` names
    settings that this process cannot do without. Raises WrongSettings with all that is wrong.
    """
    found = _Found()
    _read_file(environ, found)
    _read_environment(environ, found)
    parsed = parse(found.given, needed)
    if isinstance(parsed, tuple):
        found.problems += parsed
    if found.problems:
        raise WrongSettings(tuple(found.problems))
    assert isinstance(parsed, Settings)
    return parsed


def _read_environment(environ: Mapping[str, str], found: _Found) -> None:
    known = {FILE_VARIABLE}
    for setting in SETTINGS:
        name = environment_name(setting.name)
        known.add(name)
        if name in environ:
            found.given[setting.name] = Given(environ[name], name)
        if setting.secret:
            known.add(f"{name}_FILE")
            _read_secret(setting.name, environ, found)
    for name in environ:
        if name.startswith("GREFFIER_") and name not in known:
            _note_slip(name, known, found)


def _read_secret(setting: str, environ: Mapping[str, str], found: _Found) -> None:
    name = environment_name(setting)
    path = environ.get(f"{name}_FILE")
    if path is None:
        return
    if name in environ:
        found.wrong(f"{name}_FILE", repr(path), f"only one of {name} and {name}_FILE")
        return
    try:
        text = _text_of(Path(path))
    except (OSError, ValueError) as error:
        found.wrong(f"{name}_FILE", repr(path), f"a file of text that can be read ({error})")
        return
    found.given[setting] = Given(text.strip(), f"{name}_FILE")


def _note_slip(name: str, known: Collection[str], found: _Found) -> None:
    """A setting that is misspelt would silently be its default.

    Names that resemble none are let be: orchestrators add their own (``GREFFIER_SERVICE_HOST``).
    """
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=_NEAR)
    if near:
        found.wrong(name, "(set)", f"no such setting; {near[0]} was meant?")


def _read_file(environ: Mapping[str, str], found: _Found) -> None:
    path, chosen = _file_path(environ)
    try:
        table = tomllib.loads(_text_of(path))
    except FileNotFoundError:
        if chosen:
            found.wrong(FILE_VARIABLE, repr(str(path)), "the path of a TOML file")
        return
    except (OSError, ValueError) as error:
        found.wrong(str(path), "(the file)", f"a TOML file that can be read ({error})")
        return
    for key, value in table.items():
        _take(key, value, path, found)
    if not chosen and "data" in table:
        right = f"not set in a file that is found through it; use GREFFIER_DATA or {FILE_VARIABLE}"
        found.wrong(f"data in {path}", repr(table["data"]), right)


def _file_path(environ: Mapping[str, str]) -> tuple[Path, bool]:
    """The TOML file, and whether it was named by the operator."""
    if FILE_VARIABLE in environ:
        return Path(environ[FILE_VARIABLE]).expanduser(), True
    default = next(setting.default for setting in SETTINGS if setting.name == "data")
    assert default is not None
    return Path(environ.get("GREFFIER_DATA", default)).expanduser() / FILE_NAME, False


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(_BYTES_MAX + 1)
    if len(content) > _BYTES_MAX:
        raise ValueError(f"more than {_BYTES_MAX} bytes")
    return content.decode()


def _take(key: str, value: Any, path: Path, found: _Found) -> None:
    origin = f"{key} in {path}"
    if key not in SETTING_NAMES:
        found.wrong(origin, "(set)", f"one of {', '.join(SETTING_NAMES)}")
    elif isinstance(value, str) or type(value) is int:
        found.given[key] = Given(str(value), origin)
    else:
        found.wrong(origin, repr(value), "a string or a whole number")

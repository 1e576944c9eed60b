"""The operator's page says of settings what the code says, and names only commands there are."""

import re
from pathlib import Path
from typing import Final

import pytest
from typer.main import get_command

from services.cli.commands import app
from shared.adapters.system.settings import SETTINGS, environment_name

ROOT: Final = Path(__file__).parents[2]
OPERATORS: Final = ROOT / "docs" / "operators.md"
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
DERIVED: Final = {"keys": "in the data folder", "database_url": "in the data folder"}
"""Defaults that follow from the data folder."""


def settings_table() -> list[str]:
    """The table as it should stand on the page."""
    rows = ["| setting | what it is | right | default |", "|---|---|---|---|"]
    for setting in SETTINGS:
        default = "none: one is started" if setting.name in {"log_url", "cache_url"} else ""
        default = DERIVED.get(setting.name, default)
        if setting.default is not None:
            default = f"`{setting.default}`"
        name = f"`{environment_name(setting.name)}`"
        rows.append(f"| {name} | {setting.meaning} | {setting.right} | {default} |")
    return rows


def test_every_setting_stands_on_the_page() -> None:
    text = OPERATORS.read_text()
    _, _, after = text.partition("settings.py -->\n\n")
    found = after.split("\n\n")[0].splitlines()
    assert found == settings_table(), "\n".join(["the table should be:", *settings_table()])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_in_the_text_exist(page: Path) -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name, options in re.findall(r"`greffier ([a-z]+)([^`]*)`", page.read_text()):
        assert name in known
        offered = {text for parameter in known[name].params for text in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", options)) <= offered
    for target in re.findall(r"`make ([a-z]+)", page.read_text()):
        assert target in targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert link.startswith("https://") or (page.parent / link).exists(), link
    named = re.findall(
        r"`((?:shared|services|workers|ops|tests|docs)/[\w./]+\.\w+)`", page.read_text()
    )
    for path in named:
        assert (ROOT / path).exists(), path

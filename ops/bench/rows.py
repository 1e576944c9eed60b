"""What a bench says: rows of a figure, its unit and its aim; and how large a bench is run."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from rich.table import Table


class CannotMeasure(Exception):
    """This machine lacks what the bench needs: the message says what."""


class Row(Struct, frozen=True):
    """One figure."""

    what: str
    figure: float
    unit: str
    aim: float | None = None
    better: Literal["more", "less"] = "more"
    note: str = ""
    """What belongs beside the figure: its spread, or what it is made of."""

    @property
    def met(self) -> bool | None:
        """Whether the aim is reached; None where there is none."""
        if self.aim is None:
            return None
        return self.figure >= self.aim if self.better == "more" else self.figure <= self.aim


class Scale(Struct, frozen=True):
    """How much is measured: the defaults take minutes in all, a test takes the least."""

    deals: int = 2_000
    """Rules alone: deals played."""
    rounds: int = 5
    """Commit path and archive: how often everything is repeated; medians count."""
    games: int = 100
    """Commit path, archive and sizes: games of one deal that are played side by side."""
    verified_games: int = 20
    verified_deals: int = 10
    lag_s: float = 10.0
    """Archive lag: how long commits are watched."""
    lag_rate: int = 200
    """Archive lag: commits a second."""
    kills: int = 3
    """Takeover: how many owners are killed."""
    partitions: int = 16
    """Takeover and memory: of the installation."""
    latency_s: float = 20.0
    latency_rate: int = 500
    """Latency: commands a second over the sockets of all seats."""
    latency_tables: int = 150
    bot_deals: int = 500
    expert_deals: int = 100
    """Levels: deals played in four seats; an expert thinks longer."""
    played_deals: int = 3
    """Memory: deals of the game that is played before anyone is weighed."""


def table_of(rows: Sequence[Row], title: str) -> Table:
    """The rows for people."""
    table = Table(title=title, title_justify="left")
    for heading in ("what", "figure", "unit", "aim", "met", "note"):
        table.add_column(heading, justify="right" if heading in ("figure", "aim") else "left")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> Iterator[str]:
    yield row.what
    yield figure_text(row.figure)
    yield row.unit
    yield (
        "" if row.aim is None else ("≥ " if row.better == "more" else "≤ ") + figure_text(row.aim)
    )
    yield {True: "yes", False: "[red]no[/]", None: ""}[row.met]
    yield row.note


def figure_text(figure: float) -> str:
    """Three digits at least: ``202,804``, ``14.2``, ``0.66``."""
    if abs(figure) >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if abs(figure) >= 10 else f"{figure:.2f}"

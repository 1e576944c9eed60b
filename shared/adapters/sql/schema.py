"""The tables: what SQL holds of games, the ledger, players and the installation.

The migrations make them; a test shows that both agree. Times are milliseconds since the epoch,
amounts the smallest unit of their currency.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

RECORDS: Final = "records"
"""The projector whose positions say where the archive ends."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Compared byte by byte in both dialects: ids are searched by prefix and paged by, and the locale
# of a database must not change what a page holds.
_TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
# SQLite numbers rows by itself in a column of exactly this type.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")


def _table(name: str, *items: SchemaItem, clustered: bool = False) -> Table:
    """A table; SQLite keeps a ``clustered`` one in the order of its primary key, written once."""
    return Table(name, metadata, *items, sqlite_with_rowid=not clustered)


def _partial(name: str, *columns: Column[object], where: ColumnElement[bool]) -> Index:
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


games: Final = _table(
    "games",
    Column("id", _TEXT, primary_key=True),
    Column("client", _TEXT),
    Column("request_id", _TEXT),
    Column("request_hash", LargeBinary),
    Column("rules", _TEXT, nullable=False),
    Column("ruleset", SmallInteger),
    Column("stake", BigInteger),
    Column("currency", _TEXT),
    Column("options", _TEXT),
    Column("created_at", BigInteger, nullable=False),
    Column("opened_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("end_reason", _TEXT),
    Column("closed_at", BigInteger),
    UniqueConstraint("client", "request_id"),
    CheckConstraint("length(id) = 34", "id_length"),
    CheckConstraint("(client IS NULL) = (request_id IS NULL)", "reserved_whole"),
    CheckConstraint("stake >= 0", "stake_not_negative"),
    Index(None, "created_at", "id"),
)
# The two questions asked over and over concern few games of very many.
_partial("ix_games_unended", games.c.created_at, games.c.id, where=games.c.ended_at.is_(None))
_partial("ix_games_unclosed", games.c.id, where=games.c.closed_at.is_(None))

seats: Final = _table(
    "seats",
    Column("game", _TEXT, ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", _TEXT),
    CheckConstraint("seat BETWEEN 0 AND 3", "seat_range"),
    Index(None, "player", "game"),
    clustered=True,
)

events: Final = _table(
    "events",
    Column("game", _TEXT, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", LargeBinary, nullable=False),
    CheckConstraint("seq >= 1", "seq_positive"),
    clustered=True,
)

positions: Final = _table(
    "positions",
    Column("projector", _TEXT, primary_key=True),
    Column("game", _TEXT, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    CheckConstraint("seq >= 1", "seq_positive"),
    CheckConstraint("length(chain) = 32", "chain_length"),
    clustered=True,
)

# The ledger cites the settlement event that it posts, so it cannot get ahead of the archive.
transfers: Final = _table(
    "transfers",
    Column("game", _TEXT, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("debit", _TEXT, nullable=False, index=True),
    Column("credit", _TEXT, nullable=False, index=True),
    Column("amount", BigInteger, nullable=False),
    Column("currency", _TEXT, nullable=False),
    Column("at", BigInteger, nullable=False),
    ForeignKeyConstraint(["game", "seq"], ["events.game", "events.seq"]),
    CheckConstraint("seat BETWEEN 0 AND 3", "seat_range"),
    CheckConstraint("amount >= 0", "amount_not_negative"),
    CheckConstraint("debit <> credit", "two_accounts"),
    CheckConstraint("currency <> ''", "currency_named"),
)

refusals: Final = _table(
    "refusals",
    Column("number", _NUMBER, primary_key=True),
    Column("partition", SmallInteger, nullable=False),
    Column("record_id", _TEXT, nullable=False),
    Column("game", _TEXT, nullable=False, index=True),
    Column("actor", _TEXT, nullable=False),
    Column("command_id", _TEXT, nullable=False),
    Column("fingerprint", LargeBinary, nullable=False),
    Column("refusal", _TEXT, nullable=False),
    UniqueConstraint("partition", "record_id"),
)

incarnations: Final = _table(
    "incarnations",
    Column("partition", SmallInteger, primary_key=True, autoincrement=False),
    Column("incarnation", _TEXT, nullable=False),
)

recoveries: Final = _table(
    "recoveries",
    Column("number", _NUMBER, primary_key=True),
    Column("game", _TEXT, nullable=False, index=True),
    Column("chosen", _TEXT, nullable=False),
    Column("who", _TEXT, nullable=False),
    Column("why", _TEXT, nullable=False),
    Column("at", BigInteger, nullable=False),
)

dismissals: Final = _table(
    "dismissals",
    Column("number", _NUMBER, primary_key=True),
    Column("partition", SmallInteger, nullable=False),
    Column("entry_id", _TEXT, nullable=False),
    Column("game", _TEXT),
    Column("actor", _TEXT),
    Column("command_id", _TEXT),
    Column("reason", _TEXT, nullable=False),
    Column("who", _TEXT, nullable=False),
    Column("why", _TEXT, nullable=False),
    Column("at", BigInteger, nullable=False),
)

parked: Final = _table(
    "parked",
    Column("projector", _TEXT, primary_key=True),
    Column("game", _TEXT, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("reason", _TEXT, nullable=False),
    clustered=True,
)

players: Final = _table(
    "players",
    Column("id", _TEXT, primary_key=True),
    Column("client", _TEXT, nullable=False),
    Column("name", _TEXT, nullable=False),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    CheckConstraint("length(token_hash) = 32", "token_hash_length"),
)

installation: Final = _table(
    "installation",
    Column("fact", _TEXT, primary_key=True),
    Column("value", _TEXT, nullable=False),
    clustered=True,
)

IMMUTABLE: Final = (events, transfers, refusals, recoveries, dismissals)
"""What is evidence: the migrations forbid changing or deleting a row of it."""

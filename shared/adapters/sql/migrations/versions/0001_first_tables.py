"""The first tables, and the triggers that keep evidence as it was written."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT: Final = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

IMMUTABLE: Final = ("events", "transfers", "refusals", "recoveries")


def upgrade() -> None:
    _games()
    _seats()
    _archive()
    _ledger()
    _evidence()
    _installation()
    _players()
    if op.get_context().dialect.name == "sqlite":
        _protect_on_sqlite()
    else:
        _protect_on_postgresql()


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("client", TEXT),
        sa.Column("request_id", TEXT),
        sa.Column("request_hash", sa.LargeBinary()),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("ruleset", sa.SmallInteger()),
        sa.Column("stake", sa.BigInteger()),
        sa.Column("currency", TEXT),
        sa.Column("options", TEXT),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("end_reason", TEXT),
        sa.Column("closed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("client", "request_id", name="uq_games_client_request_id"),
        _check("length(id) = 34", "ck_games_id_length"),
        _check("(client IS NULL) = (request_id IS NULL)", "ck_games_reserved_whole"),
        _check("stake >= 0", "ck_games_stake_not_negative"),
    )
    op.create_index("ix_games_created_at_id", "games", ["created_at", "id"])
    _partial_index("ix_games_unended", "games", ["created_at", "id"], "ended_at IS NULL")
    _partial_index("ix_games_unclosed", "games", ["id"], "closed_at IS NULL")


def _check(condition: str, name: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(name))  # whole: no convention adds to it


def _partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("player", TEXT),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
        _check("seat BETWEEN 0 AND 3", "ck_seats_seat_range"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_player_game", "seats", ["player", "game"])


def _archive() -> None:
    op.create_table(
        "events",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
        _check("seq >= 1", "ck_events_seq_positive"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "positions",
        sa.Column("projector", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chain", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("projector", "game", name="pk_positions"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_positions_game"),
        _check("seq >= 1", "ck_positions_seq_positive"),
        _check("length(chain) = 32", "ck_positions_chain_length"),
        sqlite_with_rowid=False,
    )


def _ledger() -> None:
    op.create_table(
        "transfers",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("debit", TEXT, nullable=False),
        sa.Column("credit", TEXT, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", "seat", name="pk_transfers"),
        sa.ForeignKeyConstraint(
            ["game", "seq"], ["events.game", "events.seq"], name="fk_transfers_game_seq"
        ),
        _check("seat BETWEEN 0 AND 3", "ck_transfers_seat_range"),
        _check("amount >= 0", "ck_transfers_amount_not_negative"),
        _check("debit <> credit", "ck_transfers_two_accounts"),
        _check("currency <> ''", "ck_transfers_currency_named"),
    )
    op.create_index("ix_transfers_debit", "transfers", ["debit"])
    op.create_index("ix_transfers_credit", "transfers", ["credit"])


def _evidence() -> None:
    op.create_table(
        "refusals",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("partition", sa.SmallInteger(), nullable=False),
        sa.Column("record_id", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("command_id", TEXT, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("refusal", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_refusals"),
        sa.UniqueConstraint("partition", "record_id", name="uq_refusals_partition_record_id"),
    )
    op.create_index("ix_refusals_game", "refusals", ["game"])
    op.create_table(
        "recoveries",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("chosen", TEXT, nullable=False),
        sa.Column("who", TEXT, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_recoveries"),
    )
    op.create_index("ix_recoveries_game", "recoveries", ["game"])


def _installation() -> None:
    op.create_table(
        "incarnations",
        sa.Column("partition", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("incarnation", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("partition", name="pk_incarnations"),
    )
    op.create_table(
        "parked",
        sa.Column("projector", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("projector", "game", name="pk_parked"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "installation",
        sa.Column("fact", TEXT, nullable=False),
        sa.Column("value", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("fact", name="pk_installation"),
        sqlite_with_rowid=False,
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("client", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token_hash", name="uq_players_token_hash"),
        _check("length(token_hash) = 32", "ck_players_token_hash_length"),
    )


def _protect_on_sqlite() -> None:
    for table in IMMUTABLE:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
            )


def _protect_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION '% is never changed', TG_TABLE_NAME "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    for table in IMMUTABLE:
        op.execute(
            f"CREATE TRIGGER {table}_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION forbid_change()"
        )

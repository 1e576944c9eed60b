"""Who dismissed which parked command, and why: kept like other decisions of operators."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TEXT: Final = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "dismissals",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("partition", sa.SmallInteger(), nullable=False),
        sa.Column("entry_id", TEXT, nullable=False),
        sa.Column("game", TEXT),
        sa.Column("actor", TEXT),
        sa.Column("command_id", TEXT),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("who", TEXT, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_dismissals"),
    )
    if op.get_context().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER dismissals_no_{change.lower()} BEFORE {change} ON dismissals "
                "BEGIN SELECT RAISE(ABORT, 'dismissals is never changed'); END"
            )
    else:
        op.execute(
            "CREATE TRIGGER dismissals_immutable BEFORE UPDATE OR DELETE OR TRUNCATE "
            "ON dismissals FOR EACH STATEMENT EXECUTE FUNCTION forbid_change()"
        )

"""The evening goes on: prizes, and what its cards need

Revision: 0011
Follows: 0010
"""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.packed_text import pack, unpack

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


# KEEP HEAD
def _exchange_steps(kind: sa.types.TypeEngine[Any], exchange: Callable[[Any], Any]) -> None:
    """Put the explained steps into a column of another type, some thousand at a time."""
    op.add_column("journal", sa.Column("exchanged", kind, nullable=True, comment="how it came about, as JSON"))
    connection = op.get_bind()
    journal = sa.table("journal", sa.column("id"), sa.column("steps"), sa.column("exchanged"))
    page = (
        sa.select(journal.c.id, journal.c.steps)
        .where(journal.c.id > sa.bindparam("after"), journal.c.steps.is_not(None))
        .order_by(journal.c.id)
        .limit(2000)
    )
    put = sa.update(journal).where(journal.c.id == sa.bindparam("row")).values(exchanged=sa.bindparam("value"))
    after = 0
    while rows := connection.execute(page, {"after": after}).all():
        connection.execute(put, [{"row": row.id, "value": exchange(row.steps)} for row in rows])
        after = rows[-1].id
    op.drop_column("journal", "steps")
    op.execute("ALTER TABLE journal RENAME COLUMN exchanged TO steps")


# END KEEP HEAD


def upgrade() -> None:
    op.add_column(
        "evening",
        sa.Column(
            "tie_breaks",
            sa.String(length=200),
            nullable=True,
            comment="codes in order, or the word none; null: the usual of its method",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "tie_breaks_reason",
            sa.String(length=200),
            nullable=True,
            comment="why they changed after the first round was published",
        ),
    )
    op.add_column(
        "evening",
        sa.Column("prizes", sa.String(length=2000), nullable=True, comment="as a director typed them; null: none"),
    )
    op.add_column(
        "evening",
        sa.Column(
            "prize_people",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="numbers by the group or prize that they are named for",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "prize_sharing", sa.String(length=16), nullable=True, comment="how who ties shares; null without prizes"
        ),
    )
    op.create_index(
        "ix_standing_active_games",
        "standing",
        ["club_id", "list", "active", sa.literal_column("games DESC"), "player_id"],
        unique=False,
    )
    # KEEP
    _exchange_steps(sa.LargeBinary(), pack)
    # END KEEP


def downgrade() -> None:
    # KEEP DOWN
    _exchange_steps(sa.Text(), unpack)
    # END KEEP DOWN
    op.drop_index("ix_standing_active_games", table_name="standing")
    op.drop_column("evening", "prize_sharing")
    op.drop_column("evening", "prize_people")
    op.drop_column("evening", "prizes")
    op.drop_column("evening", "tie_breaks_reason")
    op.drop_column("evening", "tie_breaks")

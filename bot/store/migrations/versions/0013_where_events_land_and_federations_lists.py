"""Where events land, and federations' lists

Revision: 0013
Follows: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "event",
        sa.Column("site", sa.String(length=32), nullable=True, comment="where it was played online; none: at a board"),
    )
    op.add_column(
        "event",
        sa.Column(
            "overruled",
            sa.String(length=200),
            nullable=True,
            comment="why it moves these lists though their rules would not rate it",
        ),
    )
    op.create_table(
        "federation_entry",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.String(length=16), nullable=False, comment="the membership number there"),
        sa.Column("month", sa.Date(), nullable=False, comment="of the list, or the day of its loading"),
        sa.Column("line", sa.JSON(), nullable=False, comment="what the list says of them"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_federation_entry_club_id")),
        sa.PrimaryKeyConstraint("club_id", "number", name=op.f("pk_federation_entry")),
        comment="FIDE's list as the operator loaded it, of the club's players alone",
    )


def downgrade() -> None:
    op.drop_table("federation_entry")
    op.drop_column("event", "overruled")
    op.drop_column("event", "site")

"""The evening goes on: prizes, and what its cards need

Revision: 0011
Follows: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


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


def downgrade() -> None:
    op.drop_index("ix_standing_active_games", table_name="standing")
    op.drop_column("evening", "prize_sharing")
    op.drop_column("evening", "prize_people")
    op.drop_column("evening", "prizes")
    op.drop_column("evening", "tie_breaks_reason")
    op.drop_column("evening", "tie_breaks")

"""Sections, knockout, queues and what counts beside them

Revision: 0012
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.add_column(
        "evening_pairing",
        sa.Column(
            "goes_on", sa.Integer(), nullable=True, comment="in a knockout after a draw: number of the entrant who does"
        ),
    )
    op.add_column(
        "evening_pairing",
        sa.Column("play_off", sa.String(length=16), nullable=True, comment="the score that decided it"),
    )


def downgrade() -> None:
    op.drop_column("evening_pairing", "play_off")
    op.drop_column("evening_pairing", "goes_on")

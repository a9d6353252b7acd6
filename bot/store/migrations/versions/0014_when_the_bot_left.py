"""When the bot left a server: what is kept of its club goes thirty days later

Revision: 0014
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0014"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "club",
        sa.Column(
            "left_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="since when the bot is not on the server any more",
        ),
    )


def downgrade() -> None:
    op.drop_column("club", "left_at")

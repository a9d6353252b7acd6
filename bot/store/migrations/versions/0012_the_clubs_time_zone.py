"""The club's time zone

Revision: 0012
Follows: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "club",
        sa.Column(
            "time_zone", sa.String(64), nullable=False, server_default="UTC", comment="whose days are the club's"
        ),
    )


def downgrade() -> None:
    op.drop_column("club", "time_zone")

"""States and memberships, as a federation's rating list prints them

Revision: 0008
Follows: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("state", sa.String(length=2), nullable=True, comment="two letters, such as WV"))
    op.add_column(
        "player",
        sa.Column("expires", sa.String(length=7), nullable=True, comment="month of the US Chess membership: 2027-08"),
    )


def downgrade() -> None:
    op.drop_column("player", "expires")
    op.drop_column("player", "state")

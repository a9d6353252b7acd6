"""How a rating came about is worked out when somebody asks, and no longer kept

Revision: 0016
Follows: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("journal", "steps")


def downgrade() -> None:
    # Without steps, the version before works them out too.
    op.add_column("journal", sa.Column("steps", sa.LargeBinary(), nullable=True, comment="how it came about, as JSON"))

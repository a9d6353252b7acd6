"""The steps of a club's set-up, and what each of them changed

Revision: 0015
Follows: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "club",
        sa.Column(
            "set_up",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="what each step of the set-up changed, before and after",
        ),
    )


def downgrade() -> None:
    op.drop_column("club", "set_up")

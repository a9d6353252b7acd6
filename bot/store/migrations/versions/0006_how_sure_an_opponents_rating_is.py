"""How sure an opponent's rating is

Revision: 0006
Follows: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "entrant",
        sa.Column(
            "deviation",
            sa.Float(precision=53),
            nullable=True,
            comment="how sure the rating as given is; none where that is not known",
        ),
    )


def downgrade() -> None:
    op.drop_column("entrant", "deviation")

"""The results behind an entered rating

Revision: 0007
Follows: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

COLUMNS = (
    ("wins", sa.Integer(), "of these games; none where nobody tells the results"),
    ("losses", sa.Integer(), None),
    ("draws", sa.Integer(), None),
    ("confidence", sa.Float(precision=53), "the figure of the Oracle seed's program"),
    ("standard_error", sa.Float(precision=53), "of the log strength"),
)


def upgrade() -> None:
    for name, kind, comment in COLUMNS:
        op.add_column("opening", sa.Column(name, kind, nullable=True, comment=comment))


def downgrade() -> None:
    for name, _, _ in reversed(COLUMNS):
        op.drop_column("opening", name)

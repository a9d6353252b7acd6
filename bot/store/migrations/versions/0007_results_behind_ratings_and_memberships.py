"""The results behind an entered rating, and states and memberships as a federation's list prints them

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
    ("opening", "wins", sa.Integer(), "of these games; none where nobody tells the results"),
    ("opening", "losses", sa.Integer(), None),
    ("opening", "draws", sa.Integer(), None),
    ("opening", "confidence", sa.Float(precision=53), "the figure of the Oracle seed's program"),
    ("opening", "standard_error", sa.Float(precision=53), "of the log strength"),
    ("player", "state", sa.String(length=2), "two letters, such as WV"),
    ("player", "expires", sa.String(length=7), "month of the US Chess membership: 2027-08"),
)


def upgrade() -> None:
    for table, name, kind, comment in COLUMNS:
        op.add_column(table, sa.Column(name, kind, nullable=True, comment=comment))


def downgrade() -> None:
    for table, name, _, _ in reversed(COLUMNS):
        op.drop_column(table, name)

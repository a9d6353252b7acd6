"""${message}

Revision: ${up_revision}
Follows: ${down_revision or "none"}
"""

import sqlalchemy as sa
from alembic import op
import bot.store.database.types
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}

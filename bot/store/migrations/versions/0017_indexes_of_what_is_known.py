"""Indexes of what is known: rows without a value, which most are, stand in none

Revision: 0017
Follows: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
expand = True
"""The version before goes on with it: it looks for values alone."""

INDEXES = {
    "ix_entrant_player_id": ("entrant", ["player_id"]),
    "ix_evening_part_of": ("evening", ["part_of"]),
    "ix_event_club_id_digest": ("event", ["club_id", "digest"]),
    "ix_event_waits_until": ("event", ["waits_until"]),
    "ix_journal_opening_id": ("journal", ["opening_id"]),
    "ix_opening_event_id": ("opening", ["event_id"]),
    "ix_player_club_id_fide_id": ("player", ["club_id", "fide_id"]),
    "ix_player_club_id_known_as": ("player", ["club_id", "known_as"]),
    "ix_player_club_id_naspa_id": ("player", ["club_id", "naspa_id"]),
    "ix_player_club_id_uschess_id": ("player", ["club_id", "uschess_id"]),
}


def upgrade() -> None:
    for name, (table, columns) in INDEXES.items():
        known = sa.text(f"{columns[-1]} IS NOT NULL")
        op.drop_index(name, table_name=table)
        op.create_index(name, table, columns, unique=False, sqlite_where=known, postgresql_where=known)


def downgrade() -> None:
    for name, (table, columns) in INDEXES.items():
        op.drop_index(name, table_name=table)
        op.create_index(name, table, columns, unique=False)

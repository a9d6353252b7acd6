"""Sections, knockout, queues and what counts beside them

Revision: 0012
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
expand = True
"""It only adds: the version before goes on with it."""

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.create_table(
        "schema_step",
        sa.Column("revision", sa.String(length=32), nullable=False),
        sa.Column("follows", sa.String(length=32), nullable=False),
        sa.Column(
            "expand",
            sa.Boolean(),
            nullable=False,
            comment="it only adds: a version that needs the one before can go on",
        ),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_schema_step")),
        comment="what the migrations say of themselves to versions that do not have them yet",
    )
    op.create_table(
        "shard",
        sa.Column("shard_id", sa.Integer(), autoincrement=False, nullable=False, comment="-1: all there are"),
        sa.Column("process", sa.String(length=128), nullable=False, comment="the machine's name and the number there"),
        sa.Column("seen_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("shard_id", name=op.f("pk_shard")),
        comment="which process is on Discord with which shards (bot.store.turns)",
    )


def downgrade() -> None:
    op.drop_table("shard")
    op.drop_table("schema_step")

"""Alembic's revisions, the same for both databases."""

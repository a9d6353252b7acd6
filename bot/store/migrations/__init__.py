"""Alembic's history of the database, one for both databases."""

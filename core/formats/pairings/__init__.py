"""Pairings as a table: one row a game, with two more tables for players and event."""

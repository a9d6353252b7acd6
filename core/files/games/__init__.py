"""Pairings as a table: one row per game, with two more tables for players and event."""

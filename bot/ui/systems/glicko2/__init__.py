"""Glicko-2 in Discord."""

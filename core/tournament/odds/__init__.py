"""Chances in an unfinished event by simulation."""

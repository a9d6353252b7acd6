"""Corrections of stored events, and their undo."""

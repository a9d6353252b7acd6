"""Corrections of what is stored, and their undo."""

"""Buttons and menus that outlive a restart."""

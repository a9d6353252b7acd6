"""A club's people as a table: import, undo, export."""

"""Players of a club."""

"""Files of chess events."""

"""Import events from files."""

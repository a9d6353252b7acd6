"""The commands, one noun per file."""

"""Oracle in Discord."""

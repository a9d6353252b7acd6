"""US Chess in Discord."""

"""What US Chess ratings and norms look like in Discord."""

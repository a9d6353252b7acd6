"""What FIDE's ratings look like in Discord."""

"""What NASPA's ratings look like in Discord."""

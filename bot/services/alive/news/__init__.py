"""What a club announces: found in its events, kept, and told once."""

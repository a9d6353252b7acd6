"""People as their club sees them: the card of one, two head to head."""

"""What directors press about their club: its settings, its roles, what is amiss."""

"""Club evenings while they are played."""

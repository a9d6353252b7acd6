"""Events that are kept in Discord while they are played."""

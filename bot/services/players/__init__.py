"""Players: cards, ids, merges and set ratings."""

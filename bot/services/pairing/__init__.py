"""Pair a round: by core.pairing, and the Swiss rounds by an engine in a process of its own."""

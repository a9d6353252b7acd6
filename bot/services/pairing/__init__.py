"""Pairings: by core.pairing, and Swiss rounds by an engine in its own process."""

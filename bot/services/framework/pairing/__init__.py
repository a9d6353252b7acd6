"""Pairings: by core.tournament.pairing, and Swiss rounds by an engine in its own process."""

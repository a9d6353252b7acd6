"""FIDE in Discord."""

"""FIDE lists and title norms."""

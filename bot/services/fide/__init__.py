"""FIDE's lists and title norms."""

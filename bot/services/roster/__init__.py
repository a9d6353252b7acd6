"""A club's people as a table: read in, taken back, written out."""

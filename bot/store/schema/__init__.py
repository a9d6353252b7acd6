"""The tables that are there, compared with those needed."""

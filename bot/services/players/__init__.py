"""People of a club: their cards, ids, merges and ratings set by hand."""

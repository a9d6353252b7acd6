"""Players of a club: ids, claims, merges, rosters, official ratings."""

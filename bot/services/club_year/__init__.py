"""What a club does: how its ratings are spread, how much is played, the book of a year."""

"""What it is worth: the rating systems, and what every one of them answers."""

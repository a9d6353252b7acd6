"""How a club is set: as a page and as a file, and the first set-up."""

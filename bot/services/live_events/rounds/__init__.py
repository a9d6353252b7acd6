"""How a round of an evening is paired, by any method and by hand, and ends."""

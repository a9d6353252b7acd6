"""US Chess: norms, and lifetime titles that are lowered."""

"""What is folded from the facts."""

"""What is calculated from the facts."""

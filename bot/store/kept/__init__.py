"""What waits, and what was done."""

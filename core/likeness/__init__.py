"""What is called alike, or is the same event told twice."""

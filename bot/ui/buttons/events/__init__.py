"""What is pressed under an event, its sections and its file."""

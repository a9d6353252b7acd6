"""What is announced of an evening, once each, and where its messages are."""

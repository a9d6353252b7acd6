"""What the bot sends by itself: a worker for the outbox, and a handler for each kind."""

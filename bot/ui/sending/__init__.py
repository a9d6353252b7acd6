"""What the bot sends by itself: the outbox emptied, one handler for each kind of thing in it."""

"""Who is on the server, and what the bot may do there."""

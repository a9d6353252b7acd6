"""What a club keeps of people: shown to themselves, forgotten when they ask, and erased when the bot has left."""

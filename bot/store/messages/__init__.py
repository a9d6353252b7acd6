"""What the bot sends by itself: news, live boards, roles and the outbox."""

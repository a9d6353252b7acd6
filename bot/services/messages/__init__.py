"""What follows a change: news, live boards, notices, roles."""

"""Cards about people, their reports and what the club keeps of them."""

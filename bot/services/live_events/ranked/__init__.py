"""How an evening stands: places, what they rest on, and who wins what."""

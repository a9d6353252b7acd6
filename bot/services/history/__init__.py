"""How ratings came to be what they are, for charts."""

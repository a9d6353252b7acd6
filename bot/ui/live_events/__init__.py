"""Cards and texts of club evenings."""

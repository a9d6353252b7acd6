"""QURSH rankings in Discord."""

"""Challenges: a match that a member proposes to another."""

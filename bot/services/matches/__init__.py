"""Matches of two: challenges, doubles, Oracle."""

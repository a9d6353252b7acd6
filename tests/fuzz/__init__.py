"""Mutated result files: whatever the bytes, an event or one sentence."""

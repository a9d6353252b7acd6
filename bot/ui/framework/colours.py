"""Colours of an embed's edge."""

RISE, FALL, LEVEL, GONE = 0x2E9E5B, 0xC0504D, 0x4F6D8F, 0x80848E
"""A rating that rose, fell, stayed, or no longer counts."""

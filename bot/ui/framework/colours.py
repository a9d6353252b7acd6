"""Colours of an embed's edge."""

STORED, SHOWN, NEWS, FAILED = 0x2E9E5B, 0x3B6EA5, 0xF28C28, 0xB23A30
"""Something was stored, or is shown; news; an error that needs somebody."""

RISE, FALL, LEVEL, GONE = STORED, 0xC0504D, SHOWN, 0x80848E
"""A rating that rose, fell, stayed, or no longer counts."""

"""Events: reported, stored, corrected, taken back, listed."""

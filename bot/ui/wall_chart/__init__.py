"""Wall charts, as text and as pictures."""

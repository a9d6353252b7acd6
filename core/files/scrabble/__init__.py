"""Files of Scrabble events."""

"""What is calculated from the facts: journal, standings, periods and seasons."""

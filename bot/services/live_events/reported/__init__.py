"""What players and directors say of games: reported, confirmed, entered, taken back."""

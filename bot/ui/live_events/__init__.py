"""The card and the buttons of an evening."""

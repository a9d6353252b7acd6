"""The practice club: the bot on a simulated Discord, in a browser."""

"""Copies of a whole database: made while the bot runs, with a companion that tells what is in them, and put back."""

"""The command line: its commands, and running the bot."""

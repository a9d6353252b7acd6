"""Options of commands: a transformer for each noun."""

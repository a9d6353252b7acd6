"""The options of commands, by what they are about: one transformer for each noun."""

"""What the command line does: one line of table.py a command, and a module for each that is more than a few lines."""

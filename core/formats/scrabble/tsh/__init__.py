"""tsh, the Scrabble program: division files, their settings, and the archive of both."""

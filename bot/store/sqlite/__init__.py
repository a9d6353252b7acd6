"""SQLite: its threads, its file, and long work on copies."""

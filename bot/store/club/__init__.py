"""A club: its settings, audit, files, copies and backups."""

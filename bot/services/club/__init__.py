"""A club: settings, audit, copies, backups, privacy, the directors' queue."""

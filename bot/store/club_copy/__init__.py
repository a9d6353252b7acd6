"""A whole club as rows, with numbers of its own in the place of the database's: read, and written into an empty one."""

"""Cards of events: their lists, files, sections and what is undone."""

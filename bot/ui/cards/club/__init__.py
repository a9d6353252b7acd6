"""Cards of the club itself: settings, records, boards and what it looks back on."""

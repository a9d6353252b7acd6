"""Facts: events, openings, lists, evenings."""

"""Facts: events, entered ratings, lists, evenings."""

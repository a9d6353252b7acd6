"""Paper: what of an event is printed, as HTML and as PDF."""

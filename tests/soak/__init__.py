"""Random walks over everything that writes."""

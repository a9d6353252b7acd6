"""Recalculation: ratings derived from facts."""

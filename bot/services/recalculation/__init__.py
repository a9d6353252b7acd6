"""The fold: ratings derived from facts."""

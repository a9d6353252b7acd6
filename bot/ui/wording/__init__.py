"""Sentences and lines that several cards share."""

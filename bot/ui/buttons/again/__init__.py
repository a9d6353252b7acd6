"""Answers to what is stored, shown again from the audit: a line for each action."""

"""Embeds: one module for each kind of answer."""

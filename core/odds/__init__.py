"""Chances in an event that is not over: its remaining rounds played many times over."""

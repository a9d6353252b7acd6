"""Elo in Discord."""

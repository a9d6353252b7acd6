"""Seasons of a list: begun, ended, looked at."""

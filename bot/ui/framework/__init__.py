"""Replies, views, pages, errors and text that every answer uses."""

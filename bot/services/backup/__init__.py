"""Backups of the whole database: made while the bot runs, kept by the calendar, put back, and forgotten in again."""

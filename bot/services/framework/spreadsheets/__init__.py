"""Spreadsheets (.xlsx, .xls, .ods) as text."""

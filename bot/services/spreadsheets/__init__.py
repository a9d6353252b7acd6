"""Spreadsheets, .xlsx, .xls and .ods, as the text that readers of files know."""

"""Facts, journal and derived tables: all SQL of the product.

Rows leave as frozen dataclasses; nothing is loaded lazily.
"""

"""The store: facts, journal and derived tables. All SQL of the product is in here.

Rows leave as frozen dataclasses. Nothing is loaded lazily and no connection outlives the block that opened it.
"""

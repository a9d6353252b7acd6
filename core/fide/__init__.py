"""FIDE ratings, performances and title norms.

Clauses are those of the FIDE Handbook: B.02 ratings (8.1 tables, 8.2 first ratings, 8.3 changes), B.01 titles, C.07
tie-breaks (10.2 tournament performance, 10.3 perfect tournament performance). Inside, expected scores are whole
hundredths of a game point, as FIDE's table has them, so that no binary fraction decides anything.
"""

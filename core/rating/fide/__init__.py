"""FIDE ratings, performances and title norms.

Clauses: FIDE Handbook B.02 (8.1 tables, 8.2 first ratings, 8.3 changes), B.01, C.07 (10.2, 10.3). Expected scores are
whole hundredths, as in FIDE's table.
"""

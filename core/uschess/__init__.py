"""US Chess ratings, floors, norms and titles.

Clauses are those of "The US Chess Rating System" (Glickman and Doan, July 26 2025), cited as "US Chess 2025":
section 2 initial ratings, 3 effective games, 4.1 special formula, 4.2 standard formula; the later parts by name.
Norms and titles follow "The US Chess Title System" (February 2016).
"""

"""US Chess ratings, floors, norms and titles.

"US Chess 2025": Glickman and Doan, "The US Chess Rating System" (July 26 2025): 2 initial ratings, 3 effective games,
4.1 special, 4.2 standard formula. Titles: "The US Chess Title System" (February 2016).
"""

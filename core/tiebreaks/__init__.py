"""Standings with tie-breaks, exact to the half point, and how each figure came about.

Articles are those of the FIDE Handbook, C.07 "Play-Off and Tie-Break Regulations", in the edition of 2024 and in that
of 1 March 2026; rules of US Chess are those of its rulebook, 7th edition, 34E, as clubs quote them. Inside, points are
whole half points and sums whole quarter points, so that no binary fraction decides anything.
"""

"""Standings with tie-breaks, exact, with explanations.

FIDE C.07 of 2024 and of 1 March 2026; US Chess rulebook, 7th edition, 34E, as quoted by clubs.
"""

"""Ratings of the North American Scrabble Players Association, as an estimate: no official text gives the formula whole.

Sources, cited as "NASPA" with the part: John Chew's tsh (module Ratings::Elo, systems nsa2008 and naspa2024); NASPA's
page "Initial rating"; Marc Levesque's "Ratings Calculation" at wordgameplayers.org and calgary374.org. Where they are
silent or differ, tsh decides: it is what NASPA itself ran.
"""

"""Elo's own ratings, plain: the logistic expectancy, one K for everybody, every event counted at once.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), 1.6 (the change of a rating) and 8.4 (the
logistic form of the expected score). No floors, no bonus, no titles.
"""

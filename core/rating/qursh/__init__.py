"""QURSH, quantile rankings from score histories (Dave Turissini, Chicago tournament announcement; "QURSH").

Each game's score difference is ranked among earlier games of similar ratings; a player's score is the mean.
"""

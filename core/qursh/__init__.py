"""QURSH, quantile rankings from score histories: who did better in a Scrabble event than their ratings predicted.

Dave Turissini's system, as the announcement of a tournament in Chicago describes it, cited as "QURSH": the score
difference of each game is placed among those of earlier games between players of similar ratings, and a player's
score is the mean of the games.
"""

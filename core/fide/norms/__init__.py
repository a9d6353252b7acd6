"""Title norms: one player's event compared with GM, IM, WGM and WIM, and the way from norms to a title.

Clauses are those of FIDE's title regulations, B.01, in force since 1 January 2024, cited as "FIDE B.01".
Where a rule is decided:

* titles: what each norm asks for, 0.5, 1.4.5, 1.4.6, 1.4.8, 1.5.3
* event, federations, participants: the facts that are judged; a list of the participants decides 1.4.3d and 1.5.6
* counts: how many of what a number of games asks for, 1.4.4, 1.4.5, 1.4.8, 1.4.9
* exclusions: games that are not counted, 1.4.2
* checks, settings_checks, mix, figures: the check list, 1.1, 1.4.3 to 1.4.8
* evaluation, search, result: the whole event, and the games that a player may leave out, 1.4.1
* forecast, unknown_opponents: the same evaluator on results that are yet to come
* progress: several norms together, 1.5; titles by rating
"""

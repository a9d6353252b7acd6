"""Oracle ratings: Bradley-Terry strengths anchored at a benchmark player, the Keeper.

P(i beats j) = s_i/(s_i + s_j), and a rating is the chance in percent of beating the Keeper, whose strength is 1.
Everything here works with theta = ln s; clauses are those of the seed's "Oracle Rating System" by its headings.

Game by game: `update` moves two players after a match, `event` a whole event, and `system` is what the fold of a club's
facts sees. All at once: `batch` fits the whole of a `history`, with standard errors; `calibration` hands its ratings to
the club. `reports` has the figures that are shown.
"""

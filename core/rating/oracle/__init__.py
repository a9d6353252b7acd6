"""Oracle ratings: Bradley-Terry strengths relative to a benchmark player, the Keeper, whose strength is 1.

P(i beats j) = s_i/(s_i + s_j); a rating is the chance in percent of beating the Keeper. Code uses theta = ln s.
Clauses: headings of the seed's "Oracle Rating System".

update: one match; event: an event; batch: a whole history; calibration: a club; reports: figures to show.
"""

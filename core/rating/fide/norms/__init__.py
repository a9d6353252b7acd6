"""Title norms: one event compared with GM, IM, WGM and WIM, and progress toward a title.

Clauses: FIDE B.01 of 1 January 2024. titles 0.5, 1.4.5, 1.4.6, 1.4.8, 1.5.3; participants 1.4.3d, 1.5.6; counts
1.4.4, 1.4.5, 1.4.8, 1.4.9; exclusions 1.4.2; checks 1.1, 1.4.3 to 1.4.8; choice of games 1.4.1; progress 1.5.
"""

"""Glicko-2: a rating with a deviation and a volatility, updated by rating periods.

Source: M. E. Glickman, Example of the Glicko-2 system, Boston University, 30 November 2013; clauses are its steps.
A rating period is a calendar month here. All results of a period count together against the ratings of its first day,
as the paper has it: after each event the period so far is worked out again, so that the rating need not wait.
"""

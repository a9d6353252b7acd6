"""What stands behind a name on a board."""

YOU = " ◂ you"
"""Behind the name of whoever looks."""

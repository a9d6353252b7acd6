"""Quads: groups of four by rating, each a round robin; what is left over joins the last group, which plays a Swiss."""

QUAD = 4
QUAD_ROUNDS = 3


def quads_of(numbers: list[int]) -> list[list[int]]:
    """Return the groups from the top: four each, the last up to seven."""
    whole = max(len(numbers) // QUAD, 1)
    groups = [numbers[QUAD * at : QUAD * (at + 1)] for at in range(whole)]
    groups[-1] += numbers[QUAD * whole :]
    return groups

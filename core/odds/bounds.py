"""What is certain of an event, whatever the results: reasoned from the points that are still to be had."""

from collections import Counter
from dataclasses import dataclass

from core.odds.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Bounds:
    """The fewest and the most half points that everybody can end with, by number.

    top: what the best of two who are to play each other ends with at least, by the two.
    """

    least: dict[int, int]
    most: dict[int, int]
    top: dict[tuple[int, int], int]

    def is_ahead(self, number: int, *, alone: bool) -> bool:
        """Tell whether nobody else can reach a player, or pass them."""
        others = max((most for other, most in self.most.items() if other != number), default=-1)
        return self.least[number] > others if alone else self.least[number] >= others

    def can_be_first(self, number: int, *, alone: bool) -> bool:
        """Tell whether a player who wins everything may be first; nobody who cannot is told otherwise."""
        others = [least for other, least in self.least.items() if other != number]
        others += [points for pair, points in self.top.items() if number not in pair]
        best = max(others, default=-1)
        return self.most[number] > best if alone else self.most[number] >= best


def bounds_of(schedule: Schedule) -> Bounds:
    """Return the bounds of everybody who stands in the table."""
    gone = schedule.out_of_the_table
    least = {number: points for number, points in schedule.half_points().items() if number not in gone}
    known = schedule.to_play()
    games = Counter(number for pair in known for number in pair)
    for round_number in schedule.to_pair():
        games.update(schedule.playing(round_number))
    most = {number: points + 2 * games[number] for number, points in least.items()}
    # A game gives two half points: at best for the others, they end as near to each other as these allow.
    top = {
        (first, second): max(least[first], least[second], -(-(least[first] + least[second] + 2) // 2))
        for first, second in known
    }
    return Bounds(least, most, top)

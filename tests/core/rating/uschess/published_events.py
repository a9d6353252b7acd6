"""The golden sections as crosstables, with the published ratings of everybody; some facts may be altered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from core.event.background import NOTHING_KNOWN
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, TimeControl
from core.event.published import Comparison, PublishedRating, RatedNear
from core.lists import RatingList
from core.rating.uschess.published import compare
from core.rating.uschess.rated import RatedPlayer
from core.rating.uschess.rules import edition_for
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import rate_ratings
from tests.core.golden_cases import golden_case

KINDS = {
    "BF": ByeKind.FULL_POINT,
    "BH": ByeKind.HALF_POINT,
    "FW": ByeKind.FORFEIT_WIN,
    "FL": ByeKind.FORFEIT_LOSS,
    "U": ByeKind.UNPLAYED,
}
SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}
LISTS = {"regular": RatingList.USCHESS_REGULAR, "quick": RatingList.USCHESS_QUICK}


@dataclass
class PublishedSection:
    """A section to rate. before: states by number; published by number."""

    crosstable: Crosstable
    rating_list: RatingList
    before: dict[int, PlayerState]
    published: dict[int, PublishedRating]
    edition: Any = None
    near: dict[int, list[RatedNear]] = field(default_factory=dict)

    def rated(self) -> Mapping[int, RatedPlayer]:
        edition = self.edition or edition_for(self.crosstable.date)
        backgrounds = dict.fromkeys(self.before, NOTHING_KNOWN)
        return rate_ratings(self.crosstable, self.rating_list, self.before, edition, backgrounds)

    def compared(self) -> Comparison:
        return compare(self.crosstable, self.rating_list, self.rated(), self.published, self.near, rate_ratings)


def published_section(*names: str, of: str = "regular") -> PublishedSection:
    """Return golden sections side by side in one crosstable: games within each, and so the figures, are as published.

    The game counts before are those after the section less the rated games.
    """
    entrants: list[Entrant] = []
    games: list[Game] = []
    byes: list[Bye] = []
    before: dict[int, PlayerState] = {}
    published: dict[int, PublishedRating] = {}
    day = date.max
    for name in names:
        case = golden_case("uschess/published_sections", name)
        day = min(day, case["day"])
        first = len(entrants)
        for number, row in enumerate(case["rows"], start=first + 1):
            entrants.append(Entrant(number, player=number, name=f"Player {number}", rated=True))
            played = 0
            for round_number, cell in enumerate(row["rounds"].split(), start=1):
                kind, other = re.fullmatch(r"([A-Z]+)(\d*)", cell).groups()  # type: ignore[union-attr]
                opponent = int(other) + first if other else None
                if kind in KINDS:
                    byes.append(Bye(round_number, number, KINDS[kind], opponent))
                    continue
                played += 1
                assert opponent is not None
                if number < opponent:
                    games.append(Game(round_number, number, opponent, SCORES[kind]))
            rating, after, left = row[of]
            published[number] = PublishedRating(rating or None, after, left or None)
            before[number] = (
                PlayerState(rating=rating, games=left - played if left else 50) if rating else PlayerState()
            )
    control = TimeControl(30, 5)
    table = Crosstable(day, tuple(entrants), tuple(games), tuple(byes), time_control=control)
    return PublishedSection(table, LISTS[of], before, published)

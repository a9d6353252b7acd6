"""What one event changes: for each game the difference of ratings as it counts, and the score against the table's.

Where a sum of expected scores is meant, it is in hundredths of a game point: whole numbers by FIDE's table, other
ones only by the simplified rules.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.errors import InputError
from core.fide.editions import Edition, LimitRule
from core.fide.simplified import simplified_hundredths
from core.fide.tables import expected_hundredths
from core.lists import RatingList
from core.words import counted

FAR_APART = 600
"""From this difference on, rapid and blitz games of a player above 2600 are not rated (since December 2024)."""

FAR_APART_ABOVE = 2600
NO_LIMIT = 10_000

Hundredths = int | float


class LeftOut(StrEnum):
    """Why a played game does not count."""

    UNRATED = "unrated"
    BELOW_FLOOR = "below-floor"
    FAR_APART = "far-apart"
    MATCH_UNRATED = "match-unrated"
    MATCH_DECIDED = "match-decided"


class OpponentGame(NamedTuple):
    """A played game: round, the opponent's rating or None for an unrated one, the result where it is known.

    left_out: why the game cannot count, where that is plain before the ratings are compared.
    """

    round: int
    rating: int | None
    score: float | None = None
    left_out: LeftOut | None = None


class GameChange(NamedTuple):
    """A game as it counted.

    difference: own minus opponent's rating; counted: as the rules limit it. None where an unrated player is in it.
    expected: the table's expected score in hundredths; 0 for a game that was left out.
    """

    round: int
    rating: int | None
    score: float | None
    difference: int | None
    counted: int | None
    expected: Hundredths
    left_out: LeftOut | None

    @property
    def above(self) -> Hundredths | None:
        """Return score minus expected score in hundredths; None without a result, or for a game left out."""
        return None if self.score is None or self.left_out is not None else 100 * self.score - self.expected


class EventChange(NamedTuple):
    """An event of a rated player, before K.

    own: R, the player's own rating. games: all of them, in the order given; `counting` of them count.
    score: points from these. expected: the sum of their expected scores, hundredths.
    """

    own: int
    games: tuple[GameChange, ...]
    counting: int
    score: float
    expected: Hundredths

    @property
    def above(self) -> Hundredths:
        """Return the score minus the expected score, hundredths: what K is multiplied with."""
        # Scores are whole or half points: doubled, they are whole.
        return 50 * int(2 * self.score) - self.expected


def event_change(
    own: int, games: Sequence[OpponentGame], edition: Edition, rating_list: RatingList, total: float | None = None
) -> EventChange:
    """Return what an event changes for a player rated `own`; the order of the games does not matter (B.02 8.3).

    total: the score of all games, where single results are not known; it counts even where they are.
    Raise InputError where the results that are needed are missing.
    """
    limit = edition.limit_on(rating_list)
    far_apart_counts = edition.far_apart_counts or rating_list is RatingList.FIDE_STANDARD
    in_full = _counting_in_full(own, games, limit)
    widest = limit.widest if limit.exempt_from is None or own < limit.exempt_from else NO_LIMIT
    rows, counting = [], 0
    expected_sum: Hundredths = 0
    # A month has a hundred thousand rows: what is the same for all is asked once, and they are made past the named
    # tuple's own __new__, at half its time.
    make, expect = tuple.__new__, simplified_hundredths if edition.simplified else expected_hundredths
    for place, (round_number, rating, score, left_out) in enumerate(games):
        if rating is None:
            rows.append(GameChange(round_number, None, score, None, None, 0, left_out or LeftOut.UNRATED))
            continue
        difference = own - rating
        if (
            not far_apart_counts
            and left_out is None
            and abs(difference) >= FAR_APART
            and max(own, rating) > FAR_APART_ABOVE
        ):
            left_out = LeftOut.FAR_APART
        if difference > widest and place not in in_full:
            counted = widest
        elif difference < -widest:
            counted = -widest
        else:
            counted = difference
        if left_out is not None:
            rows.append(GameChange(round_number, rating, score, difference, counted, 0, left_out))
            continue
        expected = expect(counted)
        rows.append(make(GameChange, (round_number, rating, score, difference, counted, expected, None)))
        counting += 1
        expected_sum += expected
    return EventChange(own, tuple(rows), counting, points_of(rows, total), expected_sum)


def pool_games(games: Sequence[OpponentGame]) -> list[GameChange]:
    """Return the games of an unrated player: those against rated opponents count toward a first rating."""
    rows = []
    for game in games:
        left_out = (game.left_out or LeftOut.UNRATED) if game.rating is None else game.left_out
        rows.append(GameChange(game.round, game.rating, game.score, None, None, 0, left_out))
    return rows


def _counting_in_full(own: int, games: Sequence[OpponentGame], limit: LimitRule) -> Collection[int]:
    """Return the places of the games whose large difference is not limited, though it would help the player.

    From 2022 to February 2024 only one was, the largest; where the limit hurts, it always holds (our reading).
    """
    if limit.upgrades is None:
        return ()
    above = [
        (own - game.rating, -place)
        for place, game in enumerate(games)
        if game.rating is not None and game.left_out is None and own - game.rating > limit.widest
    ]
    return {-place for _, place in sorted(above, reverse=True)[limit.upgrades :]}


def points_of(rows: Sequence[GameChange], total: float | None) -> float:
    """Return the points from the games that count.

    total: the score of all games, or None where the results tell it. Raise InputError where neither does.
    """
    counting = [row for row in rows if row.left_out is None]
    if total is None:
        points = _sum(counting, "There are games without a result: give the results or the total score.")
    else:
        left = [row for row in rows if row.left_out is not None] if len(counting) < len(rows) else []
        points = total - _sum(left, _left_out_text(left)) if counting else 0.0
    if not 0 <= points <= len(counting):
        raise InputError(
            f"A score lies between 0 and the {counted(len(counting), 'game')} that count, not at {points:g}."
        )
    return points


def _left_out_text(rows: Sequence[GameChange]) -> str:
    """Say of games left out, without results, why the total score is not enough."""
    unknown = [str(row.round) for row in rows if row.score is None]
    if len(unknown) == 1:
        which = f"Round {unknown[0]} does not count for FIDE: leave that game out"
    else:
        which = f"Rounds {', '.join(unknown)} do not count for FIDE: leave those games out"
    return f"{which}, or give every result; a total score does not tell what was scored there."


def _sum(rows: Sequence[GameChange], unknown: str) -> float:
    points = 0.0
    for row in rows:
        if row.score is None:
            raise InputError(unknown)
        points += row.score
    return points

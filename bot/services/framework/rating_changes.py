"""What a change of facts moves: ratings, codes, ranks, titles and norms; shown before it is stored."""

import hashlib
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from bot.services.framework.recalculation.lists import RatingChange
from bot.services.framework.transaction import Recalculated, Write
from bot.store.club.files import DIGEST_CHARACTERS
from bot.store.database.rows import FactPosition, Player, Standing
from bot.store.people import players
from bot.store.ratings import periods, standings
from bot.store.ratings.periods import Earned
from bot.store.ratings.standings import Shown
from core.lists import RatingList
from core.rating.club_rules import ClubRules


class Placed(NamedTuple):
    """A player's line on a list. rank: None if not on the leaderboard."""

    rating: float
    displayed: int
    games: int
    provisional: bool
    title_level: int | None
    title_points: int | None
    rank: int | None


class PlayerMove(NamedTuple):
    """A player's line before and after; None if unrated."""

    player_id: int
    rating_list: RatingList
    before: Placed | None
    after: Placed | None

    @property
    def size(self) -> float:
        """Return the size of the rating change; new and removed ratings are largest."""
        if self.before is None or self.after is None:
            return math.inf
        return abs(self.after.rating - self.before.rating)


class RatedAgain(NamedTuple):
    """A later fact after which a rating changed."""

    place: FactPosition
    name: str | None


@dataclass(frozen=True, slots=True)
class Moves:
    """What a change moves. lines: changed lines, largest first.

    past: players whose rating differed in between. won, lost: norms and titles. recalculated: later facts. people:
    by id. seen: what else must be as shown.
    """

    lines: tuple[PlayerMove, ...]
    past: tuple[RatingChange, ...]
    won: tuple[Earned, ...]
    lost: tuple[Earned, ...]
    recalculated: tuple[RatedAgain, ...]
    people: dict[int, Player]
    rules: ClubRules
    seen: Any = None

    @property
    def digest(self) -> str:
        """Return a digest of these moves, by names because newcomers' numbers change."""
        named = [[self._named(line) for line in part] for part in (self.lines, self.past, self.won, self.lost)]
        text = repr(
            (
                sorted(map(repr, named[0])),
                *(sorted(map(repr, part)) for part in named[1:]),
                self.recalculated,
                self.seen,
            )
        )
        return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_CHARACTERS]

    def _named(self, line: PlayerMove | RatingChange | Earned) -> tuple[Any, ...]:
        who = self.people[line.player_id]
        return who.name, who.user_id, *line[1:]

    def rest_on(self, seq: int) -> bool:
        """Return whether facts stored later than a position are recalculated."""
        return any(one.place.seq > seq for one in self.recalculated)


class AskFirstError(Exception):
    """Ends a use case before it stores anything: its effect must be shown first.

    found: its effect. has_changed: whether it changed since it was shown.
    """

    def __init__(self, found: Any, *, has_changed: bool) -> None:
        super().__init__()
        self.found, self.has_changed = found, has_changed


def check_shown(found: Any, moves: Moves, shown_as: str | None, *, asks: bool) -> None:
    """Raise AskFirstError unless the effect was shown or needs no preview. shown_as: its digest."""
    if shown_as != moves.digest and (asks or shown_as is not None):
        raise AskFirstError(found, has_changed=shown_as is not None)


Awards = tuple[Counter[Earned], Counter[Earned]]


def awards_since(write: Write, day: date) -> Awards:
    within = write.connection, write.club.id, day, date.max
    return Counter(periods.norms(*within)), Counter(periods.titles(*within))


def moves_of(write: Write, done: Recalculated, before: Awards, day: date, seen: Any = None, apart: Any = ()) -> Moves:
    """Return what a recalculation moved. before: awards until then. apart: places of the change itself."""
    lines = [line for rating_list in done.lists for line in _lines(write, done, rating_list)]
    now = {(line.player_id, line.rating_list) for line in lines}
    past = [one for one in done.later if (one.player_id, one.rating_list) not in now]
    after = awards_since(write, day)
    won = [one for old, new in zip(before, after, strict=True) for one in (new - old).elements()]
    lost = [one for old, new in zip(before, after, strict=True) for one in (old - new).elements()]
    ids = {one.player_id for part in (lines, past, won, lost) for one in part}
    return Moves(
        tuple(sorted(lines, key=lambda line: -line.size)),
        tuple(past),
        tuple(won),
        tuple(lost),
        _again(done, apart),
        players.by_ids(write.connection, write.club.id, ids),
        write.club.house_rules,
        seen,
    )


def _again(done: Recalculated, apart: Any) -> tuple[RatedAgain, ...]:
    found = set()
    for folded in done.lists.values():
        new = {(entry.player_id, entry.place): entry.after for entry in folded.new}
        for entry in folded.old:
            is_other = new.get((entry.player_id, entry.place), entry.after) != entry.after
            if is_other and entry.place not in apart:
                found.add(RatedAgain(entry.place, entry.event_name))
    return tuple(sorted(found, key=lambda one: one.place))


def _lines(write: Write, done: Recalculated, rating_list: RatingList) -> Iterable[PlayerMove]:
    folded = done.lists[rating_list]
    ranked = standings.ranked(write.connection, write.club, rating_list)
    after = sorted(standings.shown_on_board(write.connection, write.club.id, rating_list, ranked))
    was = Counter(after)
    was.subtract(one.displayed for one in folded.after.values() if one is not None and ranked.has(one))
    was.update(one.displayed for one in folded.before.values() if one is not None and ranked.has(one))
    before = sorted(was.elements())
    for player_id, old in folded.before.items():
        move = PlayerMove(
            player_id, rating_list, _placed(old, before, ranked), _placed(folded.after.get(player_id), after, ranked)
        )
        if move.before != move.after:
            yield move


def _placed(one: Standing | None, board: list[int], ranked: Shown) -> Placed | None:
    if one is None:
        return None
    rank = 1 + len(board) - bisect_right(board, one.displayed) if ranked.has(one) else None
    return Placed(one.rating, one.displayed, one.games, one.provisional, one.title_level, one.title_points, rank)

"""A director's opening: a starting rating, or the correction of one."""

from dataclasses import dataclass
from datetime import date

from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.someone import Someone
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.derived import journals
from bot.store.events import corrections
from bot.store.rows import NewOpening, Player
from core.errors import InputError
from core.lists import RatingList
from core.systems import check_opening


@dataclass(frozen=True, slots=True)
class SetRatingRequest:
    """What a director wrote; None where an option was left out.

    games: rated games behind the rating; may be left out only for a correction.
    """

    member: Someone
    rating: float
    games: int | None = None
    rating_list: RatingList | None = None
    peak: float | None = None
    floor: float | None = None
    day: date | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class OpeningReport:
    """A stored opening and what it changed."""

    player: Player
    rating_list: RatingList
    day: date
    before: float | None
    rating: float
    games: int
    reason: str | None
    changes: tuple[RatingChange, ...]
    opening_id: int = 0


@use_case("set-rating", director_to="set a rating")
def set_rating(write: Write, written: SetRatingRequest) -> OpeningReport:
    """Store an opening and fold what follows it; directors only."""
    rating_list = written.rating_list or write.club.default_list
    count_due(write)
    own = write.ensure(written.member)
    report = open_for(write, own, rating_list, written)
    write.note(report.opening_id, {"reason": written.reason})
    return report


def open_for(write: Write, own: Player, rating_list: RatingList, written: SetRatingRequest) -> OpeningReport:
    """Store an opening of a player's, whatever list and member it names, and fold what follows it."""
    connection, club = write.connection, write.club
    place = write.place(written.day)
    check_opening(own.id, rating_list, written.rating, club.house_rules)
    before = journals.state_before(connection, own.id, rating_list, place)
    if before is None and written.games is None:
        raise InputError(
            f"{own.name} has no {rating_list.label} rating yet: add games, the rated games the rating is based on."
        )
    new = NewOpening(
        club_id=club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=written.rating,
        games=written.games,
        peak=written.peak,
        floor=written.floor,
        reason=written.reason,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
    )
    fact = corrections.add_opening(connection, new)
    done = write.fold({rating_list: ListChange(added=(fact,))})
    entry = next(entry for entry in done.lists[rating_list].new if entry.opening_id == fact.opening_id)
    assert entry.after is not None
    return OpeningReport(
        player=own,
        rating_list=rating_list,
        day=place.date,
        before=entry.before,
        rating=entry.after,
        games=entry.games_after,
        reason=written.reason,
        changes=done.later,
        opening_id=fact.opening_id,
    )

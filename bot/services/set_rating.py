"""A director's opening: a starting rating, or the correction of one."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.fold_lists import ListChange, fold_lists
from bot.services.rating_changes import RatingChange, changes
from bot.store import audits, clubs, corrections, journals, players
from bot.store.database import Connection
from bot.store.rows import NewOpening, Place, Player
from core.errors import InputError, RuleError
from core.lists import RatingList
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class WrittenOpening:
    """What a director wrote; None where an option was left out.

    games: rated games behind the rating; may be left out only for a correction.
    """

    member: Member
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


async def set_rating(services: Services, actor: Actor, written: WrittenOpening) -> OpeningReport:
    """Store an opening and fold what follows it; directors only."""

    def work(connection: Connection) -> OpeningReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "set a rating")
        rating_list = written.rating_list or club.default_list
        day = written.day or services.today()
        own = players.ensure(connection, club.id, written.member.user_id, written.member.name, services.now())
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return OpeningReport(own, rating_list, day, changes=(), **seen.details)
        why_not = SYSTEMS[rating_list].why_not_open(own.id, rating_list, written.rating, club.house_rules)
        if why_not is not None:
            raise RuleError(why_not)
        place = Place(day, seq)
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
            reported_by=actor.member.user_id,
            interaction_id=actor.interaction_id,
            at=services.now(),
        )
        fact = corrections.add_opening(connection, new)
        done = fold_lists(connection, club, services.today(), {rating_list: ListChange(added=(fact,))})
        entry = next(entry for entry in done[rating_list].new if entry.opening_id == fact.opening_id)
        assert entry.after is not None
        details: dict[str, Any] = {
            "before": entry.before,
            "rating": entry.after,
            "games": entry.games_after,
            "reason": written.reason,
        }
        note(connection, services, actor, "set-rating", fact.opening_id, details)
        later = tuple(change for folded in done.values() for change in changes(folded) if change.day is not None)
        return OpeningReport(own, rating_list, day, entry.before, entry.after, entry.games_after, written.reason, later)

    return await services.database.write(work, club=actor.club_id)

"""A director's opening: a starting rating, or the correction of one."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.oracle.due import count_due
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import corrections
from bot.store.kept import audits
from bot.store.people import players
from bot.store.rows import Club, NewOpening, Place, Player
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
    opening_id: int = 0


async def set_rating(services: Services, actor: Actor, written: WrittenOpening) -> OpeningReport:
    """Store an opening and fold what follows it; directors only."""

    def work(connection: Connection) -> OpeningReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "set a rating")
        rating_list = written.rating_list or club.default_list
        day = written.day or services.today()
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _from_json(connection, club, seen.subject_id or 0, seen.details)
        count_due(connection, services, club)
        own = players.ensure(connection, club.id, written.member.user_id, written.member.name, services.now())
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
            "player": own.id,
            "list": rating_list.value,
            "day": day.isoformat(),
        }
        note(connection, services, actor, "set-rating", fact.opening_id, details)
        later = tuple(change for folded in done.values() for change in changes(folded) if change.day is not None)
        return OpeningReport(
            player=own,
            rating_list=rating_list,
            day=day,
            before=entry.before,
            rating=entry.after,
            games=entry.games_after,
            reason=written.reason,
            changes=later,
            opening_id=fact.opening_id,
        )

    return await services.database.write(work, club=actor.club_id)


def _from_json(connection: Connection, club: Club, opening_id: int, data: dict[str, Any]) -> OpeningReport:
    """Return what an interaction has set before, when it is delivered again."""
    return OpeningReport(
        player=players.by_ids(connection, club.id, [data["player"]])[data["player"]],
        rating_list=RatingList(data["list"]),
        day=date.fromisoformat(data["day"]),
        before=data["before"],
        rating=data["rating"],
        games=data["games"],
        reason=data["reason"],
        changes=(),
        opening_id=opening_id,
    )

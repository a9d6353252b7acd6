"""A lifetime title lowered by 100 points, as a player with a long period of poor results may request."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.fold.lists import ListChange, fold_lists
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import corrections
from bot.store.kept import audits
from bot.store.people import players
from bot.store.rows import Club, DemotionFact, FactKind, FactRef, NewDemotion, Place, Player
from core.errors import NotFoundError, RuleError
from core.house_rules import HouseRules
from core.lists import RatingList
from core.systems import SYSTEMS
from core.uschess.lifetime import LifetimeTitle

ASKED_ONCE = timedelta(days=1)
"""How long the same reason lowers a title once: a second time is a command repeated by mistake."""


@dataclass(frozen=True, slots=True)
class DemotionReport:
    """A lifetime title before and after; `undone` when it has been given back."""

    demotion_id: int
    player: Player
    rating_list: RatingList
    before: LifetimeTitle | None
    after: LifetimeTitle | None
    reason: str
    house_rules: HouseRules
    undone: bool = False


async def demote_title(
    services: Services, actor: Actor, member: Member, rating_list: RatingList | None, reason: str
) -> DemotionReport:
    """Lower a member's lifetime title by 100 points from today on; directors only."""

    def work(connection: Connection) -> DemotionReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "lower a title")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _from_json(connection, club, seen.subject_id or 0, seen.details)
        which = rating_list or club.default_list
        own = players.by_user(connection, club.id, member.user_id)
        if own is None:
            raise NotFoundError(f"{member.name} has no {which.label} rating here yet: choose a rated member.")
        again = corrections.same_demotion(connection, own.id, which, reason, services.now() - ASKED_ONCE)
        if again:
            raise RuleError(
                f"The lifetime title of {own.name} was lowered for that reason less than a day ago: "
                "give another reason if it is to be lowered once more."
            )
        new = NewDemotion(
            club_id=club.id,
            player_id=own.id,
            rating_list=which,
            place=Place(services.today(), seq),
            reason=reason,
            reported_by=actor.member.user_id,
            interaction_id=actor.interaction_id,
            at=services.now(),
        )
        fact = corrections.add_demotion(connection, new)
        # Refuses a list without lifetime titles, whose states have none to look up.
        fold_lists(connection, club, services.today(), {which: ListChange(added=(fact,))})
        before = _title(connection, own, which, new.place)
        after = _title(connection, own, which, Place(new.place.date, seq + 1))
        report = DemotionReport(fact.demotion_id, own, which, before, after, reason, club.house_rules)
        note(connection, services, actor, "demote-title", fact.demotion_id, _to_json(report))
        return report

    return await services.database.write(work, club=actor.club_id)


async def undo_demotion(services: Services, actor: Actor, demotion_id: int) -> DemotionReport:
    """Give a lowered title back; directors only."""

    def work(connection: Connection) -> DemotionReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "give a title back")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _from_json(connection, club, seen.subject_id or 0, seen.details)
        stored = corrections.find_demotion(connection, club.id, demotion_id)
        if stored is None:
            raise NotFoundError("That title has been given back already: lower it again with /rating demote.")
        fact, which, reason = stored
        own = players.by_ids(connection, club.id, [fact.player_id])[fact.player_id]
        before = _title(connection, own, which, _behind(fact))
        corrections.void_demotion(connection, demotion_id)
        taken = FactRef(fact.place, FactKind.DEMOTION, demotion_id, fact.players)
        fold_lists(connection, club, services.today(), {which: ListChange(removed=(taken,))})
        after = _title(connection, own, which, _behind(fact))
        report = DemotionReport(demotion_id, own, which, before, after, reason, club.house_rules, undone=True)
        note(connection, services, actor, "undo-demotion", demotion_id, _to_json(report))
        return report

    return await services.database.write(work, club=actor.club_id)


def _behind(fact: DemotionFact) -> Place:
    return Place(fact.place.date, fact.place.seq + 1)


def _title(connection: Connection, own: Player, rating_list: RatingList, place: Place) -> LifetimeTitle | None:
    """Return a player's lifetime title just before a place."""
    data = journals.state_before(connection, own.id, rating_list, place)
    title: LifetimeTitle | None = None if data is None else SYSTEMS[rating_list].load(data).lifetime
    return title


def _to_json(report: DemotionReport) -> dict[str, Any]:
    return {
        "player": report.player.id,
        "list": report.rating_list.value,
        "before": report.before,
        "after": report.after,
        "reason": report.reason,
        "undone": report.undone,
    }


def _from_json(connection: Connection, club: Club, demotion_id: int, data: dict[str, Any]) -> DemotionReport:
    """Return what an interaction has done before, when it is delivered again."""
    before, after = (None if data[key] is None else LifetimeTitle(*data[key]) for key in ("before", "after"))
    return DemotionReport(
        demotion_id=demotion_id,
        player=players.by_ids(connection, club.id, [data["player"]])[data["player"]],
        rating_list=RatingList(data["list"]),
        before=before,
        after=after,
        reason=data["reason"],
        house_rules=club.house_rules,
        undone=data["undone"],
    )

"""Take an event back: it stays stored, no longer counts, and what follows it is folded again."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.fold_lists import ListChange, fold_lists
from bot.services.folding import Progress
from bot.services.openings import openings_to_undo
from bot.services.oracle_match import SOURCE as MATCH
from bot.services.rating_changes import RatingChange, changes
from bot.services.record_event import SOURCE as REPORT
from bot.store import audits, clubs, corrections, facts, players
from bot.store.database import Connection
from bot.store.rows import Club, Event, FactKind, FactRef, Player
from core.errors import NotAllowedError, NotFoundError
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class UndoReport:
    """An event that was taken back.

    player: whose event it was; None where it had rated several.
    changes: later events and current ratings that are different now.
    people: the players named in the changes, by id.
    reason: why, where a director voided it.
    opening_undone: whether the starting rating that came with the event went with it.
    """

    name: str | None
    day: date
    rating_list: RatingList
    player: Player | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    opening_undone: bool
    reason: str | None = None


async def undo_last(services: Services, actor: Actor, member: Member | None) -> UndoReport:
    """Take back the event that a member reported last; a director may do it for anybody."""
    subject = member or actor.member

    def work(connection: Connection) -> UndoReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        if subject.user_id != actor.member.user_id and not actor.is_director(club):
            raise NotAllowedError(
                "Only a tournament director (TD) can undo somebody else's event: leave member out, or ask a TD."
            )
        own = players.by_user(connection, club.id, subject.user_id)
        # For oneself, the event one reported oneself; a director may take back whatever was reported for somebody.
        reporter = actor.member.user_id if member is None else None
        event = None if own is None else facts.last_reported(connection, club.id, own.id, (REPORT, MATCH), reporter)
        if event is None:
            who = "You have" if member is None else f"{subject.name} has"
            raise NotFoundError(f"{who} no reported event to undo: report one with /rating update first.")
        return _void(connection, services, actor, club, event)

    return await services.database.write(work, club=actor.club_id)


async def undo_event(
    services: Services, actor: Actor, event_id: int, reason: str | None = None, progress: Progress | None = None
) -> UndoReport:
    """Take back one event, as its reporter or a director; with a reason, as a director alone."""

    def work(connection: Connection) -> UndoReport:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, club, actor)
        if seen is not None:
            return seen
        if reason is not None:
            require_director(club, actor, "void an event")
        event = facts.find_event(connection, club.id, event_id)
        if event is None:
            raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
        if event.voided:
            raise NotFoundError("That event has been undone already: report it again if it should count.")
        return _void(connection, services, actor, club, event, reason, progress)

    return await services.database.write(work, club=actor.club_id)


def _void(
    connection: Connection,
    services: Services,
    actor: Actor,
    club: Club,
    event: Event,
    reason: str | None = None,
    progress: Progress | None = None,
) -> UndoReport:
    movers = facts.rated_players(connection, event.id)
    if not _may_undo(connection, club, actor, event, movers):
        raise NotAllowedError("Only who reported the event, or a tournament director (TD), can undo it: ask them.")
    facts.void_event(connection, event.id)
    taken = FactRef(event.place, FactKind.EVENT, event.id, movers)
    changed = {moved: ListChange(removed=(taken,)) for moved in event.rating_lists}
    openings = openings_to_undo(connection, club, event.id, movers)
    for given, opening in openings:
        corrections.void_opening(connection, opening.id)
        # Each on the list that it was given on, whatever the event moves by now.
        before = changed.get(given, ListChange())
        changed[given] = replace(before, removed=(*before.removed, opening))
    done = fold_lists(connection, club, services.today(), changed, progress)
    moved = [change for folded in done.values() for change in changes(folded)]
    people = players.by_ids(connection, club.id, {*movers, *(change.player_id for change in moved)})
    report = UndoReport(
        name=event.name,
        day=event.place.date,
        rating_list=event.rating_lists[0],
        player=people[min(movers)] if len(movers) == 1 else None,
        changes=tuple(moved),
        people=people,
        opening_undone=bool(openings),
        reason=reason,
    )
    note(connection, services, actor, "void-event", event.id, _to_json(report))
    return report


def _may_undo(connection: Connection, club: Club, actor: Actor, event: Event, movers: frozenset[int]) -> bool:
    if actor.is_director(club):
        return True
    # What somebody did as a director, a section or others' results, takes a director to take back.
    own = players.by_user(connection, club.id, actor.member.user_id) if event.source in (REPORT, MATCH) else None
    if own is None or own.id not in movers:
        return False
    # A match moves both sides at once, and either may say that it was not so.
    return event.source == MATCH or event.reported_by == actor.member.user_id


def _already_done(connection: Connection, club: Club, actor: Actor) -> UndoReport | None:
    """Return what this interaction has undone before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.details is None:
        return None
    data = seen.details
    moved = tuple(
        RatingChange(
            player_id, RatingList(moved), name, None if day is None else date.fromisoformat(day), before, after
        )
        for player_id, moved, name, day, before, after in data["changes"]
    )
    whose = [] if data["player"] is None else [data["player"]]
    people = players.by_ids(connection, club.id, {*whose, *(change.player_id for change in moved)})
    return UndoReport(
        name=data["name"],
        day=date.fromisoformat(data["day"]),
        rating_list=RatingList(data["list"]),
        player=people[data["player"]] if whose else None,
        changes=moved,
        people=people,
        opening_undone=data["opening_undone"],
        reason=data.get("reason"),
    )


def _to_json(report: UndoReport) -> dict[str, Any]:
    return {
        "name": report.name,
        "day": report.day.isoformat(),
        "list": report.rating_list.value,
        "player": None if report.player is None else report.player.id,
        "opening_undone": report.opening_undone,
        "reason": report.reason,
        "changes": [
            [
                change.player_id,
                change.rating_list.value,
                change.event_name,
                None if change.day is None else change.day.isoformat(),
                change.before,
                change.after,
            ]
            for change in report.changes
        ],
    }

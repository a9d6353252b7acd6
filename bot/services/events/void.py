"""Take an event back: it stays stored, no longer counts, and what follows it is folded again."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Member, Services, require_director
from bot.services.events.other_ratings import check_others_stay
from bot.services.events.record import SOURCE as REPORT
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.fold.openings import openings_to_undo
from bot.services.fold.replay import Progress
from bot.services.oracle.due import count_due
from bot.services.oracle.match import SOURCE as MATCH
from bot.services.players.undo_rating import OpeningUndone, rating_undone, take_back
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import corrections, facts, waiting_matches
from bot.store.kept import audits
from bot.store.people import players
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
    waited: whether it was a match that did not count yet.
    """

    name: str | None
    day: date
    rating_list: RatingList
    player: Player | None
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]
    opening_undone: bool
    reason: str | None = None
    waited: bool = False


async def undo_last(services: Services, actor: Actor, member: Member | None) -> UndoReport | OpeningUndone:
    """Take back the event that a member reported last; a director may do it for anybody.

    For a director it is the last that came in for the member, an event or a rating that was set.
    """
    subject = member or actor.member

    def work(connection: Connection) -> UndoReport | OpeningUndone:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, club, actor) or rating_undone(connection, club, actor)
        if seen is not None:
            return seen
        count_due(connection, services, club)
        if subject.user_id != actor.member.user_id and not actor.is_director(club):
            raise NotAllowedError(
                "Only a tournament director (TD) can undo somebody else's event: leave member out, or ask a TD."
            )
        own = players.by_user(connection, club.id, subject.user_id)
        # For oneself, the event one reported oneself; a director may take back whatever was reported for somebody.
        reporter = actor.member.user_id if member is None else None
        event = None if own is None else facts.last_reported(connection, club.id, own.id, (REPORT, MATCH), reporter)
        opened = None
        if own is not None and actor.is_director(club):
            opened = corrections.last_set(connection, club.id, own.id, reporter)
        if opened is not None and (event is None or opened.fact.place.seq > event.place.seq):
            return take_back(connection, services, actor, club, opened)
        if event is None:
            who = "You have" if member is None else f"{subject.name} has"
            raise NotFoundError(f"{who} no reported event to undo: report one with /rating update first.")
        if event.source == MATCH and event.waits_until is None and not actor.is_director(club):
            raise NotAllowedError(
                "What you reported last is a match, which counts by now: ask a tournament director (TD) to void it "
                "with /event void."
            )
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
        count_due(connection, services, club)
        event = facts.find_event(connection, club.id, event_id)
        if event is None:
            raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
        if event.voided and event.waits_until is None:
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
        raise NotAllowedError(
            "Only a tournament director (TD) can undo a match that counts: ask one of yours."
            if event.source == MATCH and event.waits_until is None
            else "Only who reported the event, or a tournament director (TD), can undo it: ask them."
        )
    if event.waits_until is not None:
        return _drop_waiting(connection, services, actor, club, event, reason)
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
    if event.source == REPORT:
        check_others_stay(club, actor, min(movers), done.values(), "undo it for you")
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
    if event.source == MATCH:
        # Both sides were rated by it: once it counts, neither takes it back alone.
        if event.waits_until is None:
            return False
        own = players.by_user(connection, club.id, actor.member.user_id)
        return event.reported_by == actor.member.user_id or (own is not None and own.id in movers)
    # What somebody did as a director, a section or others' results, takes a director to take back.
    own = players.by_user(connection, club.id, actor.member.user_id) if event.source == REPORT else None
    return own is not None and own.id in movers and event.reported_by == actor.member.user_id


def _drop_waiting(
    connection: Connection,
    services: Services,
    actor: Actor,
    club: Club,
    event: Event,
    reason: str | None,
) -> UndoReport:
    """Take back a match that has moved nobody yet."""
    waiting_matches.drop(connection, event.id)
    report = UndoReport(
        name=event.name,
        day=event.place.date,
        rating_list=event.rating_lists[0],
        player=None,
        changes=(),
        people={},
        opening_undone=False,
        reason=reason,
        waited=True,
    )
    note(connection, services, actor, "void-event", event.id, _to_json(report))
    return report


def _already_done(connection: Connection, club: Club, actor: Actor) -> UndoReport | None:
    """Return what this interaction has undone before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.details is None or seen.action != "void-event":
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
        waited=data.get("waited", False),
    )


def _to_json(report: UndoReport) -> dict[str, Any]:
    return {
        "name": report.name,
        "day": report.day.isoformat(),
        "list": report.rating_list.value,
        "player": None if report.player is None else report.player.id,
        "opening_undone": report.opening_undone,
        "reason": report.reason,
        "waited": report.waited,
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

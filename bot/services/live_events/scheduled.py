"""An evening that starts at a time: what Discord's scheduled event for it says, and how long it takes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.clock import zone
from bot.services.context import Services
from bot.services.live_events.lifecycle import evening_by_id, lists_of, start_of
from bot.services.live_events.told.announce import NOT_SCHEDULED, show_changes, show_scheduled
from bot.services.live_events.tournament import Tournament, open_tournament, tournament_in
from bot.services.outbox import queue
from bot.services.transaction import Write, use_case
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evening_rounds, evenings
from bot.store.events.evening_rows import Evening, EveningStatus
from bot.store.rows import AuditEntry
from core.errors import NotFoundError, RuleError
from core.pairing.methods import method_named

CHANGED = "change-evening"
"""The audit's name for it."""

USUAL_LENGTH = timedelta(hours=4)
LONGEST = timedelta(hours=12)
BETWEEN_ROUNDS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """An evening as Discord announces it. card: channel and message. about: its lists and method.

    is_on: whether it is open, or a section of it. hinted: whether it was said that none may be made.
    """

    evening: Evening
    card: tuple[int, int] | None
    about: str
    is_on: bool
    hinted: bool


async def scheduled_of(services: Services, club_id: int, evening_id: int) -> Scheduled:
    """Return what of an evening Discord's scheduled event says."""

    def work(connection: Connection) -> Scheduled:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        words = [one.label for one in lists_of(club, evening)]
        if evening.time_control is not None:
            words.append(str(evening.time_control))
        if evening.is_paired:
            words.append(method_named(evening.method).label)
        hinted = evening_rounds.said(connection, evening_id, 0, NOT_SCHEDULED) is not None
        card = evenings.card_of(connection, club_id, evening)
        is_on = evening.status is EveningStatus.OPEN or evenings.has_open_section(connection, evening_id)
        return Scheduled(evening, card, " · ".join(words), is_on, hinted)

    return await services.database.read(work, club=club_id)


async def keep_scheduled(services: Services, club_id: int, evening_id: int, scheduled_id: int | None) -> None:
    """Keep which scheduled event is an evening's; None once there is none any more."""

    def work(connection: Connection) -> None:
        evenings.change(connection, evening_id, scheduled_id=scheduled_id)

    await queue.remember(services, club_id, work)


def end_of(evening: Evening) -> datetime | None:
    """Return about when an evening is over: its rounds with what both clocks take; None without a start."""
    if evening.starts_at is None:
        return None
    length = USUAL_LENGTH
    if evening.rounds is not None and evening.time_control is not None:
        # As FIDE and US Chess count: 60 moves.
        game = timedelta(minutes=2 * (evening.time_control.minutes + evening.time_control.seconds))
        length = min(evening.rounds * (game + BETWEEN_ROUNDS), LONGEST)
    return evening.starts_at + length


@use_case(CHANGED, director_to="change an evening")
def change_evening(write: Write, evening_id: int, name: str, starts: str | None, place: str | None) -> Tournament:
    """Change what an open, paired evening is called, when it starts and where; directors only.

    starts: as `parse_start` reads it; None, with no place, for an evening that is not announced.
    """
    tournament = open_tournament(write, evening_id)
    before = tournament.evening
    same = starts is not None and starts == starts_text(tournament)
    when = before.starts_at if same and place is not None else start_of(write, starts, place)
    new = {"name": name, "starts_at": when, "place": place}
    old = {"name": before.name, "starts_at": before.starts_at, "place": before.place}
    if new == old:
        return tournament
    evenings.change(write.connection, evening_id, **new)
    show_scheduled(write, evening_id)
    show_changes(write, evening_id)
    after = evening_by_id(write.connection, write.club, evening_id)
    told = {"name": name, "before": before.name, "place": place, "was": _told(before), "now": _told(after)}
    write.note(evening_id, told)
    return tournament_in(write, after)


def _told(evening: Evening) -> dict[str, str | None]:
    start = evening.starts_at
    return {"name": evening.name, "starts_at": None if start is None else start.isoformat(), "place": evening.place}


def undo_changed(write: Write, entry: AuditEntry) -> Tournament:
    """Take back a changed name, start and place, unless they were changed since."""
    tournament, was = open_tournament(write, entry.subject_id or 0), entry.details.get("was")
    if was is None:
        raise NotFoundError("There is nothing to take back: press Name, time, place to change what stands.")
    if _told(tournament.evening) != entry.details["now"]:
        raise RuleError("That was changed since: press Name, time, place to change what stands.")
    start, evening_id = was["starts_at"], tournament.evening.id
    values = {**was, "starts_at": None if start is None else datetime.fromisoformat(start)}
    evenings.change(write.connection, evening_id, **values)
    show_scheduled(write, evening_id)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, evening_by_id(write.connection, write.club, evening_id))


def starts_text(tournament: Tournament) -> str:
    """Return the start as it is typed, on the club's clock; empty where it is not told."""
    start = tournament.evening.starts_at
    return "" if start is None else f"{start.astimezone(zone(tournament.club.time_zone)):%Y-%m-%d %H:%M}"

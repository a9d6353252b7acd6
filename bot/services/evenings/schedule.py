"""When evenings are: Discord's scheduled events, and evenings that repeat with the plan of the last."""

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from bot.services.evenings.lifecycle import (
    NOT_SCHEDULED,
    REPEAT,
    evening_by_id,
    lists_of,
    show_changes,
    show_scheduled,
)
from bot.services.framework import outbox
from bot.services.framework.actions import evening_action
from bot.services.framework.clock import zone
from bot.services.framework.context import Services
from bot.services.framework.transaction import ClubWrite, Read, Write, club_job, read, use_case
from bot.store.club import clubs
from bot.store.database.evening_rows import Evening, EveningStatus, Series
from bot.store.database.rows import Club
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds, evenings, series
from bot.store.messages import outbox as store_outbox
from core.errors import InputError, NotFoundError, RuleError
from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.tournament.pairing.methods import method_named

USUAL_LENGTH = timedelta(hours=4)
LONGEST = timedelta(hours=12)
BETWEEN_ROUNDS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """An evening as a scheduled event of Discord.

    card: channel and message, or the channel of a coming one. about: lists and method. is_on: whether it is open.
    hinted: whether a missing permission was reported.
    """

    evening: Evening
    card: tuple[int, ...] | None
    about: str
    is_on: bool
    hinted: bool


async def scheduled_of(services: Services, club_id: int, evening_id: int) -> Scheduled:
    def work(connection: Connection) -> Scheduled:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        card = evenings.card_of(connection, club_id, evening)
        return Scheduled(
            evening, card, _about(club, evening), _is_on(connection, evening), _is_hinted(connection, evening_id)
        )

    return await services.database.read(work, club=club_id)


def _about(club: Club, evening: Evening) -> str:
    words = [one.label for one in lists_of(club, evening)]
    if evening.time_control is not None:
        words.append(str(evening.time_control))
    if evening.is_paired:
        words.append(method_named(evening.method).label)
    return " · ".join(words)


def _is_on(connection: Connection, evening: Evening) -> bool:
    return evening.status is EveningStatus.OPEN or evenings.has_open_section(connection, evening.id)


def _is_hinted(connection: Connection, evening_id: int) -> bool:
    return evening_rounds.find_announcement(connection, evening_id, 0, NOT_SCHEDULED) is not None


async def keep_scheduled(services: Services, club_id: int, evening_id: int, scheduled_id: int | None) -> None:
    def work(connection: Connection) -> None:
        evenings.change(connection, evening_id, scheduled_id=scheduled_id)

    await outbox.remember(services, club_id, work)


def end_of(evening: Evening) -> datetime | None:
    """Return the estimated end by rounds and clocks; None without a start."""
    if evening.starts_at is None:
        return None
    length = USUAL_LENGTH
    if evening.rounds is not None and evening.time_control is not None:
        # 60 moves, as FIDE and US Chess count.
        game = timedelta(minutes=2 * (evening.time_control.minutes + evening.time_control.seconds))
        length = min(evening.rounds * (game + BETWEEN_ROUNDS), LONGEST)
    return evening.starts_at + length


# Evenings that repeat.


OPENS_BEFORE = timedelta(days=1)
"""How long before its start a repeated evening opens, so that members can join."""


def start_on(day: date, minutes: int, here: tzinfo) -> datetime:
    """Return a time of a place's day in UTC.

    A time that summer time skips is an hour later; of a doubled one, the first.
    """
    return datetime.combine(day, time(minutes // 60, minutes % 60), here).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Coming:
    """A series at a moment.

    evening: the next one, not stored yet, with its start. about: its lists and method. last: the last one, None after
    a move. waits: whether it is still open. is_posted: whether it has a card. hinted: of its scheduled event.
    """

    series: Series
    evening: Evening
    about: str
    last: Evening | None = None
    waits: bool = False
    is_posted: bool = True
    hinted: bool = False

    @property
    def starts(self) -> datetime:
        assert self.evening.starts_at is not None
        return self.evening.starts_at

    @property
    def after_next(self) -> date:
        return self.series.next_on + timedelta(weeks=self.series.weeks)


def _coming(connection: Connection, club: Club, chain: Series, now: datetime) -> Coming:
    last = None if chain.evening_id is None else evenings.find(connection, club.id, chain.evening_id)
    plan = chain.plan if last is None else series.plan_of(connection, last.id)
    chain = replace(chain, plan=plan)
    evening = _planned(chain, start_on(chain.next_on, chain.at, zone(club.time_zone)), now)
    about = _about(club, evening)
    if last is None:
        return Coming(chain, evening, about)
    is_posted = evenings.card_of(connection, club.id, last) is not None
    hinted = _is_hinted(connection, last.id)
    return Coming(chain, evening, about, last, _is_on(connection, last), is_posted, hinted)


def _planned(chain: Series, starts: datetime, now: datetime) -> Evening:
    plan = chain.plan
    return Evening(
        id=0,
        name=chain.name,
        day=chain.next_on,
        rating_list=None if plan["list"] is None else RatingList(plan["list"]),
        time_control=None if plan["minutes"] is None else TimeControl(plan["minutes"], plan["seconds"] or 0),
        status=EveningStatus.OPEN,
        event_id=None,
        created_at=now,
        method=plan["method"],
        rounds=plan["rounds"],
        starts_at=starts,
        place=plan["place"],
        scheduled_id=chain.scheduled_id,
    )


def set_repeats(write: Write, before: Evening, weeks: int) -> None:
    """Let a changed evening repeat from its start on; with 0 weeks, no more.

    before: as it was. A series of the same name goes on, in this channel.
    """
    connection, club = write.connection, write.club
    after = evening_by_id(connection, club, before.id)
    known = None if after.series_id is None else series.find(connection, after.series_id)
    if weeks == 0:
        if before.every and known is not None:
            _end(write, known)
        return
    if after.starts_at is None:
        raise InputError("An evening repeats from its start on. Enter the start too, for example 2026-12-03 19:00.")
    if (weeks, after.starts_at) == (before.every, before.starts_at) and known is not None:
        return
    here = zone(club.time_zone)
    begins = after.starts_at.astimezone(here)
    minutes, day = begins.hour * 60 + begins.minute, begins.date() + timedelta(weeks=weeks)
    while start_on(day, minutes, here) <= write.now:
        day += timedelta(weeks=weeks)
    card = evenings.card_of(connection, club.id, after)
    values = {
        "plan": series.plan_of(connection, after.id),
        "weeks": weeks,
        "at": minutes,
        "next_on": day,
        "posts_in": None if card is None else card[0],
        "evening_id": after.id,
    }
    known = known or next((one for one in series.of_club(connection, club.id) if one.name == after.name), None)
    if known is None:
        key = series.add(connection, club.id, created_by=write.actor.member.user_id, **values)
    else:
        key = known.id
        series.change(connection, key, **values)
    evenings.change(connection, after.id, series_id=key, every=weeks)
    store_outbox.put(connection, club.id, REPEAT, str(key), write.now)


def _end(write: Write, chain: Series) -> None:
    series.remove(write.connection, chain.id)
    _cancel(write, chain)
    if chain.evening_id is not None:
        evenings.change(write.connection, chain.evening_id, every=None)
        show_changes(write, chain.evening_id)


def _cancel(write: Write, chain: Series) -> None:
    if chain.scheduled_id is not None:
        subject = f"{chain.id}:{chain.scheduled_id}"
        store_outbox.put(write.connection, write.club.id, REPEAT, subject, write.now)


def _series_in(connection: Connection, series_id: int) -> Series:
    chain = series.find(connection, series_id)
    if chain is None:
        raise NotFoundError("This evening no longer repeats. Open it again with /td evening and choose Repeats there.")
    return chain


@read(director_to="change an evening")
def coming_evening(look: Read, series_id: int) -> Coming:
    return _coming(look.connection, look.club, _series_in(look.connection, series_id), look.now)


@use_case(evening_action("move-repeated", "skipped a week of"), director_to="change an evening")
def move_next(write: Write, series_id: int, was: date, to: date) -> Coming:
    """Skip the next evening of a series, or take that back. was: its day as shown."""
    connection, club, chain = write.connection, write.club, _series_in(write.connection, series_id)
    if chain.next_on != was:
        raise RuleError("The next evening has changed in the meantime. Press Repeats again.")
    if start_on(to, chain.at, zone(club.time_zone)) <= write.now:
        raise RuleError("That evening would have begun already. Open one with /td evening.")
    _cancel(write, chain)
    series.change(connection, series_id, next_on=to, scheduled_id=None)
    store_outbox.put(connection, club.id, REPEAT, str(series_id), write.now)
    write.note(chain.evening_id or 0, {"name": chain.name, "from": was.isoformat(), "to": to.isoformat()})
    return _coming(connection, club, _series_in(connection, series_id), write.now)


@use_case(evening_action("end-repeated", "stopped repeating"), director_to="change an evening")
def end_series(write: Write, series_id: int) -> Series:
    chain = _series_in(write.connection, series_id)
    _end(write, chain)
    write.note(chain.evening_id or 0, {"name": chain.name})
    return chain


async def series_of(services: Services, club_id: int, series_id: int) -> Series | None:
    return await services.database.read(lambda connection: series.find(connection, series_id), club=club_id)


async def keep_series(services: Services, club_id: int, series_id: int, **values: int | None) -> None:
    """Store what Discord has of a series."""
    await outbox.remember(services, club_id, lambda connection: series.change(connection, series_id, **values))


@club_job
def bring_forward(write: ClubWrite, series_id: int) -> Coming | None:
    """Open the next evening if it is due and the last is over; pass over those that are missed."""
    connection, club, now = write.connection, write.club, write.now
    chain = series.find(connection, series_id)
    if chain is None:
        return None
    coming = _coming(connection, club, chain, now)
    missed, ends = None, end_of(coming.evening)
    while ends is not None and ends <= now:
        missed = coming.series.next_on
        starts = start_on(coming.after_next, chain.at, zone(club.time_zone))
        ends += starts - coming.starts
        later = replace(coming.series, next_on=coming.after_next, missed_on=missed, scheduled_id=None)
        coming = replace(coming, series=later, evening=_planned(later, starts, now))
    values = {} if missed is None else {"missed_on": missed, "scheduled_id": None}
    series.change(connection, series_id, plan=coming.series.plan, next_on=coming.series.next_on, **values)
    if coming.waits or now < coming.starts - OPENS_BEFORE:
        return coming
    club.house_rules.check_open(coming.evening.rating_list or club.default_list)
    _open(write, coming)
    return _coming(connection, club, _series_in(connection, series_id), now)


def _open(write: ClubWrite, coming: Coming) -> None:
    chain, evening, connection = coming.series, coming.evening, write.connection
    plan = {name: value for name, value in chain.plan.items() if name not in ("name", "list")}
    evening_id = evenings.add(
        connection,
        club_id=write.club.id,
        name=chain.name,
        day=chain.next_on,
        rating_list=evening.rating_list,
        time_control=None,
        created_by=chain.created_by,
        interaction_id=None,
        now=write.now,
        starts_at=evening.starts_at,
        scheduled_id=chain.scheduled_id,
        lot=secrets.randbelow(2**31),
        series_id=chain.id,
        every=chain.weeks,
        **plan,
    )
    moved = {"evening_id": evening_id, "next_on": coming.after_next, "scheduled_id": None}
    series.change(connection, chain.id, **moved)
    if coming.hinted:  # once for a series
        evening_rounds.add_announcement(connection, evening_id, 0, NOT_SCHEDULED, write.now)
    show_scheduled(write, evening_id)


def wake(connection: Connection, club_id: int, now: datetime) -> None:
    """Queue a look at every series of a club."""
    for one in series.of_club(connection, club_id):
        store_outbox.put(connection, club_id, REPEAT, str(one.id), now)

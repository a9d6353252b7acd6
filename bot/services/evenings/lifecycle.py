"""Open, show and cancel an evening."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.services.events.newcomers import settle_newcomers
from bot.services.framework.actions import evening_action
from bot.services.framework.clock import day_of, zone
from bot.services.framework.confirmation import waits
from bot.services.framework.context import Actor, Services
from bot.services.framework.outbox import CARD, REMOVE, refresh_panel
from bot.services.framework.transaction import ClubWrite, Read, Write, read, repeatable, use_case
from bot.store.club import clubs
from bot.store.database.evening_rows import (
    TYPED,
    Evening,
    EveningStatus,
    LiveEventEntrant,
    LiveEventResult,
    RoundStatus,
)
from bot.store.database.rows import Club
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds, evenings
from bot.store.messages import outbox
from bot.store.people import newcomers, players
from core.errors import InputError, NotFoundError, RuleError
from core.files.typed.rules import parse_start
from core.lists import RatingList
from core.rating.systems import lists_for, main_list_of, rates
from core.tournament.pairing.methods import Method, method_named
from core.words import counted

THE_BOT = 0
"""Pairs waiting players and gives the clock's forfeits."""

# Outbox rows of a paired evening.


POST, ASK = "evening-post", "evening-ask"
"""Kinds: an announcement by evening, round and kind; a report by id."""

PAIRED, ANEW, ALL_IN, STANDINGS, NO_THREAD = "paired", "anew", "all-in", "standings", "no-thread"
"""Announcements, once a round; the missing thread once an evening. Anew: after a withdrawal."""


BOARD = "board-"
"""Prefix of a hand-made board's announcement, before the pairing's id."""


def show_changes(write: ClubWrite, evening_id: int) -> None:
    outbox.put(write.connection, write.club.id, CARD, str(evening_id), write.now)


def announce(write: ClubWrite, evening_id: int, round_number: int, kind: str = PAIRED) -> None:
    evening_rounds.add_announcement(write.connection, evening_id, round_number, kind, write.now)
    outbox.put(write.connection, write.club.id, POST, f"{evening_id}:{round_number}:{kind}", write.now)
    show_changes(write, evening_id)


def announce_board(write: ClubWrite, evening_id: int, round_number: int, pairing_id: int) -> None:
    # The id may be that of a board changed before.
    evening_rounds.drop_announcement(write.connection, evening_id, round_number, f"{BOARD}{pairing_id}")
    announce(write, evening_id, round_number, f"{BOARD}{pairing_id}")


GAME = "game-"
"""Prefix of a free game's announcement, before the pairing's id."""

QUEUE = "evening-queue"
"""Kind: waiting players of an evening's free pairing."""


def announce_game(write: ClubWrite, evening_id: int, round_number: int, pairing_id: int) -> None:
    announce(write, evening_id, round_number, f"{GAME}{pairing_id}")


SCHEDULED, NOT_SCHEDULED = "evening-event", "not-scheduled"
"""Kind: an evening's scheduled event; and that none may be made."""


REPEAT = "evening-repeat"
"""Kind: a series by id, with a colon and a scheduled event of Discord if that one is to be cancelled."""


def show_scheduled(write: ClubWrite, evening_id: int) -> None:
    outbox.put(write.connection, write.club.id, SCHEDULED, str(evening_id), write.now)
    refresh_panel(write.connection, write.club.id, write.now)
    evening = evenings.find(write.connection, write.club.id, evening_id)
    if evening is not None and evening.series_id is not None:
        outbox.put(write.connection, write.club.id, REPEAT, str(evening.series_id), write.now)


def end_scheduled(write: ClubWrite, evening: Evening) -> None:
    for evening_id in (evening.id, evening.part_of):
        if evening_id is not None:
            show_scheduled(write, evening_id)


def refresh_queue(write: ClubWrite, evening_id: int) -> None:
    """Queue the pairing of waiting players and an update of the card."""
    outbox.put(write.connection, write.club.id, QUEUE, str(evening_id), write.now)
    show_changes(write, evening_id)


def ask(write: ClubWrite, evening_id: int, report_id: int) -> None:
    outbox.put(write.connection, write.club.id, ASK, f"{evening_id}:{report_id}", write.now)


def withdraw_announcements(write: ClubWrite, evening_id: int, round_number: int) -> None:
    for page in range(MOST_PAGES):
        kind = page_kind(PAIRED, page)
        place = evening_rounds.find_announcement(write.connection, evening_id, round_number, kind)
        if place is not None and place[1] is not None:
            outbox.put(write.connection, write.club.id, REMOVE, f"{place[0]}:{place[1]}", write.now)
            evening_rounds.add_announcement(write.connection, evening_id, round_number, ANEW, write.now)
        evening_rounds.drop_announcement(write.connection, evening_id, round_number, kind)
    show_changes(write, evening_id)


MOST_PAGES = 8


def page_kind(kind: str, page: int) -> str:
    """Return the stored kind of an announcement's page; the first has its own name."""
    return kind if page == 0 else f"{kind}-{page + 1}"


MOST_OPEN = 25


@dataclass(frozen=True, slots=True)
class LiveEventCard:
    """An evening at a moment.

    lists: main one first. scores: points by number, byes and forfeits included. waiting: unconfirmed results.
    checks_in: whether players check in now.
    """

    club: Club
    evening: Evening
    lists: tuple[RatingList, ...]
    entrants: Sequence[LiveEventEntrant]
    results: Sequence[LiveEventResult]
    scores: dict[int, float]
    waiting: Sequence[LiveEventResult]
    checks_in: bool = False

    def name_of(self, number: int) -> str:
        return next(entrant.player.name for entrant in self.entrants if entrant.number == number)

    def describe(self, result: LiveEventResult) -> str:
        second = "" if result.second is None else f" {self.name_of(result.second)}"
        return f"{self.name_of(result.first)} {result.sign}{second}"


@dataclass(frozen=True, slots=True)
class Plan:
    """How an evening is paired.

    rounds: None if the method decides. most: players before the waiting list. sections: ratings to divide at,
    highest first.
    """

    method: Method
    rounds: int | None = None
    most: int | None = None
    sections: tuple[int, ...] | None = None


USUAL_ROUNDS, MOST_ROUNDS = 5, 30


def list_of_method(method: Method, rating_list: RatingList | None, club: Club) -> RatingList | None:
    """Return an evening's list, of the method's game where the club's own list rates another; None for the club's."""
    if method.game is None or rates(rating_list or club.default_list, method.game):
        return rating_list
    if rating_list is None:
        return main_list_of(method.game)
    raise InputError(f"{rating_list.label} does not rate {method.game.label}. Choose another one with the option list.")


def paired_columns(plan: Plan, club: Club) -> dict[str, Any]:
    method, rounds = plan.method, plan.rounds
    if method.set_rounds is not None and rounds is not None:
        raise InputError(
            f"The number of rounds of a {method.label} follows from its players. Remove the option rounds."
        )
    if not method.in_rounds and rounds is not None:
        raise InputError(f"{method.label} has no rounds: waiting players are paired. Remove the option rounds.")
    if method.set_rounds is None and method.in_rounds:
        rounds = rounds or USUAL_ROUNDS
    if plan.most is not None and plan.sections is None:
        method.require(plan.most, rounds)
    if plan.sections is not None and (not method.in_rounds or method.in_groups):
        raise InputError(f"{method.label} has no sections. Remove the sections.")
    sections = None if plan.sections is None else ",".join(map(str, plan.sections))
    # Lots are drawn once and stored: the same facts give the same pairing.
    drawn = secrets.randbelow(2**31)
    return {
        "method": method.key,
        "rounds": rounds,
        "most": plan.most,
        "lot": drawn,
        "sections": sections,
        "confirm_minutes": club.confirm_minutes,
        "check_in": club.check_in and method.in_rounds,
        "forfeit_minutes": club.forfeit_minutes if method.in_rounds else 0,
    }


def check_capacity(write: Write, more: int = 1) -> None:
    """Raise RuleError if that many more open evenings would be too many."""
    there = len(evenings.open_ones(write.connection, write.club.id, MOST_OPEN))
    if there + more > MOST_OPEN:
        if more == 1:
            raise RuleError(f"{there} evenings are already open. Close or cancel one first.")
        raise RuleError(f"{there} evenings are already open. At most {MOST_OPEN} can be, and each section is one.")


def start_of(write: Write, starts: str | None, place: str | None) -> datetime | None:
    """Return an evening's start or None; raise InputError for a place without a start."""
    if starts is None and place is not None:
        raise InputError("A place needs a start time. Enter the start, for example 2026-12-03 19:00.")
    return None if starts is None else parse_start(starts, zone(write.club.time_zone), write.now)


@use_case(evening_action("new-evening", "opened the evening"), director_to="open an evening")
def new_evening(
    write: Write,
    name: str,
    rating_list: RatingList | None,
    plan: Plan | None = None,
    starts: str | None = None,
) -> LiveEventCard:
    """Open an evening; directors only. plan: None if members report what they played. starts: for `parse_start`."""
    connection, club = write.connection, write.club
    check_capacity(write)
    when = start_of(write, starts, None)
    if plan is not None:
        rating_list = list_of_method(plan.method, rating_list, club)
    club.house_rules.check_open(rating_list or club.default_list)
    paired = {} if plan is None else paired_columns(plan, club)
    evening_id = evenings.add(
        connection,
        club_id=club.id,
        name=name,
        day=write.today if when is None else day_of(club, when),
        rating_list=rating_list,
        time_control=None,
        created_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        now=write.now,
        starts_at=when,
        **paired,
    )
    write.note(evening_id)
    return card_in(write, evening_by_id(connection, club, evening_id))


@use_case(evening_action("set-method", "set the method of"), director_to="change an evening")
def set_method(write: Write, evening_id: int, key: str, rounds: int | None = None) -> Evening:
    """Change how an evening is paired, before anything is; directors only. rounds: None for those it has."""
    connection, club = write.connection, write.club
    before = find_open(connection, club, evening_id)
    if before.part_of is not None or evening_rounds.rounds(connection, before.id):
        raise RuleError(f"{before.name} is already paired, so its method stays. Discard the draft first, if it is one.")
    results = evenings.results(connection, before.id)
    if results:
        raise RuleError(f"{before.name} already has {counted(len(results), 'result')}, so its method stays.")
    if key == TYPED:
        columns: dict[str, Any] = {"method": TYPED, "rounds": None, "most": None, "sections": None, "check_in": False}
    else:
        method = method_named(key)
        usual = before.rounds if method.set_rounds is None and method.in_rounds else None
        columns = paired_columns(Plan(method, rounds or usual, before.most, before.bounds), club)
        game = method_named(before.method).game if before.is_paired else None
        is_given = game is not None and method.game is None and before.rating_list is main_list_of(game)
        # The list that came with a Scrabble method goes with it.
        columns["list"] = list_of_method(method, None if is_given else before.rating_list, club)
        if before.is_paired:
            columns = {name: value for name, value in columns.items() if name not in ("lot", "confirm_minutes")}
            columns["check_in"] = before.check_in and method.in_rounds
    evenings.change(connection, before.id, **columns)
    show_scheduled(write, before.id)
    show_changes(write, before.id)
    write.note(before.id, {"values": {"method": key}})
    return evening_by_id(connection, club, before.id)


@use_case(evening_action("cancel-evening", "cancelled the evening"), director_to="cancel an evening")
def cancel_evening(write: Write, evening_id: int, *, sure: bool = False) -> tuple[int, int]:
    """End an evening without rating it; directors only. Return the players and results to ask about first, or zeros."""
    evening = find_open(write.connection, write.club, evening_id)
    reported = len(evenings.results(write.connection, evening.id))
    reported += len({report.pairing_id for report in evening_rounds.reports(write.connection, evening.id)})
    joined = len(evenings.entrants(write.connection, write.club.id, evening.id, lists_of(write.club, evening)[0]))
    if (joined or reported) and not sure:
        return joined, reported
    evenings.end(write.connection, evening.id, EveningStatus.CANCELLED)
    if evening.is_paired:
        show_changes(write, evening.id)
    end_scheduled(write, evening)
    settle_newcomers(write, newcomers.in_evening(write.connection, evening.id))
    write.note(evening.id)
    return 0, 0


async def evening_card(
    services: Services, club_id: int, evening_id: int
) -> tuple[LiveEventCard, tuple[int, int] | None]:
    def work(connection: Connection) -> tuple[LiveEventCard, tuple[int, int] | None]:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        return _card(connection, club, evening, services.now()), evenings.card_of(connection, club.id, evening)

    return await services.database.read(work, club=club_id)


@repeatable()
def save_message_location(write: Write, evening_id: int, channel_id: int, message_id: int) -> None:
    connection, club = write.connection, write.club
    evening = evening_by_id(connection, club, evening_id)
    if evenings.card_of(connection, club.id, evening) != (channel_id, message_id):
        who = write.actor.member.user_id
        evenings.save_message_location(connection, club.id, evening.id, channel_id, message_id, who, write.now)
        refresh_panel(connection, club.id, write.now)


@read()
def which_evening(look: Read, evening_id: int | None) -> Evening:
    """Return the named evening, or the only one open or with the actor."""
    connection = look.connection
    meant = evening_id
    if meant is None:
        own = players.by_user(connection, look.club.id, look.actor.member.user_id)
        played = [] if own is None else evenings.played_by(connection, own.id)
        meant = played[0] if len(played) == 1 else None
    return find_open(connection, clubs.find(connection, look.club.id), meant)


async def open_evenings(services: Services, actor: Actor) -> Sequence[Evening]:
    return await services.database.read(
        lambda connection: evenings.open_ones(connection, actor.club_id, MOST_OPEN), club=actor.club_id
    )


def find_open(connection: Connection, club: Club, evening_id: int | None) -> Evening:
    """Return an open evening (default: the only one); raise NotFoundError or InputError."""
    if evening_id is None:
        open_ones = evenings.open_ones(connection, club.id, MOST_OPEN)
        if not open_ones:
            raise NotFoundError("There is no open evening in this club. A TD opens one with /td evening.")
        if len(open_ones) > 1:
            names = ", ".join(evening.name for evening in open_ones[:3])
            raise InputError(f"{len(open_ones)} evenings are open ({names}). Choose one with the option event.")
        return open_ones[0]
    evening = evening_by_id(connection, club, evening_id)
    if evening.status is EveningStatus.DIVIDED:
        raise RuleError(f"{evening.name} is played in sections. Choose a section; each has a card.")
    if evening.status is not EveningStatus.OPEN:
        raise NotFoundError(f"{evening.name} is already {evening.status.value}. A TD opens another with /td evening.")
    return evening


def evening_by_id(connection: Connection, club: Club, evening_id: int) -> Evening:
    evening = evenings.find(connection, club.id, evening_id)
    if evening is None:
        raise NotFoundError("There is no such evening in this club. Pick one from the list.")
    return evening


def lists_of(club: Club, evening: Evening) -> tuple[RatingList, ...]:
    if evening.rating_list is not None:
        return (evening.rating_list,)
    if evening.time_control is None:
        return (club.default_list,)
    return lists_for(evening.time_control, club.default_list, evening.day)


def card_in(write: Write, evening: Evening) -> LiveEventCard:
    return _card(write.connection, write.club, evening, write.now)


def _has_begun(connection: Connection, evening: Evening) -> bool:
    if evening.status is EveningStatus.DIVIDED:
        return all(part.round > 0 for part in evenings.sections_of(connection, evening.id))
    return any(one.status is not RoundStatus.DRAFT for one in evening_rounds.rounds(connection, evening.id))


def _card(connection: Connection, club: Club, evening: Evening, now: datetime) -> LiveEventCard:
    lists = lists_of(club, evening)
    results = evenings.results(connection, evening.id)
    scores: dict[int, float] = defaultdict(float)
    for result in results:
        scores[result.first] += result.points
        if result.second is not None and result.played:
            scores[result.second] += 1 - result.points
    return LiveEventCard(
        club=club,
        evening=evening,
        lists=lists,
        entrants=evenings.entrants(connection, club.id, evening.id, lists[0]),
        results=results,
        scores=scores,
        waiting=[result for result in results if waits(club, result, now)],
        checks_in=evening.check_in and not _has_begun(connection, evening),
    )


def number_of(card: LiveEventCard, actor: Actor) -> int | None:
    mine = (entrant.number for entrant in card.entrants if entrant.player.user_id == actor.member.user_id)
    return next(mine, None)

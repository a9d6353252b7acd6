"""Compare official ratings with the club's, and enter those that directors accept.

Where the figures come from does not matter: a service, the operator's list, or a file.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.connect.client import Service
from bot.services.framework.actions import rating_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.rating_changes import Moves, awards_since, check_shown, moves_of
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.transaction import ClubWrite, Read, Write, club_job, read, repeatable, use_case
from bot.services.framework.whole_clubs import bring_up_to_date, count_due
from bot.services.people.roster.export import line_as_json
from bot.services.ratings.set_rating import RatingToEnter, enter_many, void_many
from bot.store.club.audit_log import Subject
from bot.store.club.files import DIGEST_CHARACTERS
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections
from bot.store.people import federations, profiles
from bot.store.people.federations import Entry
from bot.store.ratings import journals, standings
from core.errors import NotFoundError, RatingError, RuleError
from core.event.entered_rating import ESTABLISHED_GAMES, EnteredRating
from core.files.roster.table import RosterLine
from core.lists import RatingList
from core.rating.outcome import DisplayedRating
from core.rating.systems import check_entered_rating, system_of
from core.words import displayed

ACCEPT = "accept official ratings"

ACCEPTED, LEFT = "accepted", "left"

USCHESS = "uschess_id"


@club_job
def store_official(
    write: ClubWrite,
    membership: str,
    month: date,
    source: str,
    lines: Sequence[RosterLine],
    asked: date | None = None,
) -> None:
    """Store what a federation says of a club's players, unless something newer is stored.

    membership: column of the number, which each line has. month: first valid day. source: for records. asked: the day,
    if a service was asked.
    """
    found = {line.details[membership]: line_as_json(line) for line in lines}
    federations.put(write.connection, write.club.id, membership, month, source, found, asked)


@dataclass(frozen=True, slots=True)
class Compared:
    """An official figure beside the club's.

    here: the club's at the end of the day from which the official one is valid; None without one. played: the player's
    last change here until then. decided: what directors did with it. problem: why it cannot be entered.
    """

    entry: Entry
    rating_list: RatingList
    official: EnteredRating
    here: DisplayedRating | None = None
    played: date | None = None
    decided: str | None = None
    problem: str | None = None

    @property
    def player(self) -> Player:
        return self.entry.player

    @property
    def agrees(self) -> bool:
        return self.here is not None and self.here.displayed == displayed(self.official.rating)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A club's official figures. lines: those that differ and were not accepted; agree: how many do not differ.

    players: how many have official figures. unasked: how many US Chess was not asked about this month. can_ask:
    whether the operator turned that on. monthly: whether the club did.
    """

    lines: tuple[Compared, ...]
    agree: int
    players: int
    unasked: int
    can_ask: bool
    monthly: bool

    @property
    def chosen(self) -> tuple[Compared, ...]:
        return tuple(one for one in self.lines if one.decided is None and one.problem is None)

    @property
    def digest(self) -> str:
        told = [(one.player.id, one.rating_list.value, one.entry.month, *_figures(one.official)) for one in self.chosen]
        return hashlib.sha256(repr(told).encode()).hexdigest()[:DIGEST_CHARACTERS]


def _figures(rating: EnteredRating) -> tuple[Any, ...]:
    return rating.rating, rating.games, rating.peak, rating.floor


async def compare(services: Services, actor: Actor) -> Comparison:
    await bring_up_to_date(services, actor.club_id)
    return replace(await _comparison(services, actor), can_ask=services.connections.has(Service.USCHESS))


@read(director_to=ACCEPT)
def _comparison(look: Read) -> Comparison:
    connection, club = look.connection, look.club
    return comparison_of(connection, club, look.today)


def comparison_of(connection: Connection, club: Club, today: date) -> Comparison:
    found = compared(connection, club, federations.entries(connection, club.id))
    unasked = federations.unasked(connection, club.id, USCHESS, today.replace(day=1))
    return Comparison(
        lines=tuple(one for one in found if not one.agrees and one.decided != ACCEPTED),
        agree=sum(one.agrees or one.decided == ACCEPTED for one in found),
        players=len({one.player.id for one in found}),
        unasked=len(unasked),
        can_ask=False,
        monthly=club.official,
    )


def compared(connection: Connection, club: Club, entries: Sequence[Entry]) -> list[Compared]:
    used = {club.default_list, *standings.lists_in_use(connection, club.id)}
    there: dict[tuple[RatingList, date], dict[int, Any]] = {}
    later: dict[tuple[RatingList, date], dict[int, date]] = {}
    ids = {entry.player.id for entry in entries}
    found = []
    for entry in entries:
        for moved, official in entry.ratings.items():
            if moved not in used:
                continue
            about = moved, entry.day
            if about not in there:
                rows = journals.states_on(connection, club.id, *about)
                there[about] = {row.player_id: row for row in rows}
                later[about] = corrections.entered_after(connection, club.id, moved, ids, entry.day)
            one = _compared(club, entry, moved, official, there[about].get(entry.player.id))
            entered = later[about].get(entry.player.id)
            found.append(one if entered is None else replace(one, problem=_counts_later(entered)))
    return found


def _counts_later(entered: date) -> str:
    return f"the rating entered here on {entered} is later and counts."


def _compared(club: Club, entry: Entry, moved: RatingList, official: EnteredRating, row: Any) -> Compared:
    system = system_of(moved)
    state = system.unrated() if row is None else system.load(row.state)
    here = system.rank(state)
    if here is None and official.games is None:
        official = replace(official, games=ESTABLISHED_GAMES)
    problem = None
    try:
        check_entered_rating(entry.player.id, moved, official.rating, club.house_rules)
        system.apply_entered(state, official, moved, club.house_rules)
    except RatingError as error:
        problem = error.message
    played, decided = None if row is None else row.date, entry.decided.get(moved.value)
    return Compared(entry, moved, official, here, played, decided, problem)


# Leave some figures out, accept the others, undo.


@repeatable(director_to=ACCEPT)
def choose(write: Write, left: Sequence[tuple[int, RatingList]], shown: Sequence[tuple[int, RatingList]]) -> None:
    """Split the shown figures into those left out and the others, by player and list."""
    for entry in federations.entries(write.connection, write.club.id):
        decided = dict(entry.decided)
        for moved in entry.ratings:
            about = entry.player.id, moved
            if about in shown and decided.get(moved.value) != ACCEPTED:
                decided.pop(moved.value, None)
                if about in left:
                    decided[moved.value] = LEFT
        if decided != entry.decided:
            federations.decide(write.connection, entry, decided)


@dataclass(frozen=True, slots=True)
class AcceptedReport:
    """Accepted figures, as entered ratings. accept_id: for the undo."""

    lines: tuple[Compared, ...]
    moved: int
    accept_id: int = 0


@dataclass(frozen=True, slots=True)
class KeptAcceptance:
    """What an undo needs. lists, first, last: of the entered ratings and their positions. players: whose they are.

    expired: player, end of the membership before and as entered, of those whose changed.
    """

    lists: tuple[RatingList, ...]
    first: int
    last: int
    players: tuple[int, ...]
    expired: tuple[tuple[int, str | None, str], ...] = ()


ACTION = rating_action("accept-official", "entered official ratings", Subject.NOTHING, shown_by="/leaderboard")


@use_case(ACTION, director_to=ACCEPT)
def accept(write: Write, shown_as: str) -> AcceptedReport:
    """Enter the figures that were shown; directors only. shown_as: their digest."""
    count_due(write)
    comparison = comparison_of(write.connection, write.club, write.today)
    chosen = comparison.chosen
    if not chosen:
        raise RuleError("There is no official rating to enter. Open the list again.")
    if comparison.digest != shown_as:
        raise RuleError("The figures have changed since this was shown. Nothing was stored. Open the list again.")
    report, kept = _enter(write, chosen)
    write.note(write.club.id, to_json(KeptAcceptance, kept))
    return report


def _enter(write: Write, chosen: Sequence[Compared]) -> tuple[AcceptedReport, KeptAcceptance]:
    asked = [
        RatingToEnter(one.player.id, one.rating_list, one.entry.day, one.official, reason_of(one)) for one in chosen
    ]
    lists, places = enter_many(write, asked)
    for entry in {(one.entry.membership, one.entry.number): one.entry for one in chosen}.values():
        taken = {one.rating_list.value: ACCEPTED for one in chosen if one.entry is entry}
        federations.decide(write.connection, entry, {**entry.decided, **taken})
    expired = _keep_expiries(
        write, {one.player.id: one.entry for one in chosen if "expires" in one.entry.line["details"]}
    )
    ids = tuple(dict.fromkeys(one.player.id for one in chosen))
    report = AcceptedReport(tuple(chosen), len(ids), write.actor.interaction_id)
    return report, KeptAcceptance(lists, places.start, places.stop - 1, ids, expired)


def _keep_expiries(write: Write, told: Mapping[int, Entry]) -> tuple[tuple[int, str | None, str], ...]:
    """Store the ends of these players' memberships; return what changed, for `KeptAcceptance.expired`."""
    changed = []
    for player_id, profile in profiles.of(write.connection, write.club.id, list(told)).items():
        expires = told[player_id].line["details"]["expires"]
        if profile.expires != expires:
            profiles.change(write.connection, player_id, {"expires": expires})
            changed.append((player_id, profile.expires, expires))
    return tuple(changed)


def reason_of(one: Compared) -> str:
    """Return why a figure is entered, for histories and records."""
    return f"official rating of {one.entry.month:%B %Y}, from {one.entry.source}"


@dataclass(frozen=True, slots=True)
class AcceptanceUndone:
    """Undone official ratings, and what that moves."""

    entered_ratings: int
    moves: Moves


@use_case(
    rating_action("undo-official", "undid official ratings", Subject.NOTHING, shown_by="/leaderboard"),
    director_to="undo official ratings",
)
def undo_acceptance(write: Write, accept_id: int, shown_as: str | None = None) -> AcceptanceUndone:
    """Undo accepted figures; directors only.

    Raise AskFirstError if something builds on them and was not shown. shown_as: digest of the preview.
    """
    count_due(write)
    entry = write.entry(accept_id)
    if entry is None or entry.action != ACTION.name:
        raise NotFoundError("This button cannot undo these ratings. Correct them with /td rating.")
    kept = from_json(KeptAcceptance, entry.details)
    voided, to_recalculate = void_many(write, kept.lists, kept.first, kept.last)
    if not voided:
        raise NotFoundError("These ratings have already been undone.")
    awards = awards_since(write, date.min)
    moves = moves_of(write, write.recalculate(to_recalculate), awards, date.min)
    for player_id in kept.players:
        for one in federations.entries(write.connection, write.club.id, player_id):
            accepted = {moved for moved, did in one.decided.items() if did == ACCEPTED and moved in kept.lists}
            federations.decide(
                write.connection, one, {moved: did for moved, did in one.decided.items() if moved not in accepted}
            )
    people = profiles.of(write.connection, write.club.id, [player_id for player_id, _, _ in kept.expired])
    for player_id, before, expires in kept.expired:
        if player_id in people and people[player_id].expires == expires:  # not changed again
            profiles.change(write.connection, player_id, {"expires": before})
    report = AcceptanceUndone(voided, moves)
    check_shown(report, moves, shown_as, asks=moves.rest_on(kept.last))
    write.note(write.club.id)
    return report

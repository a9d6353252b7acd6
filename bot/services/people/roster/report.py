"""A roster's effect: new, changed, unchanged and doubtful people."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from operator import attrgetter
from typing import Any

from bot.services.events.imports.matching import MEMBERSHIPS, MOST_NAMES, NEW_PLAYER, SIMILAR, SUGGESTIONS
from bot.services.people.edit import LABELS
from bot.store.database.rows import Club, Player
from bot.store.database.rows import Standing as CurrentRating
from bot.store.database.transactions import Connection
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from core.errors import InputError, RatingError
from core.event.background import ADULT_YEARS
from core.event.entered_rating import ESTABLISHED_GAMES, EnteredRating
from core.event.event_file import Remark
from core.event.similarity import SimilarNames, written_like
from core.files.common.text import ParseWarnings
from core.files.roster.table import RosterLine
from core.lists import RatingList
from core.rating.systems import ALL, system_of
from core.words import first_name_first, name_key

BORN = "born"


@dataclass(frozen=True, slots=True)
class RosterOptions:
    """A director's choices.

    roster: marks a waiting file as a roster. usual: default list of ratings. known_only: skip unknown people. day:
    from which ratings count. overwrite: replace known values. members: named server members, id and display name.
    by_name: link members by name. chosen: player by line, 0: new.
    """

    roster: bool = True
    usual: RatingList | None = None
    known_only: bool = False
    day: date | None = None
    overwrite: bool = False
    by_name: bool = False
    members: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    chosen: Mapping[str, int] = field(default_factory=dict)


class Standing(StrEnum):
    """How somebody of the file stands to the club."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that differs: label, stored and file value."""

    label: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class Person:
    """A roster line's person.

    player: None if new. changes: applied. kept: differences that stay. doubt, suggestions: why it is skipped, and
    who it may be. values, entered_ratings: to store. unfound: Discord name without a member. is_namesake: whether an
    unlinked member has the name.
    """

    row: RosterLine
    player: Player | None = None
    changes: tuple[Difference, ...] = ()
    kept: tuple[Difference, ...] = ()
    doubt: str | None = None
    suggestions: tuple[Player, ...] = ()
    values: Mapping[str, str | int | date | bool | None] = field(default_factory=dict)
    entered_ratings: Mapping[RatingList, EnteredRating] = field(default_factory=dict)
    is_namesake: bool = False
    unfound: str | None = None

    @property
    def name(self) -> str:
        return self.player.name if self.player is not None else self.row.name or self.row.discord or "nobody"

    @property
    def standing(self) -> Standing:
        if self.doubt is not None:
            return Standing.DOUBTFUL
        if self.player is None:
            return Standing.NEW
        return Standing.CHANGED if self.changes else Standing.SAME


@dataclass(frozen=True, slots=True)
class RosterReport:
    """A roster's effect. counts: new, changed, same, doubtful.

    people: in a preview. kept: unchanged differences. passed: skipped unknown people. day: of the ratings.
    pending_id, digest: of a preview. import_id: for the undo. usual: the list of columns that name none. own_lists: the
    club's. is_assumed: whether neither the file, a director nor the club's set-up has decided it.
    """

    format: str
    counts: Mapping[Standing, int]
    kept: int
    passed: int
    overwrite: bool = False
    known_only: bool = False
    by_name: bool = False
    people: tuple[Person, ...] = ()
    remarks: tuple[Remark, ...] = ()
    day: date | None = None
    pending_id: int | None = None
    digest: str = ""
    import_id: int = 0
    usual: RatingList | None = None
    own_lists: tuple[RatingList, ...] = ()
    is_assumed: bool = False

    @property
    def guessed(self) -> int:
        pairs = (
            (one.row.ratings[moved].games, entered)
            for one in self.people
            for moved, entered in one.entered_ratings.items()
        )
        return sum(games is None and entered.games is not None for games, entered in pairs)

    @property
    def namesakes(self) -> int:
        return sum(one.is_namesake for one in self.people)


def lists_shown(report: RosterReport) -> set[RatingList]:
    """Return the lists that a roster is about: of its ratings, unless they name none, and of its ids."""
    rated = {moved for one in report.people if not report.is_assumed for moved in one.entered_ratings}
    ids = {column for one in report.people for column in one.row.details}
    return rated | {system.lists[0] for system in ALL if system.membership in ids}


def label_of(column: str | RatingList) -> str:
    return column.label if isinstance(column, RatingList) else LABELS.get(column, "Discord")


# Match roster lines to players: choice, Discord, membership number, full name.


@dataclass(frozen=True, slots=True)
class Found:
    """A line's player, nobody, or a doubt.

    user_id: named Discord user. is_passed: not of the club. is_namesake: an unlinked member has the name.
    is_chosen: by a director.
    """

    row: RosterLine
    known: Profile | None = None
    doubt: str | None = None
    suggestions: tuple[Player, ...] = ()
    user_id: int | None = None
    is_passed: bool = False
    is_namesake: bool = False
    is_chosen: bool = False


class Matcher:
    """Matches roster lines to players; reads the club once."""

    def __init__(
        self, connection: Connection, club_id: int, lines: Sequence[RosterLine], options: RosterOptions
    ) -> None:
        self._connection, self._club_id, self._options = connection, club_id, options
        self._by_number = {
            column: players.by_membership(
                connection, club_id, column, [one.details[column] for one in lines if column in one.details]
            )
            for column in MEMBERSHIPS
        }
        self._times = Counter(name_key(one.name) for one in lines if one.name)
        names = self._times.keys()
        # Members choose their Discord names: ask.
        self._by_name = players.by_file_names(connection, club_id, names)
        self._called = players.by_folded_names(connection, club_id, names)
        self._users = {one.line: self._user(one) for one in lines}
        users = [user for user in self._users.values() if user is not None]
        self._by_user = players.by_users(connection, club_id, users)
        self._chosen = players.resolve_merged(
            connection, club_id, [key for key in options.chosen.values() if key != NEW_PLAYER]
        )
        ids = {one.id for found in self._by_number.values() for one in found.values()}
        ids |= {one.id for names in (self._by_name, self._called) for found in names.values() for one in found}
        ids |= {one.id for one in (*self._by_user.values(), *self._chosen.values())}
        self._profiles = profiles.of(connection, club_id, ids)
        self._similar: SimilarNames | None = None
        self._all_names: Mapping[str, Sequence[Player]] = {}

    def _user(self, row: RosterLine) -> int | None:
        if row.discord is None:
            return self._namesake(row) if self._options.by_name else None
        if row.discord.isdigit() and len(row.discord) > 14:
            return int(row.discord) if int(row.discord) < 2**63 else None
        member = self._options.members.get(row.discord.casefold())
        return None if member is None else member[0]

    def _namesake(self, row: RosterLine) -> int | None:
        if row.name is None or row.discord is not None:
            return None
        member = self._options.members.get(name_key(row.name))
        return None if member is None else member[0]

    def find(self, row: RosterLine) -> Found:
        found = self._find(row)
        unlinked = found.doubt is None and (found.known is None or found.known.user_id is None)
        if unlinked and found.user_id is None and self._namesake(row) is not None:
            return replace(found, is_namesake=True)
        return found

    def _find(self, row: RosterLine) -> Found:
        user_id = self._users[row.line]
        chosen = self._options.chosen.get(str(row.line))
        if chosen == NEW_PLAYER:
            return Found(row, user_id=user_id)
        if chosen is not None and chosen in self._chosen:
            return replace(self._certain(row, self._chosen[chosen], user_id), is_chosen=True)
        numbered = [self._by_number[column].get(row.details[column]) for column in MEMBERSHIPS if column in row.details]
        own = None if user_id is None else self._by_user.get(user_id)
        sure = list({one.id: one for one in (own, *numbered) if one is not None}.values())
        if len(sure) > 1:
            names = " and ".join(f"{one.name} (#{one.id})" for one in sure)
            return Found(row, doubt=f"its ids belong to {names}. Merge them with /td player")
        if sure:
            return replace(self._certain(row, sure[0], user_id), is_chosen=self._options.by_name)
        return self._by_their_name(row, user_id)

    def _by_their_name(self, row: RosterLine, user_id: int | None) -> Found:
        called, members = self._named(row, self._by_name), self._named(row, self._called)
        others = {key: one for key, one in called.items() if self._contradicts(row, key, user_id) is None}
        if len(others) == 1:
            return self._certain(row, next(iter(others.values())), user_id)
        if others:
            doubt = "several players have this name. Choose below, or write an id"
            return Found(row, doubt=doubt, suggestions=tuple(others.values())[:SUGGESTIONS])
        namesakes = [one for key, one in members.items() if self._contradicts(row, key, user_id) is None]
        if namesakes and self._options.by_name and len(namesakes) == 1:
            return replace(self._certain(row, namesakes[0], user_id), is_chosen=True)
        if namesakes:
            doubt = "a member with this name, perhaps the same person"
            return Found(row, doubt=doubt, suggestions=tuple(namesakes)[:SUGGESTIONS], is_namesake=True)
        if self._options.known_only:
            return Found(row, is_passed=True)
        if row.name is None and user_id is None:
            return Found(row, doubt="no player has this id, and the file has no name")
        if called:
            why = next(self._contradicts(row, key, user_id) for key in called)
            return Found(row, doubt=f"{why}; perhaps a new player", suggestions=tuple(called.values()))
        close = self._close(row.name)
        if close:
            return Found(row, doubt="a new player, or one of the club's", suggestions=close, user_id=user_id)
        return Found(row, user_id=user_id)

    def _named(self, row: RosterLine, names: Mapping[str, Sequence[Player]]) -> dict[int, Player]:
        if row.name is None:
            return {}
        found = names.get(name_key(row.name), ())
        alike = written_like(row.name, found, attrgetter("name"))
        # The same words in another order may be somebody else if two lines have them.
        return {one.id: one for one in alike or (found if self._times[name_key(row.name)] == 1 else ())}

    def _contradicts(self, row: RosterLine, player_id: int, user_id: int | None) -> str | None:
        profile = self._profiles[player_id]
        for column in MEMBERSHIPS:
            theirs, written = getattr(profile, column), row.details.get(column)
            if theirs is not None and written is not None and theirs != written:
                return f"{profile.name} (#{profile.id}) has another {label_of(column)} here"
        if user_id is not None and profile.user_id not in (None, user_id):
            return f"{profile.name} (#{profile.id}) is linked to another member"
        return None

    def _certain(self, row: RosterLine, player: Player, user_id: int | None) -> Found:
        profile = self._profiles.get(player.id) or profiles.of(self._connection, self._club_id, [player.id])[player.id]
        return Found(row, profile, user_id=user_id)

    def _close(self, name: str | None) -> tuple[Player, ...]:
        if name is None:
            return ()
        if self._similar is None:
            self._all_names = players.names(self._connection, self._club_id, MOST_NAMES)
            self._similar = SimilarNames(self._all_names, SIMILAR)
        close = self._similar.to_name(name, SUGGESTIONS)
        return tuple(known for one in close for known in self._all_names[one])[:SUGGESTIONS]


def each_once(found: Sequence[Found]) -> list[Found]:
    """Return the lines with a doubt about those that repeat a player, Discord user, or new person."""
    seen: dict[tuple[str, object], RosterLine] = {}
    return [_first_or_doubt(one, seen) for one in found]


def _first_or_doubt(one: Found, seen: dict[tuple[str, object], RosterLine]) -> Found:
    if one.doubt is not None or one.is_passed:
        return one
    marks: list[tuple[str, object]] = [(column, one.row.details.get(column)) for column in MEMBERSHIPS]
    marks.append(("user", one.user_id))
    if one.known is not None:
        marks.append(("player", one.known.id))
    elif not any(value is not None for _, value in marks):
        marks.append(("name", first_name_first(one.row.name or "").casefold()))
    marks = [mark for mark in marks if mark[1] is not None]
    first = next((seen[mark] for mark in marks if mark in seen), None)
    if first is not None:
        return replace(one, doubt=f"is in line {first.line} too. Remove one of the two lines", suggestions=())
    seen.update(dict.fromkeys(marks, one.row))
    return one


# What a line sets: empty fields; known values only on request.


AS_GOOD_AS_EQUAL = 0.005


def person_of(
    found: Found,
    standings: Mapping[RatingList, CurrentRating],
    club: Club,
    options: RosterOptions,
    today: date,
    doubts: ParseWarnings,
) -> Person:
    """Return a line's effect, without invalid ratings. standings: current ratings."""
    row, known = found.row, found.known
    if found.doubt is not None:
        return Person(row, doubt=found.doubt, suggestions=found.suggestions, is_namesake=found.is_namesake)
    changes: list[Difference] = []
    kept: list[Difference] = []
    values = _values(row, known, found.user_id, today, changes, kept, overwrite=options.overwrite)
    if row.name is not None and ("user_id" in values or (found.is_chosen and known is not None and known.user_id)):
        # From now on files mean them by that name, whatever their name on Discord.
        values["known_as"] = name_key(row.name)
    entered_ratings: dict[RatingList, EnteredRating] = {}
    for moved, written in row.ratings.items():
        try:
            entered = _entered_rating(moved, written, standings.get(moved), club)
        except RatingError as error:
            why = error.message.partition(". ")[0].rstrip(".")
            doubts.add(row.line, "ratings of no list", f"{moved.label}: {why[0].lower()}{why[1:]}. Ignored")
            continue
        if entered is None:
            continue
        standing = standings.get(moved)
        difference = Difference(moved.label, None if standing is None else _shown(standing), _written(entered))
        if standing is not None and not options.overwrite:
            kept.append(difference)
        else:
            changes.append(difference)
            entered_ratings[moved] = entered
    return Person(
        row,
        None if known is None else known.player,
        tuple(changes),
        tuple(kept),
        values=values,
        entered_ratings=entered_ratings,
        is_namesake=found.is_namesake,
        unfound=row.discord if found.user_id is None else None,
    )


def _values(
    row: RosterLine,
    known: Profile | None,
    user_id: int | None,
    today: date,
    changes: list[Difference],
    kept: list[Difference],
    *,
    overwrite: bool,
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    confirmed: set[str] = set()
    for column, text in row.details.items():
        before = None if known is None else getattr(known, column)
        if before == text:
            if known is not None and column in known.unconfirmed_ids:
                changes.append(Difference(label_of(column), "claimed", f"{text}, confirmed"))
                confirmed.add(column)
            continue
        difference = Difference(label_of(column), before, text)
        if before is None or overwrite:
            changes.append(difference)
            values[column] = text
            confirmed.add(column)
        else:
            kept.append(difference)
    if known is not None and known.unconfirmed_ids & confirmed:
        values["unconfirmed"] = profiles.encode_claimed(known.unconfirmed_ids - confirmed)
    year = row.born_year if row.born is None else row.born.year
    if year is not None and not _is_same_birth(row, known):
        difference = Difference(
            label_of(BORN), None if known is None or not known.birth_year else str(known.birth_year), str(year)
        )
        # A birth date adds to a known year.
        if known is None or not known.is_age_known or known.birth_year == year or overwrite:
            changes.append(difference)
            values |= {"born": row.born, "born_year": None if row.born else year}
            values["adult"] = row.born is not None or today.year - year > ADULT_YEARS
        else:
            kept.append(difference)
    linked = None if known is None else known.user_id
    if user_id is not None and linked != user_id:
        before = None if linked is None else "another member"
        difference = Difference(label_of("user_id"), before, row.discord or f"the member {row.name}")
        if linked is None or overwrite:
            changes.append(difference)
            values["user_id"] = user_id
        else:
            kept.append(difference)
    return values


def _is_same_birth(row: RosterLine, known: Profile | None) -> bool:
    if known is None:
        return False
    if row.born is not None:
        return known.born == row.born
    return known.birth_year == row.born_year


def _entered_rating(
    moved: RatingList, written: EnteredRating, standing: CurrentRating | None, club: Club
) -> EnteredRating | None:
    system = system_of(moved)
    lowest, highest = system.typed_ratings
    if not lowest <= written.rating <= highest:
        raise InputError(f"A rating lies between {lowest:g} and {highest:g}, not at {written.rating:g}.")
    state = system.unrated() if standing is None else system.load(standing.state)
    stands = system.entered_rating_of(state)
    if stands is not None and _is_same(written, stands):
        return None
    games = written.games
    if games is None and stands is None:
        games = ESTABLISHED_GAMES
    entered = EnteredRating(written.rating, games, written.peak, written.floor)
    system.apply_entered(state, entered, moved, club.house_rules)
    return entered


def _is_same(written: EnteredRating, stands: EnteredRating) -> bool:
    pairs = (
        (written.rating, stands.rating),
        (written.games, stands.games),
        (written.peak, stands.peak),
        (written.floor, stands.floor),
    )
    return all(new is None or (old is not None and abs(new - old) <= AS_GOOD_AS_EQUAL) for new, old in pairs)


def _shown(standing: CurrentRating) -> str:
    return f"{standing.displayed} ({standing.games})"


def _written(entered: EnteredRating) -> str:
    games = "" if entered.games is None else f" ({entered.games})"
    return f"{entered.rating:g}{games}"

"""Match a file's players: by membership number or mention, then by full name; others are new."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from bot.services.framework.context import Member
from bot.services.framework.subject import ServerMember, Someone
from bot.services.framework.transaction import Write
from bot.store.database.club_choices import FideFiles
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.people import players, profiles
from core.errors import InputError, RuleError
from core.event.background import ExternalSystem
from core.event.crosstable import TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.event.similarity import (
    SimilarNames,
    written_like,
)
from core.files.common.people import user_in
from core.files.common.text import shorten
from core.files.typed.persons import (
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_state,
    parse_title,
    parse_uschess_id,
)
from core.files.typed.rules import Speed, speed_of
from core.lists import RatingList
from core.rating.systems import ALL, gives_ratings_of, lists_for, main_list_of, rates, system_of
from core.words import first_name_first, name_key, search_key

NEW_PLAYER = 0
"""Chosen for none of those suggested."""

MEMBERSHIPS = ("uschess_id", "fide_id", "naspa_id")

SUGGESTIONS, SIMILAR, MOST_NAMES = 5, 0.75, 5_000


@dataclass(frozen=True, slots=True)
class Matched:
    """A file's player in the club; `is_new` if added.

    suggestions: undecided candidates: similar names, claimed ids, server members. named: whether only the first has
    exactly the name, or claims the id.
    """

    file: FilePlayer
    player: Player
    is_new: bool
    suggestions: tuple[Someone, ...] = ()
    named: bool = False


def match_players(
    write: Write,
    found: Sequence[FilePlayer],
    chosen: Mapping[int, int] = MappingProxyType({}),
    server: Sequence[ServerMember] = (),
) -> dict[int, Matched]:
    """Return players by pairing number, adding unknown ones.

    chosen: by pairing number: a player, a negative Discord id, or `NEW_PLAYER`. server: similar server members.
    Raise InputError for a player twice.
    """
    connection, club_id = write.connection, write.club.id
    by_id = {
        column: people
        for column in MEMBERSHIPS
        if (people := players.by_membership(connection, club_id, column, _numbers(found, column).keys()))
    }
    written = [name_key(player.name) for player in found]
    names, times = set(written), Counter(written)
    by_name = players.by_file_names(connection, club_id, names)
    members = players.by_folded_names(connection, club_id, names)
    matched: dict[int, Matched] = {}
    newcomers: list[tuple[FilePlayer, tuple[Someone, ...], bool]] = []
    taken: dict[int, FilePlayer] = {}
    new: dict[str, FilePlayer] = {}
    # Chosen players may have been merged.
    decided = players.resolve_merged(connection, club_id, [key for key in chosen.values() if key != NEW_PLAYER])
    similar = _Similar(connection, club_id)
    on_server = _OnServer(connection, club_id, server)
    claimed = _claimants(connection, club_id, found)
    for player, called in zip(found, written, strict=True):
        choice = chosen.get(player.number, NEW_PLAYER)
        namesakes: Sequence[Player] = () if player.number in chosen else by_name.get(called, ())
        alike = written_like(player.name, namesakes, attrgetter("name"))
        # The same words in another order may be somebody else if two in the file have them.
        named = alike or (namesakes if times[called] == 1 else ())
        known = _by_id(player, by_id) or decided.get(choice) or (named[0] if len(named) == 1 else None)
        mentioned = user_in(player.name)
        user_id = -choice if choice < 0 else mentioned
        if known is None and user_id is not None:
            # When it is stored they may be a player of another name.
            known = players.by_user(connection, club_id, user_id)
            name = first_name_first(player.name) if mentioned is None else on_server.name_of(user_id)
            known = known or players.ensure(connection, club_id, user_id, name, write.now)
        if mentioned is not None and known is not None:
            player = replace(player, name=known.name)
        if known is not None and choice == known.id:
            _confirm_id(connection, club_id, player, known)
        if known is not None and choice != NEW_PLAYER:
            players.know_as(connection, known.id, called)
        suggestions: tuple[Someone, ...] = ()
        exact = 0
        if known is None and player.number not in chosen:
            namesakes = (*(alike or namesakes), *members.get(called, ()))
            sure = _each_once((*claimed.get(player.number, ()), *namesakes, *on_server.called(called)))
            suggestions = _each_once((*sure, *similar.to(player.name), *on_server.similar_to(player.name)))
            exact = len(sure)
        if known is None:
            namesake = new.setdefault(first_name_first(player.name).casefold(), player)
            if namesake is not player and not _have_different_ids(player, namesake):
                raise InputError(
                    f"{_where(player)}{player.name} is listed twice. Give each a different name, or a US Chess id."
                )
            newcomers.append((player, suggestions, exact == 1))
            continue
        if known.id in taken:
            raise InputError(
                f"{_where(player)}{player.name} and {taken[known.id].name} are both {known.name} in this club. "
                "Write one name for one person, or give two people an id each."
            )
        taken[known.id] = player
        matched[player.number] = Matched(player, known, is_new=False)
    added = players.add_many(connection, club_id, [_details(player) for player, _, _ in newcomers], write.now)
    for (player, suggestions, is_named), key in zip(newcomers, added, strict=True):
        stored = Player(key, None, first_name_first(player.name))
        matched[player.number] = Matched(player, stored, True, suggestions, is_named)
    return {player.number: matched[player.number] for player in found}


def _have_different_ids(one: FilePlayer, other: FilePlayer) -> bool:
    pairs = ((getattr(one, column), getattr(other, column)) for column in MEMBERSHIPS)
    return any(mine is not None and theirs is not None and mine != theirs for mine, theirs in pairs)


class _Similar:
    def __init__(self, connection: Connection, club_id: int) -> None:
        self._connection, self._club_id = connection, club_id
        self._by_name: dict[str, list[Player]] = {}
        self._names: SimilarNames | None = None

    def to(self, name: str) -> tuple[Player, ...]:
        if self._names is None:
            # Players added by this import are not stored yet.
            self._by_name = players.names(self._connection, self._club_id, MOST_NAMES)
            self._names = SimilarNames(self._by_name, SIMILAR)
        close = self._names.to_name(name, SUGGESTIONS)
        return tuple(known for name in close for known in self._by_name[name])[:SUGGESTIONS]


def _by_id(player: FilePlayer, by_id: Mapping[str, Mapping[str, Player]]) -> Player | None:
    for column, people in by_id.items():
        known = people.get(getattr(player, column) or "")
        if known is not None:
            return known
    return None


def _numbers(found: Sequence[FilePlayer], column: str) -> dict[str, int]:
    return {number: player.number for player in found if (number := getattr(player, column))}


def _details(player: FilePlayer) -> dict[str, Any]:
    fields = zip(_READ, _DETAILS(player), strict=True)
    details: dict[str, Any] = {column: _known(column, claimed) for column, claimed in fields if claimed}
    details |= {
        "name": first_name_first(player.name),
        "sex": player.sex,
        "born_year": player.born_year,
        "born": player.born,
    }
    return {column: value for column, value in details.items() if value is not None}


_READ = {
    "uschess_id": parse_uschess_id,
    "fide_id": parse_fide_id,
    "naspa_id": parse_naspa_id,
    "federation": parse_federation,
    "title": parse_title,
    "state": parse_state,
}
_DETAILS = attrgetter(*_READ)


def known_detail(source: FilePlayer | FileEvent, column: str) -> str | None:
    """Return a file's detail, None if the club would learn nothing."""
    claimed = getattr(source, column)
    return _known(column, claimed) if claimed else None


def _known(column: str, claimed: str) -> str | None:
    try:
        return _READ[column](claimed) or None
    except InputError:
        return None


def _claimants(connection: Connection, club_id: int, found: Sequence[FilePlayer]) -> dict[int, tuple[Player, ...]]:
    saying: dict[int, tuple[Player, ...]] = {}
    for column in MEMBERSHIPS:
        numbers = _numbers(found, column)
        for number, people in players.claimants_of(connection, club_id, column, list(numbers)).items():
            saying[numbers[number]] = (*saying.get(numbers[number], ()), *people)
    return saying


def _confirm_id(connection: Connection, club_id: int, player: FilePlayer, known: Player) -> None:
    profile = profiles.find(connection, club_id, known.id)
    if profile is None:
        return
    same = {
        column
        for column in profile.unconfirmed_ids
        if getattr(player, column) == getattr(profile, column)
        and not players.by_membership(connection, club_id, column, [getattr(profile, column)])
    }
    if same:
        profiles.change(connection, known.id, {"unconfirmed": profiles.encode_claimed(profile.unconfirmed_ids - same)})


def _each_once(found: Iterable[Someone]) -> tuple[Someone, ...]:
    by_key = {(isinstance(one, Player), one.id if isinstance(one, Player) else one.user_id): one for one in found}
    return tuple(by_key.values())[:SUGGESTIONS]


class _OnServer:
    def __init__(self, connection: Connection, club_id: int, server: Sequence[ServerMember]) -> None:
        known = players.users_among(connection, club_id, [one.member.user_id for one in server]) if server else ()
        self._by_key: dict[str, list[Member]] = {}
        self._by_name: dict[str, list[Member]] = {}
        self._called = {one.member.user_id: one.member.name for one in server}
        for one in server:
            if one.member.user_id not in known:
                for key in one.keys:
                    self._by_key.setdefault(key, []).append(one.member)
                for name in one.names:
                    self._by_name.setdefault(search_key(name).strip(), []).append(one.member)
        self._names: SimilarNames | None = None

    def name_of(self, user_id: int) -> str:
        return self._called.get(user_id, f"Member {user_id}")

    def called(self, key: str) -> Sequence[Member]:
        return self._by_key.get(key, ())

    def similar_to(self, name: str) -> tuple[Member, ...]:
        if self._names is None:
            self._names = SimilarNames(self._by_name, SIMILAR)
        close = self._names.to_name(name, SUGGESTIONS)
        return tuple(member for name in close for member in self._by_name[name])


def _where(player: FilePlayer) -> str:
    return "" if player.line is None else f"Line {player.line}: "


# Which lists a file moves, and which its ratings belong to.


_BY_SPEED = {
    Speed.STANDARD: (RatingList.USCHESS_REGULAR, RatingList.FIDE_STANDARD),
    Speed.RAPID: (RatingList.FIDE_RAPID,),
    Speed.BLITZ: (RatingList.USCHESS_BLITZ, RatingList.FIDE_BLITZ),
    Speed.QUICK: (RatingList.USCHESS_QUICK,),
    Speed.DUAL: (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK),
}
"""Lists by a time control's word; those of one system are used."""

FIDE = next(system for system in ALL if system.in_files is ExternalSystem.FIDE)


@dataclass(frozen=True, slots=True)
class Landing:
    """A section's lists, main one first.

    why: the reason, as the end of a sentence. against: why the rules would not rate it, unless overruled. asks:
    whether a director must choose.
    """

    lists: tuple[RatingList, ...]
    why: str
    against: str | None = None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section to store. control: time control; began: first day. rated_on: returns the numbers rated on a list."""

    file: FileEvent
    section: FileSection
    control: TimeControl | None
    began: date
    rated_on: Callable[[RatingList], Collection[int]]

    @property
    def highest(self) -> int | None:
        return max((int(one.rating) for one in self.section.players if one.rating is not None), default=None)

    def is_known(self, moved: RatingList) -> bool:
        return 2 * len(self.rated_on(moved)) > len(self.section.players)

    def loses_ratings(self, lists: Sequence[RatingList]) -> bool:
        """Return whether lists can use none of the file's ratings for unrated players."""
        needed = {moved: set(self.rated_on(moved)) for moved in lists}
        given = [one for one in self.section.players if one.rating is not None]
        new = [(moved, one) for moved in lists for one in given if one.number not in needed[moved]]
        return bool(new) and not any(self._is_used(moved, one) for moved in lists for one in given)

    def _is_used(self, moved: RatingList, player: FilePlayer) -> bool:
        system, theirs = system_of(moved), self.file.ratings_of
        if gives_ratings_of(self.file, moved):
            return player.rating is not None and system.can_be_rating(moved, player.rating, self.began)
        return theirs is not None and system.can_convert(theirs, self.began)

    def rated_as(self, usual: RatingList) -> tuple[RatingList, ...]:
        """Return the time control's lists in a list's system; raise RuleError for none."""
        if self.control is None:
            return (usual,)
        highest = self.highest if usual in FIDE.lists else None
        return lists_for(self.control, usual, self.began, highest)


def choices_for(file: FileEvent, own: Iterable[RatingList] = ()) -> tuple[RatingList, ...]:
    """Return a director's choices of lists, those with the file's ratings first. own: the club's own lists."""
    lists = [moved for moved in (*own, *RatingList) if rates(moved, file.board)]
    if file.ratings_of is not None:
        lists.sort(key=lambda moved: system_of(moved).in_files is not file.ratings_of)
    return tuple(lists)


def landing_of(club: Club, found: Section, chosen: Sequence[RatingList]) -> Landing:
    """Return a section's lists; raise RuleError for another game's.

    chosen: by the director, else by file and settings.
    """
    if chosen:
        club.house_rules.check_open(*chosen)
        return _as_chosen(found, tuple(chosen))
    if found.file.site is not None:
        # Not a list of games over the board.
        control = "" if found.control is None else f", {found.control}"
        return Landing((RatingList.ORACLE,), f"Played online at {found.file.site}{control}", asks=True)
    if found.file.of_any_game and system_of(club.default_list).board is not None:
        return Landing((club.default_list,), "The scores in the file may be those of any game", asks=True)
    landing = _proposed(club, found)
    if landing.asks or not found.loses_ratings(landing.lists):
        return landing
    ratings = "ratings" if found.file.ratings_of is None else f"{found.file.ratings_of.label} ratings"
    year = "" if found.file.ratings_of is None else f" of {found.began.year}"
    return Landing(landing.lists, f"{landing.lists[0].label} cannot use the file's {ratings}{year}", asks=True)


def _as_chosen(found: Section, chosen: tuple[RatingList, ...]) -> Landing:
    for moved in chosen:
        if not rates(moved, found.file.board):
            raise RuleError(
                f"{moved.label} does not rate {found.file.board.label}. Remove the option list, or choose "
                f"{main_list_of(found.file.board).label}."
            )
    return Landing(chosen, "chosen", _against(found, chosen))


def _against(found: Section, chosen: Sequence[RatingList]) -> str | None:
    for moved in chosen:
        if found.file.site is not None and system_of(moved).membership is not None:
            return f"{moved.label} is for games over the board, and this was played online."
        try:
            right = found.rated_as(moved)
        except RuleError as error:
            return error.message
        if moved not in right:
            allowed = " and ".join(one.label for one in right)
            return f"A time control of {found.control} is rated as {allowed}, not as {moved.label}."
    return None


def _proposed(club: Club, found: Section) -> Landing:
    board = found.file.board
    usual, why = main_list_of(board), f"the usual list for {board.label}"
    if rates(club.default_list, board):
        usual, why = club.default_list, "the club's default list"
    if found.file.ratings_of is not ExternalSystem.FIDE or system_of(usual).in_files is ExternalSystem.FIDE:
        return _by_control(found, usual, why)
    setting = "the club's setting for FIDE files"
    if club.fide_files == FideFiles.ONLY:
        return _by_control(found, FIDE.lists[0], setting)
    if club.fide_files == FideFiles.ALSO:
        ours, theirs = _by_control(found, usual, why), _by_control(found, FIDE.lists[0], why)
        if theirs.against is not None:
            return ours  # too fast for FIDE with players so strong
        asks = ours.asks or theirs.asks
        return Landing((*ours.lists, *theirs.lists), ours.why if asks else setting, ours.against, asks)
    foreign = _why_foreign(found, usual)
    if foreign is None:
        return _by_control(found, usual, why)
    landing = _by_control(found, FIDE.lists[0], foreign)
    ours = _by_control(found, usual, f"{why}, for FIDE would not rate it")
    return landing if landing.against is None or ours.against is not None else ours


def _by_control(found: Section, usual: RatingList, why: str) -> Landing:
    written = found.section.written_control
    if found.control is None and written and usual in {moved for lists in _BY_SPEED.values() for moved in lists}:
        return _by_speed(usual, why, written)
    try:
        lists = found.rated_as(usual)
    except RuleError as error:
        return Landing((usual,), why, error.message)
    return Landing(lists, why if found.control is None else f"{why}, at {found.control}")


def _by_speed(usual: RatingList, why: str, written: str) -> Landing:
    speed = speed_of(written)
    lists = tuple(moved for moved in _BY_SPEED[speed] if moved in system_of(usual).lists) if speed else ()
    if lists:
        return Landing(lists, f'{why}, at "{shorten(written)}"')
    return Landing((usual,), f'The time control in the file is "{shorten(written)}"', asks=True)


def _why_foreign(found: Section, usual: RatingList) -> str | None:
    system, players = system_of(usual), found.section.players
    if system.federation is None or system.membership is None:
        return None  # the club's own ratings, wherever somebody plays
    rated = (one.rating for one in players if one.rating is not None)
    if not any(FIDE.can_be_rating(FIDE.lists[0], rating, found.began) for rating in rated):
        return None  # FIDE rates no event without a rated player
    federations = Counter(one.federation for one in players if one.federation is not None)
    home = found.file.federation or next((name for name, _ in federations.most_common(1)), None)
    ours = sum(getattr(one, system.membership) is not None for one in players)
    if home == system.federation or 2 * ours > len(players) or found.is_known(usual):
        return None
    theirs = sum(one.fide_id is not None for one in players)
    if home is not None:
        return f"an event of {home} with FIDE ratings"
    return "its players have FIDE ids" if 2 * theirs > len(players) else "its ratings are FIDE's"


def impossible_ratings(
    file: FileEvent, section: FileSection, lists: Sequence[RatingList], day: date
) -> tuple[FilePlayer, ...]:
    given = [moved for moved in lists if gives_ratings_of(file, moved)]
    return tuple(
        player
        for player in section.players
        if player.rating is not None
        and given
        and not any(system_of(moved).can_be_rating(moved, player.rating, day) for moved in given)
    )

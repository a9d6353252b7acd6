"""Who the people of a roster are in the club: by choice, Discord, membership number, then whole name; or a doubt."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from bot.services.imports.match_players import MEMBERSHIPS, MOST_NAMES, NEW_PLAYER, SIMILAR, SUGGESTIONS
from bot.services.roster.report import RosterOptions, label_of
from bot.store.database import Connection
from bot.store.people import players, profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Player
from core.errors import InputError
from core.formats.roster.lines import RosterLine
from core.likeness.names_meant import written_like
from core.likeness.similar_names import SimilarNames
from core.search_key import first_name_first, name_key


@dataclass(frozen=True, slots=True)
class Found:
    """Who somebody is: a player with what is kept of them, or nobody yet, or a doubt.

    user_id: the Discord user whom the line names. is_passed: whether the line is about nobody of the club.
    is_namesake: whether a member of the server is called so, of whom nobody has said that it is them.
    is_chosen: whether a director has said who it is.
    """

    told: RosterLine
    known: Profile | None = None
    doubt: str | None = None
    suggestions: tuple[Player, ...] = ()
    user_id: int | None = None
    is_passed: bool = False
    is_namesake: bool = False
    is_chosen: bool = False


class Matcher:
    """Finds people of a club by what a roster says; reads what it needs of the club once."""

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
        # What members call themselves on Discord is theirs to choose: it is asked about.
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

    def _user(self, told: RosterLine) -> int | None:
        if told.discord is None:
            return self._namesake(told) if self._options.by_name else None
        if told.discord.isdigit() and len(told.discord) > 14:
            return int(told.discord) if int(told.discord) < 2**63 else None
        member = self._options.members.get(told.discord.casefold())
        return None if member is None else member[0]

    def _namesake(self, told: RosterLine) -> int | None:
        """Return the member of the server who is called as a line's person, which names nobody on Discord."""
        if told.name is None or told.discord is not None:
            return None
        member = self._options.members.get(name_key(told.name))
        return None if member is None else member[0]

    def find(self, told: RosterLine) -> Found:
        """Return who somebody is."""
        found = self._find(told)
        unlinked = found.doubt is None and (found.known is None or found.known.user_id is None)
        if unlinked and found.user_id is None and self._namesake(told) is not None:
            return replace(found, is_namesake=True)
        return found

    def _find(self, told: RosterLine) -> Found:
        user_id = self._users[told.line]
        chosen = self._options.chosen.get(str(told.line))
        if chosen == NEW_PLAYER:
            return Found(told, user_id=user_id)
        if chosen is not None and chosen in self._chosen:
            return replace(self._certain(told, self._chosen[chosen], user_id), is_chosen=True)
        numbered = [
            self._by_number[column].get(told.details[column]) for column in MEMBERSHIPS if column in told.details
        ]
        own = None if user_id is None else self._by_user.get(user_id)
        sure = list({one.id: one for one in (own, *numbered) if one is not None}.values())
        if len(sure) > 1:
            names = " and ".join(f"{one.name} (#{one.id})" for one in sure)
            return Found(told, doubt=f"its ids are those of {names}: /player merge makes the two one")
        if sure:
            return replace(self._certain(told, sure[0], user_id), is_chosen=self._options.by_name)
        return self._by_their_name(told, user_id)

    def _by_their_name(self, told: RosterLine, user_id: int | None) -> Found:
        called, members = self._named(told, self._by_name), self._named(told, self._called)
        others = {key: one for key, one in called.items() if self._contradicts(told, key, user_id) is None}
        if len(others) == 1:
            return self._certain(told, next(iter(others.values())), user_id)
        if others:
            doubt = "several players of the club are called so: choose below, or write an id"
            return Found(told, doubt=doubt, suggestions=tuple(others.values())[:SUGGESTIONS])
        namesakes = [one for key, one in members.items() if self._contradicts(told, key, user_id) is None]
        if namesakes and self._options.by_name and len(namesakes) == 1:
            return replace(self._certain(told, namesakes[0], user_id), is_chosen=True)
        if namesakes:
            doubt = "a member calls themselves so: is it them?"
            return Found(told, doubt=doubt, suggestions=tuple(namesakes)[:SUGGESTIONS], is_namesake=True)
        if self._options.known_only:
            return Found(told, is_passed=True)
        if told.name is None and user_id is None:
            return Found(told, doubt="nobody of the club has that id, and the file has no name")
        if called:
            why = next(self._contradicts(told, key, user_id) for key in called)
            return Found(told, doubt=f"{why}: somebody new of that name?", suggestions=tuple(called.values()))
        close = self._close(told.name)
        if close:
            return Found(told, doubt="somebody new, or somebody whom you know?", suggestions=close, user_id=user_id)
        return Found(told, user_id=user_id)

    def _named(self, told: RosterLine, names: Mapping[str, Sequence[Player]]) -> dict[int, Player]:
        if told.name is None:
            return {}
        found = names.get(name_key(told.name), ())
        alike = written_like(told.name, found, attrgetter("name"))
        # The same words in another order may be somebody else, where two lines have them.
        return {one.id: one for one in alike or (found if self._times[name_key(told.name)] == 1 else ())}

    def _contradicts(self, told: RosterLine, player_id: int, user_id: int | None) -> str | None:
        """Return why a player of the name is somebody else by the ids."""
        profile = self._profiles[player_id]
        for column in MEMBERSHIPS:
            theirs, written = getattr(profile, column), told.details.get(column)
            if theirs is not None and written is not None and theirs != written:
                return f"{profile.name} (#{profile.id}) has another {label_of(column)} here"
        if user_id is not None and profile.user_id not in (None, user_id):
            return f"{profile.name} (#{profile.id}) is linked to another member"
        return None

    def _certain(self, told: RosterLine, player: Player, user_id: int | None) -> Found:
        profile = self._profiles.get(player.id) or profiles.of(self._connection, self._club_id, [player.id])[player.id]
        return Found(told, profile, user_id=user_id)

    def _close(self, name: str | None) -> tuple[Player, ...]:
        if name is None:
            return ()
        if self._similar is None:
            self._all_names = players.names(self._connection, self._club_id, MOST_NAMES)
            self._similar = SimilarNames(self._all_names, SIMILAR)
        close = self._similar.to_name(name, SUGGESTIONS)
        return tuple(known for one in close for known in self._all_names[one])[:SUGGESTIONS]


def check_each_once(found: Sequence[Found]) -> None:
    """Raise InputError where two lines are one player, one Discord user, or two new people of one name or number."""
    seen: dict[tuple[str, object], RosterLine] = {}
    for one in found:
        if one.doubt is not None or one.is_passed:
            continue
        marks: list[tuple[str, object]] = [(column, one.told.details.get(column)) for column in MEMBERSHIPS]
        marks.append(("user", one.user_id))
        if one.known is not None:
            marks.append(("player", one.known.id))
        elif not any(value is not None for _, value in marks):
            marks.append(("name", first_name_first(one.told.name or "").casefold()))
        for mark in marks:
            if mark[1] is None:
                continue
            first = seen.setdefault(mark, one.told)
            if first is not one.told:
                who = one.known.name if one.known is not None else one.told.name or one.told.discord
                raise InputError(
                    f"Line {one.told.line}: {who} stands in line {first.line} too: take one of the two lines out."
                )

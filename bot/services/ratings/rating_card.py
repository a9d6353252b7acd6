"""A player's cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any

from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import get_active_player
from bot.services.framework.recalculation.lists import list_of
from bot.services.framework.recalculation.states import known_ages
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Read, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.store.database.rows import Club, Event, FactPosition, JournalEntry, Player, Standing
from bot.store.database.transactions import Connection
from bot.store.events import facts, list_facts, unconfirmed
from bot.store.people import federations, profiles
from bot.store.people.profiles import Moved, Profile
from bot.store.ratings import journals, standings
from core.errors import NotAllowedError, NotFoundError, NothingYetError
from core.event.background import NOTHING_KNOWN, Background
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.outcome import Award
from core.rating.rating_system import TitledSystem
from core.rating.systems import system_of

ENTRIES_ON_A_CARD = 6


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A rating on a list. rank, ranked: place among active players, None if inactive.

    floor: current one. titles: for life, lowest first. entries: latest first. listed_on: publication dates by
    event. rests_on_reports: whether unconfirmed. background, day: age and day, where the list uses it.
    """

    player: Player
    rating_list: RatingList
    standing: Standing
    rank: int | None
    ranked: int
    state: Any
    floor: float
    titles: Sequence[Award]
    house_rules: ClubRules
    entries: Sequence[JournalEntry]
    background: Background = NOTHING_KNOWN
    day: date = date.max
    listed_on: Mapping[FactPosition, date] = field(default_factory=lambda: MappingProxyType({}))
    rests_on_reports: bool = False


async def player_card(
    services: Services, actor: Actor, member: Someone | None, rating_list: RatingList | None
) -> PlayerCard:
    """Return a member's card; raise NotFoundError if unrated on the list."""
    await bring_up_to_date(services, actor.club_id)
    return await _player_card(services, actor, member, rating_list)


@read()
def _player_card(look: Read, member: Someone | None, rating_list: RatingList | None) -> PlayerCard:
    which = rating_list or look.club.default_list
    player, standing = _find(look, member, which)
    return card_on_list(look, player, which, standing)


def card_on_list(look: Read, player: Player, which: RatingList, standing: Standing) -> PlayerCard:
    connection, club = look.connection, look.club
    rank, ranked = None, standings.ranked(connection, club, which)
    if ranked.has(standing):
        rank = standings.rank(connection, club.id, which, standing.displayed, ranked)
    state = system_of(which).load(standing.state)
    entries = journals.of_player(connection, player.id, which, ENTRIES_ON_A_CARD)
    waits = system_of(which).waits_for_list
    published = list_facts.publications(connection, club.id, which) if waits else []
    return PlayerCard(
        player=player,
        rating_list=which,
        standing=standing,
        rank=rank,
        ranked=standings.count(connection, club.id, which, ranked),
        state=state,
        floor=system_of(which).floor(state, which),
        titles=_titles(connection, club, player, which, state),
        house_rules=club.house_rules,
        entries=entries,
        background=known_ages(connection, [player.id])[player.id] if waits else NOTHING_KNOWN,
        day=look.today,
        rests_on_reports=bool(unconfirmed.resting_on_reports(connection, club.id, which, [player.id])),
        listed_on={entry.place: list_of(which, published, entry.place) for entry in entries if waits},
    )


def _titles(connection: Connection, club: Club, player: Player, which: RatingList, state: Any) -> tuple[Award, ...]:
    system = system_of(which)
    if not isinstance(system, TitledSystem):
        return ()
    return system.titles(_relied_on(connection, club, player, which, state), which)


def _relied_on(connection: Connection, club: Club, player: Player, which: RatingList, state: Any) -> Any:
    first = unconfirmed.first_place(connection, club.id, which, player.id) if system_of(which).waits_for_list else None
    if first is None:
        return state
    before = journals.state_before(connection, player.id, which, first)
    return system_of(which).unrated() if before is None else system_of(which).load(before)


def _find(look: Read, member: Someone | None, rating_list: RatingList) -> tuple[Player, Standing]:
    club_id = look.club.id
    player = find_someone(look.connection, club_id, member or look.actor.member)
    standing = None if player is None else standings.find(look.connection, club_id, rating_list, player.id)
    if player is None or standing is None:
        raise unrated_on(look, member, rating_list)
    return player, standing


def unrated_on(look: Read, member: Someone | None, rating_list: RatingList) -> NotFoundError:
    """Return the sentence that somebody has no rating on a list. member: None for the actor."""
    system, label = system_of(rating_list), rating_list.label
    subject = member or look.actor.member
    player = find_someone(look.connection, look.club.id, subject)
    if player is not None and system.waits_for_list and journals.first_event(look.connection, player.id, rating_list):
        return NotFoundError(
            f"There is no {label} rating yet, but games toward a first one. See /rating show with list: {label}."
        )
    if member is None:
        return NothingYetError(f"You have no {label} rating here yet. Start with {system.reported_with}.")
    name = subject.name if player is None else player.name
    return NotFoundError(f"{name} has no {label} rating here yet. Ratings start with {system.reported_with}.")


@read()
def recent_events(look: Read, member: Someone | None, most: int) -> Sequence[Event]:
    connection = look.connection
    subject = member or look.actor.member
    player = find_someone(connection, look.club.id, subject)
    own = () if player is None else facts.events_of(connection, look.club.id, player.id, most)
    return own or facts.events_of(connection, look.club.id, None, most)


# Whose card and charts somebody may see.


_NO_SUCH = "There is no such player in this club. Pick one from the list."


def visible_player(connection: Connection, club: Club, actor: Actor, who: Someone | None) -> Profile:
    """Return a player (default: the actor) with a visible card.

    Raise NotFoundError if unknown or hidden, NotAllowedError if private.
    """
    player = find_someone(connection, club.id, who or actor.member)
    if player is None and isinstance(who, Player):
        raise NotFoundError(_NO_SUCH)
    if player is None:
        if who is None:
            raise NothingYetError("You are not a player of this club yet. Start with /rating update.")
        raise NotFoundError(
            f"{who.name} is not a player of this club yet. A first report with /rating update makes them one."
        )
    profile = get_active_player(connection, club.id, player.id)
    if may_see_all(profile, club, actor):
        return profile
    if profile.hidden:
        raise NotFoundError(_NO_SUCH)
    if profile.card_private:
        raise NotAllowedError(f"Only directors can see the card of {profile.name}.")
    return profile


def may_see_all(profile: Profile, club: Club, actor: Actor) -> bool:
    return profile.user_id == actor.member.user_id or actor.is_director(club)


# A player's profile.


@dataclass(frozen=True, slots=True)
class Official:
    """A federation's rating of a player. day: from which it is valid."""

    rating_list: RatingList
    rating: EnteredRating
    day: date


EVENTS_ON_A_CARD = 6


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A player with details, ratings and latest events.

    latest: by list, latest first. listed_on: publication dates by event and list. main: default list. tells_all:
    whether ids and birth year are shown.
    """

    profile: Profile
    ratings: Mapping[RatingList, Standing]
    events: int
    latest: Sequence[Moved]
    house_rules: ClubRules
    listed_on: Mapping[tuple[int, RatingList], date] = field(default_factory=lambda: MappingProxyType({}))
    main: RatingList | None = None
    tells_all: bool = False
    official: Sequence[Official] = ()


async def profile_card(services: Services, actor: Actor, who: Someone | None) -> ProfileCard:
    await bring_up_to_date(services, actor.club_id)
    return await _profile_card(services, actor, who)


@read()
def _profile_card(look: Read, who: Someone | None) -> ProfileCard:
    return profile_of(look, who)


def profile_of(look: Read, who: Someone | None) -> ProfileCard:
    connection, club, actor = look.connection, look.club, look.actor
    profile = visible_player(connection, club, actor, who)
    ratings = standings.of_player(connection, club.id, profile.id, club.house_rules.all_lists)
    latest = profiles.latest_moves(connection, profile.id, EVENTS_ON_A_CARD)
    return ProfileCard(
        profile=profile,
        ratings=ratings,
        events=profiles.events_played(connection, profile.id),
        latest=latest,
        house_rules=club.house_rules,
        listed_on=_listed_on(connection, club.id, latest),
        main=club.default_list if club.default_list in ratings else next(iter(ratings), None),
        tells_all=may_see_all(profile, club, actor),
        official=_official(connection, club.id, profile.id),
    )


def _official(connection: Connection, club_id: int, player_id: int) -> tuple[Official, ...]:
    return tuple(
        Official(moved, rating, entry.day)
        for entry in federations.entries(connection, club_id, player_id)
        for moved, rating in entry.ratings.items()
    )


def _listed_on(connection: Connection, club_id: int, latest: Sequence[Moved]) -> dict[tuple[int, RatingList], date]:
    moves = [move for move in latest if system_of(move.rating_list).waits_for_list]
    lists = {one: list_facts.publications(connection, club_id, one) for one in {move.rating_list for move in moves}}
    return {
        (move.event_id, move.rating_list): list_of(
            move.rating_list, lists[move.rating_list], FactPosition(move.date, move.seq)
        )
        for move in moves
    }

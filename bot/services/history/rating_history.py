"""A rating over time: one player's, one player's on several lists, or several players'."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.context import Actor, Services
from bot.services.fold.publications import list_of
from bot.services.history.report import HistoryReport, Track
from bot.services.history.window import Axis, Since, Stretch, Window, window_of
from bot.services.players.visible import visible_player
from bot.services.someone import Someone
from bot.services.transaction import Read, read
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store.database import Connection
from bot.store.derived import rating_history, standings
from bot.store.events import list_facts, seasons
from bot.store.people.profiles import Profile
from bot.store.rows import Club, FactPosition
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """What of a history is asked for; rating_list: None for the season's, or else the club's."""

    rating_list: RatingList | None = None
    axis: Axis = Axis.DATE
    since: Stretch = Since.EVERYTHING


async def rating_history_of(
    services: Services, actor: Actor, who: Someone | None, query: HistoryQuery, *, all_lists: bool = False
) -> HistoryReport:
    """Return how a player's rating came to be, by default of whoever asks.

    all_lists: the player's other lists of the same scale too. Raise NotFoundError for one without a rating.
    """
    await bring_up_to_date(services, actor.club_id)
    return await _rating_history(services, actor, who, query, all_lists)


@read()
def _rating_history(look: Read, who: Someone | None, query: HistoryQuery, all_lists: bool) -> HistoryReport:
    connection, club, today = look.connection, look.club, look.today
    profile = visible_player(connection, club, look.actor, who)
    window, main = _asked(connection, club, query, today)
    scale = SYSTEMS[main].scale
    lists = [one for one, system in SYSTEMS.items() if system.scale is scale] if all_lists else [main]
    found = [_track(connection, club, profile, one, window, today) for one in lists]
    tracks = [track for track in found if track is not None]
    if not tracks:
        raise _no_rating(profile, main, is_own=profile.user_id == look.actor.member.user_id)
    return _report(tracks, query.axis, window, today, club)


async def compare_histories(
    services: Services, actor: Actor, people: Sequence[Someone | None], query: HistoryQuery
) -> HistoryReport:
    """Return how the ratings of two to five people on one list came to be; None is whoever asks."""
    await bring_up_to_date(services, actor.club_id)
    return await _comparison(services, actor, people, query)


@read()
def _comparison(look: Read, people: Sequence[Someone | None], query: HistoryQuery) -> HistoryReport:
    connection, club, today = look.connection, look.club, look.today
    profiles = [visible_player(connection, club, look.actor, who) for who in people]
    window, which = _asked(connection, club, query, today)
    tracks: list[Track] = []
    for number, profile in enumerate(profiles):
        if any(profile.id == other.id for other in profiles[:number]):
            raise InputError(f"{profile.name} is there twice: name different players.")
        track = _track(connection, club, profile, which, window, today)
        if track is None:
            raise _no_rating(profile, which, is_own=profile.user_id == look.actor.member.user_id)
        tracks.append(track)
    return _report(tracks, query.axis, window, today, club, compares=True)


def _asked(connection: Connection, club: Club, query: HistoryQuery, today: date) -> tuple[Window, RatingList]:
    """Return the window and the list that are meant; raise NotFoundError for a season that there is not."""
    if isinstance(query.since, Since):
        return window_of(query.since, today), query.rating_list or club.default_list
    season = seasons.find(connection, club.id, query.since)
    if season is None:
        raise NotFoundError("There is no such season in this club: choose one that is offered as you type.")
    last = today if season.last is None else min(season.last, today)
    return Window(season.name, season.starts, last), query.rating_list or season.rating_list


def _report(
    tracks: Sequence[Track], axis: Axis, window: Window, today: date, club: Club, *, compares: bool = False
) -> HistoryReport:
    ordered = tuple(sorted(tracks, key=lambda track: -track.shown))
    return HistoryReport(ordered, axis, window, today, club.house_rules, compares)


def _track(
    connection: Connection, club: Club, profile: Profile, rating_list: RatingList, window: Window, today: date
) -> Track | None:
    from bot.services.history.track import Told, track_of

    moves = rating_history.of_player(connection, profile.id, rating_list)
    told = Told(
        player=profile.player,
        rating_list=rating_list,
        moves=moves,
        norms=rating_history.norms(connection, profile.id, rating_list),
        titles=rating_history.titles(connection, profile.id, rating_list),
        listed_on=_listed_on(connection, club, rating_list, moves),
        standing=standings.find(connection, club.id, rating_list, profile.id),
    )
    return track_of(told, window, today)


def _listed_on(
    connection: Connection, club: Club, rating_list: RatingList, moves: Sequence[rating_history.Moved]
) -> Mapping[FactPosition, date]:
    if not SYSTEMS[rating_list].waits_for_list or not moves:
        return {}
    published = list_facts.publications(connection, club.id, rating_list)
    places = [move.place for move in moves if move.event_id is not None]
    return {place: list_of(rating_list, published, place) for place in places}


def _no_rating(profile: Profile, rating_list: RatingList, *, is_own: bool) -> NotFoundError:
    who, how = ("You have", "start") if is_own else (f"{profile.name} has", "they can start")
    return NotFoundError(f"{who} no {rating_list.label} rating here yet: {how} with /rating update.")

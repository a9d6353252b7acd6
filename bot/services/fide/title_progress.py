"""The norms of all of a player's events, and how far they go toward a title."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.events.report import outcomes_of
from bot.services.fide.declared_settings import NOTHING_DECLARED, DeclaredSettings, is_large_event
from bot.services.fide.snapshot import NormEvent
from bot.services.fold.states import known_ages
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import facts, unconfirmed
from bot.store.people import player_details
from bot.store.people.player_details import PlayerDetails
from bot.store.rows import Club, Player
from core.background import NOTHING_KNOWN
from core.crosstable import Crosstable
from core.fide.norms.event import NormSnapshot
from core.fide.norms.progress import NormRecord, RatingTitle, TitleProgress, rating_titles, title_progress
from core.fide.norms.result import NormResult, evaluate_all
from core.fide.norms.titles import TitleNorm
from core.fide.system import SYSTEM as fide
from core.lists import RatingList

STANDARD = RatingList.FIDE_STANDARD
MOST_EVENTS = 1_000
"""Events that are looked through for norms on the way to a title, latest first."""


@dataclass(frozen=True, slots=True)
class WayToTitle:
    """How far a player has come toward the title of the chosen norm, and toward titles by rating alone.

    highest: rating ever reached, with what waits for the coming list; None for an unrated player.
    """

    progress: TitleProgress
    by_rating: tuple[RatingTitle, ...]
    highest: int | None


def norm_event(
    connection: Connection, club: Club, event_id: int, told: DeclaredSettings
) -> tuple[str | None, NormEvent]:
    """Return a stored event's name, and the event as title norms see it."""
    event, crosstable, outcomes = outcomes_of(connection, club, event_id)
    kept = DeclaredSettings.from_json(facts.title_norms(connection, [event_id]).get(event_id, {}))
    details = _details(connection, club, [crosstable])
    return event.name, NormEvent(crosstable, outcomes.get(STANDARD), told.over(kept), details)


def _details(connection: Connection, club: Club, crosstables: Iterable[Crosstable]) -> dict[int, PlayerDetails]:
    """Return what is kept of the club's players in events."""
    entrants = (entrant for crosstable in crosstables for entrant in crosstable.entrants)
    known = {entrant.player for entrant in entrants if isinstance(entrant.player, int)}
    return player_details.of(connection, club.id, known)


def records_of(connection: Connection, club: Club, player: Player, woman: bool | None, *, but: int) -> list[NormRecord]:
    """Return the norms of a player's other events, worked out again from the facts."""
    played = facts.events_of(connection, club.id, player.id, MOST_EVENTS, STANDARD)
    ids = [one.id for one in played if one.id != but and one.is_confirmed]
    crosstables = facts.crosstables(connection, ids) if ids else {}
    details = _details(connection, club, crosstables.values())
    records = []
    for event_id, crosstable in crosstables.items():
        number = crosstable.number_of(player.id)
        if not NormEvent(crosstable, None, NOTHING_DECLARED, details).may_be_norm(number):
            continue
        _, event = norm_event(connection, club, event_id, NOTHING_DECLARED)
        snapshot = event.snapshot(number, woman=woman)
        best = highest_made(evaluate_all(snapshot))
        if best is not None:
            records.append(record_of(best, event, snapshot))
    return records


def record_of(made: NormResult, event: NormEvent, snapshot: NormSnapshot) -> NormRecord:
    settings = snapshot.settings
    return NormRecord.of(
        made,
        event.crosstable.date,
        large_event=is_large_event(settings),
        one_round_days=event.told.one_round_days(settings.rounds),
    )


def highest_made(results: Sequence[NormResult]) -> NormResult | None:
    return next((result for result in results if result.achieved), None)


def way_to_title(
    connection: Connection,
    club: Club,
    today: date,
    player: Player,
    norm: TitleNorm,
    woman: bool | None,
    records: Sequence[NormRecord],
) -> WayToTitle | None:
    """Return the way to the title of a norm, over all norms that were made; None where it is not open to the player.

    Ratings that rest on what nobody has confirmed do not count for it.
    """
    reported = unconfirmed.first_place(connection, club.id, STANDARD, player.id)
    data = journals.state_before(connection, player.id, STANDARD, reported or facts.end_of(today))
    state = fide.unrated() if data is None else fide.load(data)
    age = known_ages(connection, [player.id]).get(player.id, NOTHING_KNOWN)
    # 1.5.3a: a rating that is reached within a period counts, published or not.
    coming = fide.estimate(state, STANDARD, fide.coming_day(today), age).after
    reached = [rating for rating in (state.peak, None if coming is None else coming.displayed) if rating is not None]
    highest = max(reached, default=None)
    ways = title_progress(records, highest, woman)
    progress = next((way for way in ways if way.norm is norm), None)
    if progress is None:
        return None
    games = state.games if coming is None else coming.games
    return WayToTitle(progress, rating_titles(highest, games, woman), highest)

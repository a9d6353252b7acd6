"""What the games to come of an event that is being played still have to bring for title norms."""

from dataclasses import replace

from bot.services.fide.declared_settings import DeclaredSettings
from bot.services.fide.snapshot import NormEvent
from bot.services.fide.title_progress import STANDARD
from bot.services.forecast.live_section import LiveSection
from core.crosstable import Crosstable
from core.fide.norms import counts
from core.fide.norms.event import Decided, EventFormat, NormSnapshot
from core.fide.norms.forecast import Forecast, forecast
from core.fide.norms.titles import TITLE_HOLDERS
from core.fide.norms.unknown_opponents import RemainingGame
from core.fide.system import TITLE_SYSTEM
from core.odds.schedule import Method, Schedule
from core.outcome import Award
from core.prospects import Prospect, average_of

_HOLDERS = frozenset(title.value for title in TITLE_HOLDERS)


def title_prospects(section: LiveSection, number: int) -> tuple[Prospect, ...]:
    """Return the title norms that one player can still make, lowest first; none where the field cannot give any.

    Opponents who are not known yet are taken as rated like those so far, and as welcome as can be for the mix.
    """
    schedule = section.schedule
    to_come = schedule.to_come(number)
    if STANDARD not in section.lists or not to_come.games or not _may_give_norms(section):
        return ()
    event = _norm_event(section)
    rounds = _rounds_to_come(schedule, number, to_come.games)
    snapshot = event.snapshot(number)
    snapshot = replace(snapshot, games=tuple(game for game in snapshot.games if game.round not in rounds))
    opponents = [event.opponents[other] for other in to_come.known]
    remaining = [
        RemainingGame(round_number, opponents[place] if place < len(opponents) else None)
        for place, round_number in enumerate(rounds)
    ]
    average = _average_rating(snapshot, section.before[STANDARD], to_come.known)
    found = []
    for one in forecast(snapshot, remaining):
        needed = _needed(one, average) if one.possible else None
        if needed is not None:
            holders = 0 if one.unknown is None else max(one.unknown.title_holders, one.unknown.required_titles)
            award = Award(TITLE_SYSTEM, one.norm.performance, str(one.norm))
            found.append(Prospect(award, False, needed, on_course=False, holders=holders))
    return tuple(sorted(found, key=lambda one: one.award.level))


def _may_give_norms(section: LiveSection) -> bool:
    """Tell whether there are rounds and titles enough for the least that any norm asks for."""
    schedule, fewest = section.schedule, counts.FEWEST_TEAM_GAMES
    titles = [_title(section, number) for number in schedule.numbers]
    held = sum(title in _HOLDERS for title in titles)
    return schedule.rounds >= fewest and held >= counts.fewest_title_holders(fewest)


def _title(section: LiveSection, number: int) -> str | None:
    entrant = section.schedule.crosstable.entrant(number)
    kept = section.details.get(entrant.player) if isinstance(entrant.player, int) else None
    return entrant.title or (None if kept is None else kept.title)


def _norm_event(section: LiveSection) -> NormEvent:
    """Return the event with everybody's rating of the first day, and what its method says of it."""
    schedule, ratings = section.schedule, section.before[STANDARD]
    entrants = tuple(replace(one, rating=ratings[one.number]) for one in schedule.crosstable.entrants)
    crosstable: Crosstable = replace(schedule.crosstable, entrants=entrants)
    around = EventFormat.ROUND_ROBIN if schedule.cycles == 1 else EventFormat.DOUBLE_ROUND_ROBIN
    usual = around if schedule.method is Method.ROUND_ROBIN else EventFormat.SWISS
    return NormEvent(crosstable, None, DeclaredSettings(usual, rounds=schedule.rounds), section.details)


def _rounds_to_come(schedule: Schedule, number: int, games: int) -> list[int]:
    """Return as many rounds as a player has games left: the last in which nothing is written of them."""
    crosstable = schedule.crosstable
    taken = {game.round for game in crosstable.games if number in (game.first, game.second)}
    taken |= {bye.round for bye in crosstable.byes_of(number)}
    return [round_number for round_number in range(1, schedule.rounds + 1) if round_number not in taken][-games:]


def _average_rating(snapshot: NormSnapshot, ratings: dict[int, float | None], known: tuple[int, ...]) -> float | None:
    """Return the average rating of the opponents so far, and of those who are paired already."""
    met = [game.opponent for game in snapshot.games if game.decided is Decided.PLAYED]
    so_far = [one.rating for one in met if one is not None]
    return average_of([*so_far, *(ratings[other] for other in known)]) or average_of(ratings.values())


def _needed(one: Forecast, average: float | None) -> float | None:
    """Return the fewest points from the games to come with opponents of this average; None for too few."""
    if one.unknown is None:
        return one.points
    if average is None:
        return None
    return next(
        (need.points for need in one.unknown.ratings if need.rating is not None and need.rating <= average), None
    )

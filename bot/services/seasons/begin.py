"""Begin a season of a list: a stretch with a board of its own, which by itself moves nobody's rating."""

from dataclasses import dataclass
from datetime import date

from bot.services.fold.lists import ListChange
from bot.services.seasons.boards import chosen
from bot.services.seasons.end import close
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import list_facts, seasons
from bot.store.events.seasons import Season, SeasonRatings, overlapping
from bot.store.rows import FactKind, FactPosition, FactRef, ListFact, ListFactKind
from core.errors import InputError, RuleError
from core.lists import RatingList
from core.rating_system import SeasonalSystem
from core.systems import SYSTEMS

BEGUN, VOIDED = "start-season", "undo-season"
"""The audit's names for it."""

MINIMUM = 6
"""Games for a place, where a director says nothing else."""

FACTORS = {SeasonRatings.TOWARD_MIDDLE: 0.5, SeasonRatings.AFRESH: 0.0}
"""How much of the distance to the middle stays."""


@dataclass(frozen=True, slots=True)
class NewSeason:
    """What a director wrote; None where an option was left out."""

    name: str
    ends: date | None = None
    starts: date | None = None
    rating_list: RatingList | None = None
    ratings: SeasonRatings = SeasonRatings.CARRY_OVER
    minimum: int = MINIMUM


@dataclass(frozen=True, slots=True)
class SeasonBegun:
    """A season that has begun, or has not; moved: how many ratings are others by that."""

    season: Season
    moved: int


@use_case(BEGUN, director_to="begin a season")
def begin_season(write: Write, written: NewSeason) -> SeasonBegun:
    """Begin a season, today or from an earlier day on; directors only."""
    count_due(write)
    club, rating_list = write.club, written.rating_list or write.club.default_list
    starts = written.starts or write.today
    if written.ends is not None and written.ends < starts:
        raise InputError(f"A season ends on the day it starts, {starts.isoformat()}, or later.")
    if written.ratings in FACTORS and not isinstance(SYSTEMS[rating_list], SeasonalSystem):
        raise RuleError(
            f"{rating_list.label} would no longer hold {SYSTEMS[rating_list].ratings}: leave ratings out, and the "
            "season ranks what happens within it."
        )
    every = seasons.of_club(write.connection, club.id, rating_list)
    clash = overlapping(every, starts, written.ends)
    if clash is not None:
        until = "until it is ended" if clash.last is None else f"to {clash.last.isoformat()}"
        raise RuleError(
            f"{clash.name} is a season of {rating_list.label} from {clash.starts.isoformat()} {until}: "
            "end it with /season end, or choose other days."
        )
    fact_id, moved = _soften(write, rating_list, starts, written.ratings)
    new = Season(
        0, written.name, rating_list, starts, written.ends, written.ratings, written.minimum, fact_id
    )  # fmt: skip
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    season_id = seasons.add(write.connection, club.id, new, user_id, interaction_id, write.now)
    season = chosen(write.connection, club, season_id)
    if written.ends is not None and written.ends < write.today:
        season = close(write, season, written.ends)
    report = SeasonBegun(season, moved)
    write.note(season_id, {"moved": moved})
    return report


def _soften(write: Write, rating_list: RatingList, starts: date, ratings: SeasonRatings) -> tuple[int | None, int]:
    """Move everybody toward the middle as the first day begins; return the fact and how many ratings are others."""
    if ratings not in FACTORS:
        return None, 0
    # A negative place: the season begins before the events of its first day.
    place = FactPosition(starts, -write.seq)
    players = list_facts.players_before(write.connection, write.club.id, rating_list, place)
    new = ListFact(place, 0, ListFactKind.SEASON, starts, players, FACTORS[ratings])
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    fact = list_facts.add(write.connection, write.club.id, rating_list, new, user_id, interaction_id, write.now)
    folded = write.fold({rating_list: ListChange(added=(fact,))})
    return fact.list_fact_id, len({change.player_id for change in folded.changes})


@use_case(VOIDED, director_to="take a season back")
def undo_season(write: Write, season_id: int) -> SeasonBegun:
    """Let a season be none, and its ratings those without it; directors only."""
    count_due(write)
    season = chosen(write.connection, write.club, season_id)
    seasons.change(write.connection, season.id, voided=True)
    seasons.drop_board(write.connection, season.id)
    moved = _harden(write, season)
    report = SeasonBegun(season, moved)
    write.note(season.id, {"name": season.name, "moved": moved})
    return report


def _harden(write: Write, season: Season) -> int:
    """Take back what the beginning of a season did; return how many ratings are others."""
    found = list_facts.find(write.connection, write.club.id, season.list_fact_id or 0)
    if found is None:
        return 0
    fact, rating_list = found
    list_facts.void(write.connection, fact.list_fact_id)
    players = list_facts.players_before(write.connection, write.club.id, rating_list, fact.place)
    gone = FactRef(fact.place, FactKind.SEASON, fact.list_fact_id, players)
    folded = write.fold({rating_list: ListChange(removed=(gone,))})
    return len({change.player_id for change in folded.changes})

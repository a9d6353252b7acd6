"""End a season: its board is kept as it is then. By a director, or by itself when its last day is over."""

from datetime import date

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.season_figures import SeasonOrder
from bot.services.seasons.boards import chosen, whole_board
from bot.services.transaction import ClubWrite, Write, use_case, write_for_club
from bot.services.upkeep.due_matches import count_due
from bot.store.alive import outbox
from bot.store.events import seasons
from bot.store.events.seasons import Season, overlapping
from core.errors import InputError, NotFoundError, RuleError

ENDED, REOPENED = "end-season", "reopen-season"
"""The audit's names for it."""

POSTED = "season"
"""The kind of row in the outbox that posts the board of one that has ended by itself."""


@use_case(ENDED, director_to="end a season")
def end_season(write: Write, season_id: int | None) -> Season:
    """End a season today, by default the only one that runs; directors only."""
    count_due(write)
    season = _running(write, season_id)
    ended = close(write, season, write.today if season.ends is None else min(season.ends, write.today))
    write.note(season.id)
    return ended


@use_case(REOPENED, director_to="reopen a season")
def reopen_season(write: Write, season_id: int) -> Season:
    """Let a season that has ended go on, until its last day or until a director ends it; directors only."""
    season = chosen(write.connection, write.club, season_id)
    if season.ended_at is None:
        raise RuleError(f"{season.name} runs: there is nothing to reopen.")
    ends = season.ends if season.ends is not None and season.ends >= write.today else None
    others = [one for one in seasons.of_club(write.connection, write.club.id, season.rating_list) if one != season]
    clash = overlapping(others, season.starts, ends)
    if clash is not None:
        raise RuleError(
            f"{clash.name} began on {clash.starts.isoformat()}, and a list has one season at a time: take that "
            "one back first."
        )
    seasons.drop_board(write.connection, season.id)
    seasons.change(write.connection, season.id, ends=ends, ended_on=None, ended_at=None, corrected=None)
    report = chosen(write.connection, write.club, season.id)
    write.note(season.id)
    return report


def _running(write: Write, season_id: int | None) -> Season:
    """Return the season that is to end; raise a sentence where that is none, or not clear."""
    if season_id is not None:
        season = chosen(write.connection, write.club, season_id)
        if season.ended_on is not None:
            raise RuleError(f"{season.name} ended on {season.ended_on.isoformat()}: see it with /season show.")
        return season
    run = [one for one in seasons.of_club(write.connection, write.club.id) if one.ended_at is None]
    if not run:
        raise NotFoundError("No season runs here: begin one with /season start.")
    if len(run) > 1:
        names = ", ".join(one.name for one in run[:3])
        raise InputError(f"{len(run)} seasons run ({names}): choose one with the option season.")
    return run[0]


def close(write: ClubWrite, season: Season, last: date) -> Season:
    """Keep a season's board as of its last day, and let it be over."""
    seasons.change(write.connection, season.id, ended_on=last, ended_at=write.now, corrected=None)
    ended = chosen(write.connection, write.club, season.id)
    board = whole_board(write.connection, write.club, ended, SeasonOrder.RATING)
    lines = [(line.figures.player_id, line.figures.to_json(line.rank)) for line in board]
    seasons.keep_board(write.connection, season.id, lines)
    return ended


async def end_due_seasons(services: Services) -> int:
    """End the seasons whose last day is over where their clubs are; return in how many clubs one may have been."""
    # No place on earth is further ahead than a day.
    latest = date.fromordinal(services.now().date().toordinal() + 1)
    due = await services.database.read(lambda connection: seasons.due(connection, latest), club=None)

    async def end_in(club_id: int) -> None:
        await write_for_club(services, club_id, _end_due)

    return await in_each_club("ending seasons", dict.fromkeys(club_id for club_id, _ in due), end_in)


def _end_due(write: ClubWrite) -> None:
    count_due(write)
    for _, season_id in seasons.due(write.connection, write.today, write.club.id):
        season = chosen(write.connection, write.club, season_id)
        assert season.ends is not None
        close(write, season, season.ends)
        if seasons.news_channel(write.connection, write.club.id) is not None:
            outbox.put(write.connection, write.club.id, POSTED, str(season_id), write.now)

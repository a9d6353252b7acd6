"""Ratings that US Chess published with an event, against ours."""

from collections import defaultdict
from dataclasses import replace

from bot.services.events.report import SectionReport, section_of
from bot.services.framework.context import Services
from bot.services.framework.transaction import Read, read
from bot.store.club import clubs
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.ratings import journals
from core.event.published import Comparison, PublishedRating, RatedNear, agreeing
from core.event.similarity import event_and_day
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.systems import system_of

MOST_NEAR = 20


def outcomes_by_number(section: SectionReport, moved: RatingList) -> dict[int, Outcome]:
    outcomes = section.outcomes.get(moved, {})
    return {number: outcomes[player.id] for number, player in section.players.items() if player.id in outcomes}


def published_in(section: SectionReport, moved: RatingList) -> dict[int, PublishedRating]:
    rated = outcomes_by_number(section, moved)
    return {
        entrant.number: rating
        for entrant in section.crosstable.entrants
        for given, rating in entrant.published
        if given is moved and entrant.number in rated
    }


def agreement(section: SectionReport) -> dict[RatingList, tuple[int, int]]:
    found = {}
    for moved in section.lists:
        published = published_in(section, moved)
        if published:
            ours = {
                number: rank.rating for number, one in outcomes_by_number(section, moved).items() if (rank := one.after)
            }
            found[moved] = agreeing(ours, published), len(published)
    return found


def comparisons(section: SectionReport) -> dict[RatingList, Comparison]:
    """Return what explains the differences, by list; takes seconds, so call it in a thread."""
    found = {}
    for moved in section.lists:
        published = published_in(section, moved)
        if published:
            outcomes, near = outcomes_by_number(section, moved), section.near.get(moved, {})
            found[moved] = system_of(moved).compare_published(section.crosstable, moved, outcomes, published, near)
    return found


def with_near(connection: Connection, section: SectionReport) -> SectionReport:
    near = {moved: _near(connection, section, moved) for moved in section.lists}
    return replace(section, near={moved: found for moved, found in near.items() if found})


def _near(connection: Connection, section: SectionReport, moved: RatingList) -> dict[int, list[RatedNear]]:
    others = {}
    for number, rating in published_in(section, moved).items():
        before = section.outcomes[moved][section.players[number].id].before
        if before is not None and rating.before is not None and before.rating != rating.before:
            others[number] = section.players[number].id
    entries = {number: journals.of_player(connection, player, moved, MOST_NEAR) for number, player in others.items()}
    ids = {one.event_id for found in entries.values() for one in found if one.event_id is not None}
    tables = facts.crosstables(connection, sorted(ids - {section.event_id}))
    near: dict[int, list[RatedNear]] = defaultdict(list)
    for number, found in entries.items():
        for entry in found:
            table = tables.get(entry.event_id or 0)
            if table is None:
                continue
            name = event_and_day(entry.event_name, entry.place.date)
            ratings = [entry.before, entry.after]
            for entrant in table.entrants:
                if entrant.player == others[number]:
                    ratings += [rating for on, one in entrant.published if on is moved for rating in one[:2]]
            near[number] += [RatedNear(name, rating) for rating in ratings if rating is not None]
    return near


@read()
def published_section(look: Read, event_id: int) -> SectionReport:
    return with_near(look.connection, section_of(look.connection, look.club, event_id))


async def published_events(services: Services, club_id: int) -> list[SectionReport]:
    def sections(connection: Connection) -> list[SectionReport]:
        club = clubs.find(connection, club_id)
        ids = facts.with_published(connection, club_id)
        return [with_near(connection, section_of(connection, club, event_id)) for event_id in ids]

    return await services.database.read(sections, club=club_id)

"""An event's QURSH ranking: a stored event with all its divisions, or a file at once."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.services.context import Actor, Services
from bot.services.events.section import SectionReport, section_of
from bot.services.qursh.history import history_of
from bot.services.qursh.winners import winners_of
from bot.services.spreadsheets.convert import as_text_file
from bot.services.transaction import Read, read
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.rows import Club, FactPosition
from core.club_rules import DEFAULT_RULES
from core.crosstable import Crosstable, Entrant
from core.errors import NotFoundError
from core.event_file import FileEvent, FileSection, Remark
from core.lists import RatingList
from core.qursh.comparison import Comparison, compare
from core.qursh.field import Division, division_of_crosstable, divisions_of_file
from core.qursh.history import History, QuantileSource
from core.qursh.prizes import Seat, best_out_of_the_money, class_winners, seat_of
from core.qursh.ranking import Ranking, RankingRow, rank_event
from core.search_key import name_key


@dataclass(frozen=True, slots=True)
class StandingsQuery:
    """How to rank.

    winners: who has a prize already, as written, None where that is not asked. compared: by a single group too.
    """

    single_group: bool = False
    exact: bool = False
    winners: str | None = None
    compared: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranked event.

    classes: the best of each rating class. marked: who has a prize already; best_of_the_rest: the best who has none.
    sources: which tables placed how many games. divisions: their names; sections: what their wall charts show.
    users: who is on Discord, by division and number. remarks: what was read of a file with a doubt, or left out.
    comparison: with the ranking by a single group, where that was asked for.
    """

    name: str | None
    ranking: Ranking
    classes: Mapping[str, tuple[RankingRow, ...]]
    marked: tuple[RankingRow, ...]
    best_of_the_rest: tuple[RankingRow, ...]
    sources: tuple[tuple[QuantileSource, int], ...]
    divisions: tuple[str | None, ...]
    sections: tuple[SectionReport, ...]
    users: Mapping[Seat, int]
    remarks: tuple[Remark, ...] = ()
    comparison: Comparison | None = None


@read()
def standings_of_event(look: Read, event_id: int, query: StandingsQuery) -> Standings:
    """Rank a stored event together with the divisions that came in the same file."""
    connection, club = look.connection, look.club
    stored = facts.of_same_file(connection, club.id, event_id)
    if event_id not in {event.id for event in stored}:
        raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
    sections = tuple(section_of(connection, club, event.id) for event in stored)
    # An import calls the divisions of a file by the event's name and their own: "Winter Open: A".
    names = [event.name.rpartition(": ") if event.name else ("", "", None) for event in stored]
    divisions = [
        _division(section, None if len(stored) == 1 else own or f"{place}")
        for place, (section, (_, _, own)) in enumerate(zip(sections, names, strict=True), start=1)
    ]
    users = {
        (division.name, number): player.user_id
        for division, section in zip(divisions, sections, strict=True)
        for number, player in section.players.items()
        if player.user_id is not None
    }
    name = stored[0].name if len(stored) == 1 else names[0][0]
    history = history_of(connection, club.id, min(event.place for event in stored))
    return _ranked(name, divisions, sections, users, history, query)


async def standings_of_file(services: Services, actor: Actor, data: bytes, query: StandingsQuery) -> Standings:
    """Rank the event of a file, which is stored nowhere."""
    from core.formats.recognise import read_event_file

    file = await asyncio.to_thread(read_event_file, (await as_text_file(data)).data)

    def work(connection: Connection) -> Standings:
        club = clubs.find(connection, actor.club_id)
        before = None if file.day is None else FactPosition(file.day, 0)
        history = history_of(connection, club.id, before)
        divisions, users = divisions_of_file(file), _users(connection, club, file)
        ranked = _ranked(file.name, divisions, (), users, history, query)
        day = file.day or services.today(club)
        sections = tuple(
            SectionReport(
                event_id=0,
                name=_section_name(file, section),
                crosstable=Crosstable(
                    day,
                    tuple(Entrant(player.number, player.rating, name=player.name) for player in section.players),
                    section.games,
                    section.byes,
                ),
                lists=(RatingList.NASPA,),
                players={},
                outcomes={RatingList.NASPA: {}},
                house_rules=DEFAULT_RULES,
            )
            for section in file.sections
        )
        return replace(ranked, sections=sections, remarks=file.remarks)

    return await services.database.read(work, club=actor.club_id)


def _division(section: SectionReport, name: str | None) -> Division:
    """Return a stored section with the ratings that came with it; else those that the club knew before it."""
    outcomes = section.outcomes[section.lists[0]]
    ratings: dict[int, float | None] = {}
    for entrant in section.crosstable.entrants:
        ratings[entrant.number] = entrant.rating
        player = section.players.get(entrant.number)
        outcome = None if player is None else outcomes.get(player.id)
        if entrant.rating is None and outcome is not None and outcome.before is not None:
            ratings[entrant.number] = outcome.before.rating
    division = division_of_crosstable(section.crosstable, name, ratings)
    named = tuple(replace(player, name=section.name_of(player.number)) for player in division.players)
    return replace(division, players=named)


def _ranked(
    name: str | None,
    divisions: Sequence[Division],
    sections: tuple[SectionReport, ...],
    users: Mapping[Seat, int],
    history: History,
    query: StandingsQuery,
) -> Standings:
    ranking = rank_event(divisions, history, grouped=not query.single_group, exact=query.exact)
    comparison = None
    if query.compared:
        comparison = compare(ranking, rank_event(divisions, history, grouped=False, exact=query.exact))
    everybody = (*ranking.rows, *ranking.others)
    marked = () if query.winners is None else winners_of(query.winners, everybody)
    seats = {seat_of(row) for row in marked}
    # Each game stands in two players' lines.
    sources = Counter(game.placed.source for row in everybody for game in row.scored)
    return Standings(
        name=name or None,
        ranking=ranking,
        classes=class_winners(ranking),
        marked=marked,
        best_of_the_rest=best_out_of_the_money(ranking, seats) if marked else (),
        sources=tuple((source, sources[source] // 2) for source in QuantileSource if sources[source]),
        divisions=tuple(division.name for division in divisions),
        sections=sections,
        users=users,
        comparison=comparison,
    )


def _users(connection: Connection, club: Club, file: FileEvent) -> dict[Seat, int]:
    """Return which players of a file are on Discord: by their NASPA id, or by a name that only one player has."""
    everybody = [(section.name, player) for section in file.sections for player in section.players]
    ids = [player.naspa_id for _, player in everybody if player.naspa_id]
    by_id = players.by_membership(connection, club.id, "naspa_id", ids)
    by_name = players.by_folded_names(connection, club.id, {name_key(player.name) for _, player in everybody})
    users = {}
    for division, player in everybody:
        named = by_name.get(name_key(player.name), ())
        known = by_id.get(player.naspa_id or "") or (named[0] if len(named) == 1 else None)
        if known is not None and known.user_id is not None:
            users[division, player.number] = known.user_id
    return users


def _section_name(file: FileEvent, section: FileSection) -> str | None:
    """Return what a wall chart is called: the event and its division."""
    division = None if section.name is None else f"Division {section.name}"
    return " · ".join(part for part in (file.name, division) if part) or None

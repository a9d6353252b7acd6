"""An event has one ranking: running and stored, on cards, in files, on paper, on web pages, in a copy."""

import csv
import io
import random
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.services.club.club_copy import export_whole, import_whole
from bot.services.evenings.close import close_evening
from bot.services.evenings.entries import ask_bye, come_back, join_evening, withdraw
from bot.services.evenings.lifecycle import Plan, new_evening
from bot.services.evenings.rounds import close_round
from bot.services.evenings.standings import live_standings
from bot.services.evenings.teams import set_teams, standings_in, standings_of_teams
from bot.services.evenings.tournament import Tournament
from bot.services.events.report import SectionReport, stored_section
from bot.services.framework.context import Actor, Services
from bot.services.framework.whole_clubs import verify_club
from bot.site.club import ClubSites
from bot.store.database.evening_rows import PairingKind
from bot.store.database.tables import club as clubs
from bot.store.database.tables import event
from bot.ui.cards.evening_standings import standings_lines
from bot.ui.cards.evening_teams import team_pages
from bot.ui.cards.section import section_pages
from bot.ui.framework.layout import PADDING
from bot.ui.paper.crosstable import crosstable_sheet
from bot.ui.paper.evening import standings_sheet
from bot.ui.paper.teams import team_sheets
from bot.ui.pictures.wall_chart import ChartPictures
from bot.ui.wording.wall_chart import wall_chart_csv, wall_chart_of, wall_chart_pages, wall_chart_text
from core.errors import RatingError
from core.files.typed.results import parse_name
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from core.tournament.tiebreaks.teams import TeamStandings
from tests.conftest import Actors, rows
from tests.services.evenings.evening_steps import Steps

NAMES = tuple(f"{first}{last}" for first in "ABC" for last in ("da", "eli", "or", "un"))
COPY = 77

EVENTS = (
    ("swiss", "fide-standard", False),
    ("swiss", "uschess-regular", False),
    ("round-robin", "fide-standard", False),
    ("double-round-robin", "elo", False),
    ("scrabble-round-robin", "naspa", False),
    ("scrabble-swiss", "naspa", False),
    ("knockout", "elo", False),
    ("swiss", "fide-standard", True),
    ("swiss", "uschess-regular", True),
    ("round-robin", "fide-standard", True),
    ("double-round-robin", "elo", True),
)


class Walk:
    """An evening in which people come, stay away, leave and play as lots fall."""

    def __init__(self, services: Services, actor: Actors, seed: int, method: str, moved: str, *, teams: bool) -> None:
        self.lots, self.steps = random.Random(seed), Steps(services, actor)
        self.method, self.moved, self.teams = method_named(method), RatingList(moved), teams
        self.is_scrabble = method.startswith("scrabble")

    @property
    def rounds(self) -> int | None:
        return None if self.method.closed else self.lots.randint(3, 4)

    async def open(self) -> None:
        steps, lots = self.steps, self.lots
        players = lots.choice((6, 8) if self.teams else (4, 5, 6, 7))
        card = await new_evening(steps.services, steps.td, "Friday", self.moved, Plan(self.method, self.rounds, None))
        steps.key = card.evening.id
        for name in NAMES[:players]:
            await join_evening(steps.services, steps.actor(name), steps.key)
        if self.teams:
            pairs = [NAMES[at : at + 2] for at in range(0, players, 2)]
            formed = [(f"Team {first}", [parse_name(first), parse_name(second)]) for first, second in pairs]
            await set_teams(steps.services, steps.td, steps.key, 2, formed)

    async def try_to(self, doing: Any) -> None:
        """Do what rules may refuse."""
        try:
            await doing
        except RatingError:
            return

    async def come_and_go(self, state: Tournament) -> None:
        steps, lots = self.steps, self.lots
        number = lots.choice(state.entrants).number
        lot = lots.random()
        if lot < 0.3:
            kind = lots.choice((PairingKind.HALF_BYE, PairingKind.ZERO_BYE, PairingKind.FULL_BYE))
            await self.try_to(ask_bye(steps.services, steps.td, steps.key, number, state.next_round, kind))
        elif lot < 0.6:
            mates = [number]
            if self.teams:
                mates = next(members for _, members in (state.evening.teams or {})["teams"] if number in members)
            await self.try_to(withdraw(steps.services, steps.td, steps.key, *mates))
        elif lot < 0.7:
            await self.try_to(come_back(steps.services, steps.td, steps.key, number))
        elif lot < 0.9 and not self.teams:
            await self.try_to(join_evening(steps.services, steps.actor(NAMES[len(state.entrants)]), steps.key))

    def result(self, first: int, second: int) -> str:
        lot = self.lots.random()
        if lot < 0.15:
            return f"#{first} {self.lots.choice(('+/-', '-/+', '-/-'))} #{second}"
        if self.is_scrabble:
            return f"#{first} {self.lots.choice((350, 400, 420))} #{second} {self.lots.choice((340, 400, 410))}"
        signs = ("1-0", "0-1") if self.method.is_knockout else ("1-0", "½-½", "0-1")
        return f"#{first} {self.lots.choice(signs)} #{second}"

    async def play(self) -> None:
        """Play until the rounds are over, or until nobody can be paired."""
        steps = self.steps
        for _ in range(10):
            try:
                state = await steps.begin()
            except RatingError:
                return
            playing = state.open_round
            games = [] if playing is None else [one for one in state.pairings_of(playing.number) if one.is_game]
            self.lots.shuffle(games)
            for one in games:
                await steps.enter(self.result(one.first, one.second or 0))
                await live_standings(steps.services, steps.actor.club_id, steps.key)
            await close_round(steps.services, steps.td, steps.key)
            await self.come_and_go(await steps.state())


Places = dict[str, str]


def in_cells(text: str, names: set[str]) -> Places:
    """Return the first figure before each name."""
    found: Places = {}
    for line in text.replace(PADDING, " ").splitlines():
        cell = re.match(r"`\s*([\d–]+)(?: \(\d+\))?\s[^`]*` ?(\w+)", line)
        if cell and cell[2] in names:
            found[cell[2]] = cell[1]
    return found


def first_figure(label: str) -> str:
    return label.split(" ")[0]


def of_section(section: SectionReport) -> dict[str, Places]:
    """Return the places that each surface of a stored event shows."""
    names = {section.name_of(one.number) for one in section.crosstable.entrants}
    chart = wall_chart_of(section)
    files = csv.DictReader(io.StringIO(wall_chart_csv(chart).decode("utf-8-sig")))
    text = re.findall(r"^\s*([\d–]+)(?: \(\d+\))?  (\w+)  ", wall_chart_text(section), re.MULTILINE)
    pictures = ChartPictures(chart)
    words = "; ".join(pictures.page(at).alternative for at in range(pictures.pages))
    drawn = re.findall(r"(?:^|[;.] )([\d–]+)(?: \(\d+\))? (\w+) [\d½–]", words)
    return {
        "event card": in_cells("\n".join(str(page.description) for page in section_pages(section)), names),
        "text on a phone": in_cells("\n".join(wall_chart_pages(section)), names),
        "crosstable.csv": {row["name"]: row["place"] or "–" for row in files},
        "crosstable.txt": {name: place for place, name in text},
        "picture": {name: place for place, name in drawn},
        "paper": {row[1].split("\n")[0]: first_figure(row[0]) for row in crosstable_sheet(section).rows},
    }


def of_teams(found: TeamStandings | None) -> Places:
    if found is None:
        return {}
    return {
        found.event.by_number[row.number].name: "–" if row.out else f"{row.rank} {row.match_points} {row.game_points}"
        for row in found.rows
    }


def pages_in(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


async def pages_of(services: Services, club_id: int, folder: Path) -> dict[str, str]:
    def publish(connection: Any) -> None:
        found = update(clubs).where(clubs.c.id == club_id)
        connection.execute(found.values(facts=clubs.c.facts + 1, site="link", site_parts=["events"]))

    await services.database.write(publish, club=club_id)
    await ClubSites(services, folder).write()
    return pages_in(folder)


def on_page(page: str, names: set[str]) -> Places:
    cells = re.findall(r"<tr><td>([^<]*)</td><td class=\"text\">(?:<a[^>]*>)?(\w+)", page)
    return {name: first_figure(label) for label, name in cells if name in names}


async def check(services: Services, actor: Actors, walk: Walk) -> SectionReport | None:
    """Close the evening; every surface of it shows the places that the last standings showed."""
    steps = walk.steps
    before = await live_standings(services, actor.club_id, steps.key)
    state = before.tournament
    shown = {state.name_of(row.number): "–" if row.out else str(row.rank) for row in before.rows}
    teams_before = of_teams(standings_of_teams(state))
    on_card = in_cells("\n".join(standings_lines(before, 2)), set(shown))
    assert on_card == shown
    if not walk.method.is_knockout:
        assert {row[1].split(" ·")[0]: row[0] for row in standings_sheet(before).rows} == shown
    try:
        _, report = await close_evening(services, steps.td, steps.key, force=True)
    except RatingError:
        return None  # nobody played
    section = await stored_section(services, steps.td, report.sections[0].event_id)
    names = {section.name_of(one.number) for one in section.crosstable.entrants}
    seated = {name: place for name, place in shown.items() if name in names}
    for surface, places in of_section(section).items():
        assert places == seated, surface
    after = await live_standings(services, actor.club_id, steps.key)
    assert {
        after.tournament.name_of(row.number): "–" if row.out else str(row.rank)
        for row in after.rows
        if after.tournament.name_of(row.number) in names
    } == seated
    assert of_teams(standings_in(section)) == of_teams(standings_of_teams(after.tournament)) == teams_before
    if teams_before:
        first = str(team_pages(section)[0].description).replace(PADDING, " ").splitlines()[2:]
        assert [line.split("`")[1].split()[0] for line in first] == [one.split()[0] for one in teams_before.values()]
        found = standings_in(section)
        assert found is not None
        sheet, _ = team_sheets("Friday", "", found)
        assert {row[1]: row[0] for row in sheet.rows} == {name: one.split()[0] for name, one in teams_before.items()}
    return section


@pytest.mark.parametrize(("method", "moved", "teams"), EVENTS, ids=["-".join(map(str, one)) for one in EVENTS])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
async def test_any_event_has_one_ranking_everywhere(
    services: Services, actor: Actors, tmp_path: Path, seed: int, method: str, moved: str, teams: bool
) -> None:
    walk = Walk(services, actor, seed, method, moved, teams=teams)
    await walk.open()
    await walk.play()
    section = await check(services, actor, walk)
    assert await verify_club(services, actor.club_id) == []
    if section is None:
        return
    names = {section.name_of(one.number) for one in section.crosstable.entrants}
    pages = await pages_of(services, actor.club_id, tmp_path)
    shown = of_section(section)["event card"]
    assert on_page(pages[f"event-{section.event_id}.html"], names) == shown
    await import_whole(services, COPY, await export_whole(services, actor.club_id))
    ((copied,),) = await rows(services.database, select(event.c.id).where(event.c.club_id == COPY))
    reader = Actor(COPY, walk.steps.td.member, 10**6, manager=True)
    there = await stored_section(services, reader, copied)
    assert of_section(there) == of_section(section)
    assert of_teams(standings_in(there)) == of_teams(standings_in(section))
    assert await verify_club(services, COPY) == []

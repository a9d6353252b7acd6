"""A club's web pages: leaderboards, events, seasons, running evenings and players, as static files.

They show what members see, never more: no Discord ids, no birth dates. Players who are hidden or who do not want it are
"Player 12", without a page.
"""

import asyncio
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from bot.services.evenings.teams import standings_in
from bot.services.evenings.tournament import Tournament, read_tournament
from bot.services.events.report import EventSource, SectionReport, section_of
from bot.services.framework.clock import day_of
from bot.services.framework.club_settings import folder_of
from bot.services.framework.context import Services
from bot.services.framework.every_club import in_each_club
from bot.services.framework.season_figures import SeasonOrder
from bot.services.ratings.history import Point, Since, Track, track_in_club, window_of
from bot.services.ratings.leaderboard import Board, BoardQuery
from bot.services.ratings.seasons import whole_board
from bot.site import event_tables
from bot.site.hall import BY_BOARD, BY_NAME, HallView, screen_of, state_of
from bot.site.player_events import events_of_player
from bot.store.club import clubs, page_texts
from bot.store.database.club_choices import SiteAccess, SitePart
from bot.store.database.evening_rows import EveningStatus
from bot.store.database.rows import Club, Event, Player
from bot.store.database.transactions import Connection
from bot.store.evenings import evenings, played_games
from bot.store.events import facts
from bot.store.people import profiles
from bot.store.people.profiles import Profile
from bot.store.ratings import journals, seasons, standings
from bot.store.ratings.seasons import Season
from bot.ui.framework.text import day_text, points
from bot.ui.paper.evening import round_shown, running_section
from bot.ui.paper.teams import team_sheets
from bot.ui.wording.shared_lines import printed, provisional_words
from bot.ui.wording.steps import sentence
from bot.ui.wording.wall_chart import wall_chart_of
from core.event.similarity import event_name
from core.lists import RatingList
from core.words import counted

HERE = Path(__file__).parent

MARK = ".crosstable"
"""The file that says that a folder is ours to change and to delete."""

SHOWN_EVENTS = (EventSource.FILE, EventSource.LIVE)
TOP, LATEST, MOST = 10, 10, 100_000
STATIC = ("site.css", "icon.svg")


class SiteWritten(NamedTuple):
    """What `ClubSites.write` did: clubs with pages, and how many files it wrote."""

    clubs: int
    files: int


class Written(NamedTuple):
    """A club's pages as they were written last: their folder, and the state that they show."""

    name: str
    title: str
    is_public: bool
    facts: int
    day: date


class Page(NamedTuple):
    """A page of a club. shows: a digest of all that it rests on; None: made each time."""

    name: str
    text: Callable[[], str]
    shows: bytes | None = None


class ClubSites:
    """The web pages of all clubs in a folder. A club is written again only after something was stored in it.

    An event's and a player's page is made again only if something on it is different.
    """

    def __init__(self, services: Services, folder: Path) -> None:
        self._services, self._folder = services, folder
        self._written: dict[int, Written] = {}
        self._shown: dict[str, dict[str, bytes]] = {}

    async def write(self) -> SiteWritten:
        """Write the pages that changed, and delete those of clubs that no longer want any; each file is replaced whole.

        Raise OSError for a folder that cannot be written.
        """
        files = await asyncio.to_thread(self._write_static)
        wanted = await self._services.database.read(clubs.with_site, club=None)
        self._written = {one.club_id: self._written[one.club_id] for one in wanted if one.club_id in self._written}
        of_club = {one.club_id: one for one in wanted}

        async def write_club(club_id: int) -> None:
            nonlocal files
            files += await self._services.database.read(partial(self._write_club, of=of_club[club_id]), club=club_id)

        written = await in_each_club("web pages", of_club, write_club)
        files += await asyncio.to_thread(self._write_index)
        return SiteWritten(written, files)

    def _write_static(self) -> int:
        self._folder.mkdir(parents=True, exist_ok=True)
        return sum(_write(self._folder / name, (HERE / "static" / name).read_bytes()) for name in STATIC)

    def _write_club(self, connection: Connection, of: clubs.SiteOfClub) -> int:
        club = clubs.find(connection, of.club_id)
        pages = ClubPages(connection, club, self._services.now())
        title, is_public = pages.title, club.site == SiteAccess.PUBLIC
        now = Written(folder_of(club, of.key), title, is_public, of.facts, pages.today)
        if self._written.get(of.club_id) == now and (self._folder / now.name / MARK).exists():
            return 0
        files, self._shown[now.name] = _write_pages(
            self._folder / now.name, pages.pages(), self._shown.pop(now.name, {})
        )
        self._written[of.club_id] = now
        return files

    def _write_index(self) -> int:
        """Write the list of public clubs, and delete the folders of ours that no club has any longer."""
        names = {one.name for one in self._written.values()}
        for path in self._folder.iterdir():
            if path.is_dir() and path.name not in names and (path / MARK).exists():
                shutil.rmtree(path)
        public = sorted((one.title, one.name) for one in self._written.values() if one.is_public)
        text = _template("clubs.html").render(title="Clubs", clubs=public, indexed=True, root="", site_name="")
        return _write(self._folder / "index.html", text.encode())


def _write_pages(folder: Path, pages: Iterable[Page], shown: Mapping[str, bytes]) -> tuple[int, dict[str, bytes]]:
    """Write pages and delete those that are gone; return how many files were written, and what pages now show."""
    folder.mkdir(exist_ok=True)
    (folder / MARK).touch()
    written, names, now = 0, {MARK}, dict[str, bytes]()
    for page in pages:
        names.add(page.name)
        path = folder / page.name
        if page.shows is None or page.shows != shown.get(page.name) or not path.exists():
            written += _write(path, page.text().encode())
        if page.shows is not None:
            now[page.name] = page.shows
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink()
    return written, now


def _write(path: Path, data: bytes) -> bool:
    """Replace a file as a whole, if it is another; return whether it was."""
    if path.exists() and path.read_bytes() == data:
        return False
    made = path.with_name(f".{path.name}.new")
    made.write_bytes(data)
    made.replace(path)
    return True


class ClubPages:
    """The pages of one club, from one read of the database."""

    def __init__(self, connection: Connection, club: Club, now: datetime) -> None:
        self.connection, self.club, self.now = connection, club, now
        self.today = day_of(club, now)
        self.title = club.site_name or "Our ratings"
        self.link = cache(self._link)

    def shows(self, part: SitePart) -> bool:
        return self.club.site_parts is None or part in self.club.site_parts

    @cached_property
    def people(self) -> Mapping[int, Profile]:
        everybody = profiles.everybody(self.connection, self.club.id)
        return {one.id: one for one in everybody if one.on_site and not one.hidden and one.merged_into is None}

    @cached_property
    def linked(self) -> frozenset[int]:
        if not self.shows(SitePart.PLAYERS):
            return frozenset()
        return frozenset(key for key, one in self.people.items() if not one.card_private and one.id in self.rated)

    @cached_property
    def rated(self) -> frozenset[int]:
        found: set[int] = set()
        for which in self.lists:
            found |= {one.player_id for one in standings.on_list(self.connection, self.club.id, which, ())}
        return frozenset(found)

    @cached_property
    def lists(self) -> tuple[RatingList, ...]:
        used = standings.lists_in_use(self.connection, self.club.id)
        return tuple(sorted(used, key=lambda one: (one is not self.club.default_list, one.order)))

    def name(self, player_id: int) -> str:
        """Return what everybody may call a player: every page asks this."""
        return self.people[player_id].name if player_id in self.people else f"Player {player_id}"

    def _link(self, player_id: int) -> Markup:
        name = escape(self.name(player_id))
        return Markup('<a href="player-{}.html">{}</a>').format(player_id, name) if player_id in self.linked else name

    @cached_property
    def played(self) -> Mapping[int, Sequence[int]]:
        return page_texts.players_by_event(self.connection, self.club.id)

    @cached_property
    def event_digests(self) -> Mapping[int, bytes]:
        """Return a digest of each event: its rows, and what its players may be called."""
        texts = page_texts.of_events(self.connection, self.club.id)
        people = {key: (self.name(key), key in self.linked) for players in self.played.values() for key in players}
        return {
            key: self._shown(text, *(people[one] for one in self.played.get(key, ()))) for key, text in texts.items()
        }

    def _shown(self, *texts: object) -> bytes:
        return sha256("\n".join(map(str, (self.club, *texts))).encode()).digest()

    def pages(self) -> Iterator[Page]:
        yield Page("index.html", self._index)
        if self.shows(SitePart.BOARDS):
            for which in self.lists:
                yield Page(f"{which.slug}.html", partial(self._whole_board, which))
        if self.shows(SitePart.EVENTS):
            yield from self._event_pages()
        yield from self._player_pages()

    def _whole_board(self, which: RatingList) -> str:
        return self._render("board.html", which.label, board=self._board(which, MOST))

    def _render(self, template: str, title: str, **about: Any) -> str:
        indexed = self.club.site == SiteAccess.PUBLIC
        about = {"title": title, "site_name": self.title, "indexed": indexed, "root": "../", "link": self.link, **about}
        return str(_template(template).render(about))

    def _index(self) -> str:
        about: dict[str, Any] = {"boards": (), "events": (), "evenings": (), "seasons": ()}
        if self.shows(SitePart.BOARDS):
            about["boards"] = [self._board(which, TOP) for which in self.lists]
        if self.shows(SitePart.EVENTS):
            about["events"] = self._events(LATEST)
            about["evenings"] = evenings.open_ones(self.connection, self.club.id, TOP)
            about["seasons"] = seasons.of_club(self.connection, self.club.id)
        return self._render("index.html", self.title, **about)

    def _board(self, which: RatingList, most: int) -> dict[str, Any]:
        board = Board(self.connection, self.club, BoardQuery(which), self.today, self.now, most)
        rows = [(one, printed(one.line, which, self.club.house_rules)) for one in board.page(0).lines]
        return {
            "list": which,
            "rows": rows,
            "below": provisional_words(which, self.club.house_rules),
            "has_codes": any("*" in rating for _, rating in rows),
            "played": self.last_played[which],
        }

    @cached_property
    def last_played(self) -> Mapping[RatingList, Mapping[int, date]]:
        return {which: journals.last_played(self.connection, self.club.id, which) for which in self.lists}

    def _events(self, most: int) -> list[tuple[Event, str, int]]:
        ids = played_games.page_of_events(self.connection, self.club.id, SHOWN_EVENTS, None, most, 0)
        found = facts.by_ids(self.connection, ids)
        sizes = facts.sizes(self.connection, ids)
        return [(event, event_name(event.name, event.place.date), sizes[event.id][0]) for event in found]

    def _event_pages(self) -> Iterator[Page]:
        every = self._events(MOST)
        yield Page("events.html", partial(self._render, "events.html", "Events", events=every))
        for event, name, _ in every:
            yield Page(f"event-{event.id}.html", partial(self._event, event.id, name), self.event_digests[event.id])
        for season in seasons.of_club(self.connection, self.club.id):
            yield Page(f"season-{season.id}.html", partial(self._season, season))
        yield from self._evening_pages()

    def _evening_pages(self) -> Iterator[Page]:
        """Yield the pages of running evenings; a screen in the hall shows a closed one until the next day is over."""
        for evening in evenings.on_screens(self.connection, self.club.id, self.today - timedelta(days=1), TOP):
            tournament = self._as_called(read_tournament(self.connection, self.club, evening, self.now))
            if evening.status is EveningStatus.OPEN:
                yield Page(f"evening-{evening.id}.html", partial(self._evening, tournament))
            for view in (BY_BOARD, BY_NAME):
                yield Page(f"{view.page}-{evening.id}.html", partial(self._hall, tournament, view))

    def _as_called(self, tournament: Tournament) -> Tournament:
        """Return an evening whose players have the names that everybody may read."""
        called = (
            replace(one, player=Player(one.player.id, None, self.name(one.player.id))) for one in tournament.entrants
        )
        return replace(tournament, entrants=tuple(called))

    def _season(self, season: Season) -> str:
        board = whole_board(self.connection, self.club, season, SeasonOrder.POINTS)
        rows = [one for one in board if one.figures.player_id in self.people]
        return self._render("season.html", season.name, season=season, rows=rows)

    def _player_pages(self) -> Iterator[Page]:
        texts, events = page_texts.of_players(self.connection, self.club.id), defaultdict[int, list[bytes]](list)
        for event_id, people in self.played.items():
            for player_id in people:
                events[player_id].append(self.event_digests[event_id])
        for player_id in sorted(self.linked):
            shown = self._shown(self.today, texts[player_id], *events[player_id])
            yield Page(f"player-{player_id}.html", partial(self._player, self.people[player_id]), shown)

    def _event(self, event_id: int, name: str) -> str:
        section = section_of(self.connection, self.club, event_id)
        known = {number: player.id for number, player in section.players.items()}
        named = {number: Player(key, None, self.name(key)) for number, key in known.items()}
        others = {one.number: Player(0, None, f"Player {one.number}") for one in section.crosstable.entrants}
        calculations = list(self._calculations(section)) if self.shows(SitePart.CALCULATIONS) else ()
        section = replace(section, players=others | named)
        chart, found = wall_chart_of(section), standings_in(section)
        return self._render(
            "event.html",
            name,
            chart=chart,
            who=self._links(known),
            standings=event_tables.standings_of_section(section, chart),
            rounds=event_tables.rounds_of_section(section, chart),
            start_list=event_tables.start_list_of_section(chart, section.crosstable),
            calculations=calculations,
            teams=() if found is None else team_sheets(name, "", found),
        )

    def _links(self, ids: Mapping[int, int]) -> Callable[[int], Markup]:
        """Return what names the players of an event by their numbers."""
        return lambda number: self.link(ids[number]) if number in ids else escape(f"Player {number}")

    def _calculations(self, section: SectionReport) -> Iterator[tuple[str, RatingList, list[tuple[str, Markup]]]]:
        """Yield the steps behind each rating: name, list, and each step's clause and sentence."""
        for player in section.players.values():
            for which, outcomes in section.outcomes.items():
                if player.id in outcomes:
                    steps = [(step.clause, _bold(sentence(step))) for step in outcomes[player.id].steps]
                    yield self.name(player.id), which, steps

    def _evening(self, tournament: Tournament) -> str:
        found = event_tables.live(tournament)
        rounds = event_tables.rounds_of_evening(tournament)
        section = running_section(tournament) if rounds else None
        ids = {entrant.number: entrant.player.id for entrant in tournament.entrants}
        return self._render(
            "evening.html",
            tournament.evening.name,
            evening=tournament.evening,
            last=round_shown(tournament, drafts=False),
            state=state_of(found),
            who=self._links(ids),
            rounds=rounds,
            standings=event_tables.standings_of_evening(found),
            start_list=event_tables.start_list_of_evening(tournament),
            chart=None if section is None else wall_chart_of(section),
            of_chart=None
            if section is None
            else self._links({number: one.id for number, one in section.players.items()}),
            teams=() if found.teams is None else team_sheets(tournament.evening.name, "", found.teams),
        )

    def _hall(self, tournament: Tournament, view: HallView) -> str:
        screen, key = screen_of(tournament, view), tournament.evening.id
        other = BY_NAME if view is BY_BOARD else BY_BOARD
        about = {"screen": screen, "other": (f"{other.page}-{key}.html", other.label)}
        return self._render("hall.html", tournament.evening.name, **about)

    def _player(self, profile: Profile) -> str:
        window = window_of(Since.EVERYTHING, self.today)
        tracks = [track_in_club(self.connection, self.club, profile, one, window, self.today) for one in self.lists]
        shown = [(track, Markup(chart_svg(track))) for track in tracks if track is not None]  # noqa: S704 - our own SVG
        ids = self.club.site_ids
        numbers = {"US Chess": profile.uschess_id, "FIDE": profile.fide_id, "NASPA": profile.naspa_id} if ids else {}
        events = events_of_player(self.connection, self.club, profile.id) if self.shows(SitePart.EVENTS) else ()
        about = {"tracks": shown, "numbers": numbers, "events": events, "fide_title": profile.title or ""}
        return self._render("player.html", profile.name, has_page=SHOWN_EVENTS, **about)


def _bold(text: str) -> Markup:
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", str(escape(text))))  # noqa: S704 - escaped above


def _template(name: str) -> Any:
    return _ENVIRONMENT.get_template(f"club/{name}")


_ENVIRONMENT = Environment(
    loader=PackageLoader("bot.site"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters |= {"counted": counted, "day": day_text, "points": lambda value: points(float(value))}


WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 360, 160, 40, 10, 24
STEPS = (10, 20, 50, 100, 200, 500)


def chart_svg(track: Track) -> str:
    """Return a track's line with its axes; empty with fewer than two points. It holds figures and dates only."""
    line = track.line
    if len(line) < 2 or line[0].day == line[-1].day:
        return ""
    low, high, step = _scale([point.displayed for point in line])
    first, days = line[0].day, (line[-1].day - line[0].day).days

    def x(day: date) -> float:
        return LEFT + (WIDTH - LEFT - 8) * (day - first).days / days

    def y(rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low)

    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y(level):.1f}" y2="{y(level):.1f}" class="grid"/>'
        f'<text x="{LEFT - 6}" y="{y(level) + 4:.1f}" text-anchor="end">{level}</text>'
        for level in range(low, high + 1, step)
    )
    ends = ((first, "start"), (line[-1].day, "end"))
    dates = "".join(
        f'<text x="{x(day):.1f}" y="{HEIGHT - 6}" text-anchor="{anchor}">{day:%b %Y}</text>' for day, anchor in ends
    )
    path = " ".join(f"{x(point.day):.1f},{y(point.displayed):.1f}" for point in _corners(line, steps=track.steps))
    label = f"From {line[0].displayed} to {line[-1].displayed}"
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f'{grid}{dates}<polyline points="{path}"/></svg>'
    )


def _scale(ratings: Sequence[int]) -> tuple[int, int, int]:
    """Return the lowest and the highest level of the axis, and the step between levels."""
    spread = max(ratings) - min(ratings)
    step = next((one for one in STEPS if spread / one <= 4), STEPS[-1])
    low = min(ratings) // step * step
    return low, max(-(-max(ratings) // step) * step, low + step), step


def _corners(line: Sequence[Point], *, steps: bool) -> Sequence[Point]:
    """Return the points to join; a list's rating stays level until its next list."""
    if not steps:
        return line
    level = [replace(before, day=after.day) for before, after in pairwise(line)]
    return [line[0], *(point for pair in zip(level, line[1:], strict=True) for point in pair)]

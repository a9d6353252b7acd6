"""A club's web pages: what they show, whom they leave out, and when files change."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser
from sqlalchemy import insert, select, update

from bot.practice.demo import MEMBERS, fill
from bot.services.club.privacy import forget_player
from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.void import void_event
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.rating_changes import AskFirstError
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.settings import About
from bot.site.club import ClubPages, ClubSites
from bot.site.publish import site_server
from bot.store.database.tables import club as clubs
from bot.store.database.tables import player
from bot.store.events import facts
from bot.store.people import players
from core.event.corrections import RoundResult
from core.lists import RatingList
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Actors, SimulatedClub, card_of, person, rows
from tests.flows import fill_in, set_settings
from tests.services.evenings.evening_steps import Steps

CLUB = 7_000_000_001


@pytest.fixture
async def practice(services: Services) -> Services:
    """Return services with the practice club in their database."""
    await fill(services, CLUB, 1, {demo.name: person(demo.name) for demo in MEMBERS})
    await change_club(services, site="link", site_name="Riverside Chess Club")
    return services


async def change_club(services: Services, **values: Any) -> None:
    """Change a club's columns as a write does."""

    def work(connection: Any) -> None:
        connection.execute(update(clubs).where(clubs.c.id == CLUB).values(facts=clubs.c.facts + 1, **values))

    await services.database.write(work, club=CLUB)


async def change_player(services: Services, known_as: str, /, **values: Any) -> int:
    query = select(player.c.id).where(player.c.club_id == CLUB, player.c.name == known_as)
    [found] = await rows(services.database, query)

    def work(connection: Any) -> None:
        connection.execute(update(player).where(player.c.club_id == CLUB, player.c.id == found[0]).values(**values))
        connection.execute(update(clubs).where(clubs.c.id == CLUB).values(facts=clubs.c.facts + 1))

    await services.database.write(work, club=CLUB)
    return int(found[0])


def pages_in(folder: Path) -> dict[str, str]:
    """Return the pages of the one club in a folder."""
    [club_folder] = [path for path in folder.iterdir() if path.is_dir()]
    return {path.name: path.read_text(encoding="utf-8") for path in club_folder.glob("*.html")}


def folders_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.is_dir()]


def broken_links(folder: Path) -> list[str]:
    broken = []
    for path in folder.rglob("*.html"):
        links = Links()
        links.feed(path.read_text(encoding="utf-8"))
        known = {f"#{name}" for name in links.ids}
        broken += [link for link in links.found if link not in known and not (path.parent / link).exists()]
    return broken


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("href", "src") and value}
        self.ids |= {value for name, value in attrs if name == "id" and value}


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


async def test_pages_show_boards_events_players_and_calculations(practice: Services, tmp_path: Path) -> None:
    made = await ClubSites(practice, tmp_path).write()
    pages = pages_in(tmp_path)
    assert made.clubs == 1
    assert made.files == len(pages) + 3  # the style sheet, the icon, the list of clubs
    assert "Riverside Chess Club" in pages["index.html"]
    assert re.search(r"1 2018 ?\*A2 Bea Castellan", text_of(pages["uschess-regular.html"]))
    [event] = [page for name, page in pages.items() if name.startswith("event-") and "Club Night" in page]
    assert "Expected" in event
    assert re.search(r"Mara Lindqvist 3½ 1768\*b5 1764\*b5 -4", text_of(event))
    assert "expected score over" in event
    assert "<svg" in next(page for page in pages.values() if "<h1>Idris Vale</h1>" in page)


async def test_every_link_leads_to_a_file(practice: Services, tmp_path: Path) -> None:
    await ClubSites(practice, tmp_path).write()
    assert broken_links(tmp_path) == []


async def test_a_club_that_has_not_turned_pages_on_has_none(practice: Services, tmp_path: Path) -> None:
    await change_club(practice, site="off")
    assert (await ClubSites(practice, tmp_path).write()).clubs == 0
    assert folders_in(tmp_path) == []


async def test_pages_go_when_the_club_turns_them_off(practice: Services, tmp_path: Path) -> None:
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    (tmp_path / "other").mkdir()  # somebody else's
    await change_club(practice, site="off")
    await sites.write()
    assert folders_in(tmp_path) == ["other"]


@pytest.mark.parametrize("left_out", [{"hidden": True}, {"on_site": False}], ids=["hidden", "not wanted"])
async def test_left_out_players_are_named_in_no_file(
    practice: Services, tmp_path: Path, left_out: dict[str, bool]
) -> None:
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    assert any("Idris" in page for page in pages_in(tmp_path).values())
    number = await change_player(practice, "Idris Vale", **left_out)
    await sites.write()
    pages = pages_in(tmp_path)
    assert [name for name, page in pages.items() if "Idris" in page or "Vale" in page] == []
    assert f"player-{number}.html" not in pages
    assert any(f"Player {number}" in page for name, page in pages.items() if name.startswith("event-"))


async def test_a_private_card_has_no_page(practice: Services, tmp_path: Path) -> None:
    number = await change_player(practice, "Idris Vale", card_private=True)
    await ClubSites(practice, tmp_path).write()
    pages = pages_in(tmp_path)
    assert f"player-{number}.html" not in pages
    assert "Idris Vale" in pages["uschess-regular.html"]


async def test_pages_hold_no_discord_ids_birth_dates_or_federation_ids(practice: Services, tmp_path: Path) -> None:
    await change_player(practice, "Idris Vale", fide_id="2000999", born_year=1987)
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    users = [str(user) for (user,) in await rows(practice.database, select(player.c.user_id)) if user]
    assert users
    everything = "\n".join([*folders_in(tmp_path), *pages_in(tmp_path), *pages_in(tmp_path).values()])
    assert [secret for secret in [*users, str(CLUB), "1987", "2000999"] if secret in everything] == []
    await change_club(practice, site_ids=True)
    await sites.write()
    assert any("FIDE 2000999" in page for page in pages_in(tmp_path).values())


async def test_only_chosen_parts_are_written(practice: Services, tmp_path: Path) -> None:
    await change_club(practice, site_parts=["boards"])
    await ClubSites(practice, tmp_path).write()
    pages = pages_in(tmp_path)
    assert not any(name.startswith(("event", "player", "season")) for name in pages)
    assert "uschess-regular.html" in pages


async def test_search_engines_and_the_list_of_clubs_only_know_public_pages(practice: Services, tmp_path: Path) -> None:
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    assert all("noindex" in page for page in pages_in(tmp_path).values())
    assert "Riverside" not in (tmp_path / "index.html").read_text(encoding="utf-8")
    await change_club(practice, site="public")
    await sites.write()
    assert not any("noindex" in page for page in pages_in(tmp_path).values())
    assert "Riverside" in (tmp_path / "index.html").read_text(encoding="utf-8")


async def test_files_are_written_only_when_they_change(practice: Services, tmp_path: Path) -> None:
    sites = ClubSites(practice, tmp_path)
    first = await sites.write()
    assert (await sites.write()).files == 0
    assert (await ClubSites(practice, tmp_path).write()).files == 0  # after a restart
    await change_player(practice, "Idris Vale", name="Idris V.", search="idris v", folded="idris v")
    assert 0 < (await sites.write()).files < first.files


Change = Callable[[Services], Awaitable[Any]]
_interactions = count(9_000_000)


def director() -> Actor:
    return Actor(CLUB, Member(2, "Tess"), next(_interactions), manager=True)


def of_player(**values: Any) -> Change:
    return lambda services: change_player(services, "Idris Vale", **values)


def of_club(**values: Any) -> Change:
    return lambda services: change_club(services, **values)


async def an_event(services: Services) -> tuple[int, EventEdit]:
    """Return the first event of a file with another result of its first game."""

    def find(connection: Any) -> tuple[int, EventEdit]:
        first = facts.refs_from(connection, CLUB, RatingList.USCHESS_REGULAR, facts.BEGINNING)
        tables = {ref.id: facts.crosstables(connection, [ref.id])[ref.id] for ref in first if len(ref.players) > 2}
        key, table = next(iter(tables.items()))
        game = table.games[0]
        people = players.by_ids(connection, CLUB, [one.player for one in table.entrants if one.player])
        who = people[int(table.entrant(game.first).player or 0)]
        return key, EventEdit(round=game.round, member=who, result=RoundResult.LOSS if game.score else RoundResult.WIN)

    return await services.database.read(find, club=CLUB)


async def corrected(services: Services) -> None:
    key, edit = await an_event(services)
    await correct_event(services, director(), key, [edit], "a wrong result")


async def renamed_event(services: Services) -> None:
    key, _ = await an_event(services)
    await correct_event(services, director(), key, [EventEdit(name="Autumn Night")], "its name")


async def voided(services: Services) -> None:
    key, _ = await an_event(services)
    try:
        await void_event(services, director(), key, "not played")
    except AskFirstError as asked:
        await void_event(services, director(), key, "not played", shown_as=asked.found.moves.digest)


async def forgotten(services: Services) -> None:
    [found] = await rows(services.database, select(player.c.user_id).where(player.c.name == "Idris Vale"))
    await forget_player(services, Actor(CLUB, Member(found.user_id, "Idris Vale"), next(_interactions)), None)


async def with_numbers(services: Services) -> None:
    await change_player(services, "Idris Vale", fide_id="2000999")
    await change_club(services, site_ids=True)


CHANGES: dict[str, Change] = {
    "renamed": of_player(name="Ida Quill", search="ida quill", folded="ida quill"),
    "hidden": of_player(hidden=True),
    "not wanted": of_player(on_site=False),
    "private card": of_player(card_private=True),
    "forgotten": forgotten,
    "corrected": corrected,
    "event renamed": renamed_event,
    "voided": voided,
    "numbers shown": with_numbers,
    "public": of_club(site="public"),
    "without calculations": of_club(site_parts=["boards", "events", "players"]),
    "without players": of_club(site_parts=["boards", "events"]),
    "without events": of_club(site_parts=["boards", "players"]),
    "another name": of_club(site_name="Hill Club"),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_pages_after_a_change_are_those_of_a_new_start(practice: Services, tmp_path: Path, change: str) -> None:
    sites = ClubSites(practice, tmp_path / "kept")
    await sites.write()
    before = pages_in(tmp_path / "kept")
    await CHANGES[change](practice)
    await sites.write()
    await ClubSites(practice, tmp_path / "new").write()
    after = pages_in(tmp_path / "kept")
    assert after == pages_in(tmp_path / "new")
    assert after != before
    if change in ("renamed", "hidden", "not wanted", "forgotten"):
        assert any("Idris" in page for page in before.values())
        assert not any("Idris" in page for page in after.values())


async def test_pages_that_did_not_change_are_not_made_again(
    practice: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = ClubPages._render

    def render(self: ClubPages, template: str, title: str, **about: Any) -> str:
        made.append(template)
        return real(self, template, title, **about)

    monkeypatch.setattr(ClubPages, "_render", render)
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    assert made.count("event.html") > 1
    assert made.count("player.html") > 1
    made.clear()
    written = SetRatingRequest(Member(77, "Zora Pike"), 1500, 30, RatingList.USCHESS_REGULAR)
    await set_rating(practice, director(), written)
    await sites.write()
    assert made.count("event.html") == 0
    assert made.count("player.html") == 1
    assert any("Zora Pike" in page for page in pages_in(tmp_path).values())


async def test_a_page_that_somebody_deleted_is_written_again(practice: Services, tmp_path: Path) -> None:
    sites = ClubSites(practice, tmp_path)
    await sites.write()
    before = pages_in(tmp_path)
    for name in before:
        (tmp_path / folders_in(tmp_path)[0] / name).unlink()
    await change_club(practice)
    await sites.write()
    assert pages_in(tmp_path) == before


async def test_a_page_of_nothing_and_hostile_names(practice: Services, tmp_path: Path) -> None:
    await change_player(practice, "Idris Vale", name='<script>alert("x")</script>')
    await change_club(practice, site_name="../<b>Club</b>")
    await ClubSites(practice, tmp_path).write()
    everything = "\n".join(pages_in(tmp_path).values())
    assert "<script>" not in everything
    assert "<b>" not in everything
    assert all(re.fullmatch("b-club-b-[0-9a-f]{16}", name) for name in folders_in(tmp_path))


async def test_the_server_only_reads_and_stays_in_its_folder(practice: Services, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    await ClubSites(practice, folder).write()
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    server = site_server(folder, "127.0.0.1", 0)
    await server.open()
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{server.port}") as session:
            answers: dict[str, Callable[..., Any]] = {"GET": session.get, "POST": session.post, "PUT": session.put}
            found = {name: (await ask("/")).status for name, ask in answers.items()}
            assert found == {"GET": 200, "POST": 405, "PUT": 405}
            for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/site.css/../../secret.txt"):
                answer = await session.get(path)
                assert "secret" not in await answer.text()
    finally:
        await server.close()


@pytest.mark.both_databases
async def test_a_director_turns_pages_on_and_a_member_is_left_out(club: SimulatedClub, tmp_path: Path) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1400", rating=1500, games=30)
    sites = ClubSites(club.services, tmp_path)
    assert (await sites.write()).clubs == 0
    await set_settings(club, site="public", site_name="Test Club")
    await sites.write()
    assert "Dana" in pages_in(tmp_path)["uschess-regular.html"]
    page = await club.dana.slash(club.channel, "me")
    form = await club.dana.click(page.response, label="Notifications")
    await fill_in(club.dana, form, site=False)
    await sites.write()
    assert "Dana" not in "".join(pages_in(tmp_path).values())


async def test_cards_link_to_their_pages_only_while_these_exist(club: SimulatedClub, tmp_path: Path) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1400", rating=1500, games=30)
    club.env.bot.about = About(site="https://example.org/ratings/")

    async def links() -> set[str]:
        answers = [
            await club.dana.slash(club.channel, "leaderboard"),
            await club.dana.slash(club.channel, "rating show"),
        ]
        return {url for answer in answers for url in re.findall(r"'url': '([^']+)'", str(answer.response.components))}

    assert await links() == set()
    await set_settings(club, site="link", site_name="Test Club")
    await ClubSites(club.services, tmp_path).write()
    found = {link.removeprefix("https://example.org/ratings/") for link in await links()}
    assert len(found) == 2
    assert [link for link in found if not (tmp_path / link).exists()] == []
    form = await club.dana.click((await club.dana.slash(club.channel, "me")).response, label="Notifications")
    await fill_in(club.dana, form, site=False)
    assert [link for link in await links() if "player" in link] == []


async def test_lists_of_the_clubs_own_have_pages_under_any_name(club: SimulatedClub, tmp_path: Path) -> None:
    names = ("Go 9/9", "Go 19/19")
    for name in names:
        page = await club.td.slash(club.channel, "td settings", page="own-lists")
        form = await club.td.click(page.response, label="New list")
        await fill_in(club.td, form, name=name, start="1000", k="24")
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1200.0, games=3, list=f"elo:{name}")
    await set_settings(club, site="public", site_name="Test Club")
    await ClubSites(club.services, tmp_path).write()
    assert broken_links(tmp_path) == []
    pages = pages_in(tmp_path)
    assert [sum(f"<h1>{name}</h1>" in page for page in pages.values()) for name in names] == [1, 1]
    club.env.bot.about = About(site="https://example.org")
    board = await club.dana.slash(club.channel, "leaderboard", list="elo:Go 9/9")
    (link,) = re.findall(r"'url': 'https://example.org/([^']+)'", str(board.response.components))
    assert (tmp_path / link).exists()


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_pages_fit_the_screen_and_are_accessible(
    practice: Services, pyodide: Path, browser: Browser, tmp_path: Path, width: int, colours: Any
) -> None:
    steps = Steps(practice, Actors(CLUB, 8_000_000))
    await steps.opened("Ann", "Bo", "Cy", "Di", "Eve", rounds=2)
    await steps.begin()
    await ClubSites(practice, tmp_path).write()
    axe = pyodide.parent / "axe-core" / "axe.min.js"
    context = await browser.new_context(viewport={"width": width, "height": 900}, color_scheme=colours, bypass_csp=True)
    page = await context.new_page()
    first = {name.split("-")[0]: name for name in sorted(pages_in(tmp_path))}  # one of each kind
    for name in first.values():
        await page.goto((tmp_path / folders_in(tmp_path)[0] / name).as_uri())
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, name
        await page.add_script_tag(path=axe)
        found = await page.evaluate("axe.run().then(one => one.violations.map(each => each.id))")
        # WCAG 2.2.1 excepts what goes on in real time; the evening's page is the same without a refresh.
        assert found == (["meta-refresh"] if name.startswith("hall") else []), name
    await context.close()


async def test_a_drafted_round_is_not_shown_before_it_is_published(club: SimulatedClub, tmp_path: Path) -> None:
    no_clock: Any = None
    evening = await PairedEvening.opened(club, no_clock, "Ann", "Bo", rounds=1)
    await set_settings(club, site="link")
    sites = ClubSites(club.services, tmp_path)
    panel = await evening.direct("Pair round 1")
    await sites.write()
    [name] = [name for name in pages_in(tmp_path) if name.startswith("evening-")]
    assert "Pairings" not in pages_in(tmp_path)[name]
    await club.td.click(panel, label="Publish")
    await sites.write()
    assert "Pairings of round 1" in pages_in(tmp_path)[name]
    assert {"Ann", "Bo"} <= set(text_of(pages_in(tmp_path)[name]).split())


async def test_a_board_is_the_leaderboards_without_hidden_and_departed_members(
    practice: Services, tmp_path: Path
) -> None:
    await change_player(practice, "Bea Castellan", hidden=True)
    await change_player(practice, "Tobias Arbor", left_at=practice.now() - timedelta(days=31))
    await ClubSites(practice, tmp_path).write()
    board = text_of(pages_in(tmp_path)["uschess-regular.html"])
    assert "Tobias" not in board
    assert "Last played 3 1764*b5 Mara Lindqvist" in board  # both keep their ranks


async def test_a_club_that_fails_does_not_stop_the_others(
    practice: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def copied(connection: Any) -> None:
        row = dict(connection.execute(select(clubs).where(clubs.c.id == CLUB)).one()._mapping)
        connection.execute(insert(clubs).values({**row, "id": CLUB - 1, "site_key": "other"}))

    await practice.database.write(copied, club=None)
    real = ClubPages.pages

    def pages(self: ClubPages) -> Any:
        if self.club.id == CLUB - 1:
            raise ValueError("broken")
        return real(self)

    monkeypatch.setattr(ClubPages, "pages", pages)
    assert (await ClubSites(practice, tmp_path).write()).clubs == 1
    assert f"web pages failed: club={CLUB - 1}" in caplog.text
    assert any("riverside" in name for name in folders_in(tmp_path))


@pytest.mark.both_databases
async def test_a_new_address_takes_the_pages_from_everybody_who_had_the_old_one(
    club: SimulatedClub, tmp_path: Path
) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1400", rating=1500, games=30)
    sites = ClubSites(club.services, tmp_path)
    page = await set_settings(club, site="link", site_name="Test Club")
    await sites.write()
    (old,) = folders(tmp_path)
    answer = await club.td.click(page.response, label="New web address")
    assert "The old one no longer works." in answer.response.embeds[0].description
    await sites.write()
    (new,) = folders(tmp_path)
    assert new != old
    assert new.startswith("test-club-")
    audit = await club.td.slash(club.channel, "td audit")
    assert "gave the web pages a new address" in card_of(audit)
    assert new not in card_of(audit)


def folders(site: Path) -> list[str]:
    return sorted(path.name for path in site.iterdir() if path.is_dir())

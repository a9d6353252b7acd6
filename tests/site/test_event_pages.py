"""The pages of events, evenings and players, and the screen in the hall; figures are worked by hand."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.services.club.privacy import forget_player
from bot.services.evenings.close import close_evening
from bot.services.evenings.entries import join_evening
from bot.services.evenings.lifecycle import Plan, new_evening
from bot.services.evenings.rounds import close_round
from bot.services.framework.context import Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.settings import About
from bot.site.club import ClubSites
from bot.store.database.tables import club as clubs
from bot.store.database.tables import event, player
from core.files.recognise import read_event_file
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Actors, Clock, SimulatedClub, card_of, rows
from tests.flows import check_club, export_event, found_list, set_settings
from tests.services.evenings.evening_steps import Steps
from tests.site.test_club_pages import pages_in, text_of

RESULTS = {
    ("Ann", "Bo"): "1-0",
    ("Ann", "Cy"): "1-0",
    ("Ann", "Di"): "1-0",
    ("Bo", "Cy"): "1-0",
    ("Bo", "Di"): "½-½",
    ("Cy", "Di"): "1-0",
}
"""Ann 3, Bo 1½, Cy 1, Di ½."""

STANDINGS = {
    # points, direct encounter only among equals, Sonneborn-Berger, wins, Koya (points against 1½ or more of 3)
    "1 Ann": "3 – 3 3 1",  # 1·1½ + 1·1 + 1·½
    "2 Bo": "1½ – 1¼ 1 0",  # 1·1 + ½·½
    "3 Cy": "1 – ½ 1 0",  # 1·½
    "4 Di": "½ – ¾ 0 ½",  # ½·1½
}


async def change(services: Services, club_id: int, **values: Any) -> None:
    def work(connection: Any) -> None:
        connection.execute(update(clubs).where(clubs.c.id == club_id).values(facts=clubs.c.facts + 1, **values))

    await services.database.write(work, club=club_id)


async def change_player(services: Services, club_id: int, name: str, **values: Any) -> int:
    [found] = await rows(services.database, select(player.c.id).where(player.c.name == name))

    def work(connection: Any) -> None:
        connection.execute(update(player).where(player.c.club_id == club_id, player.c.id == found.id).values(**values))

    await services.database.write(work, club=club_id)
    await change(services, club_id)
    return int(found.id)


async def all_play_all(services: Services, actor: Actors, *, rounds: int = 3) -> Steps:
    """Let four play rounds, as `RESULTS` says, in an evening that stays open."""
    steps = Steps(services, actor)
    card = await new_evening(
        services, steps.td, "Friday", RatingList.ELO, Plan(method_named("round-robin"), None, None)
    )
    steps.key = card.evening.id
    await steps_join(steps, "Ann", "Bo", "Cy", "Di")
    for _ in range(rounds):
        await play(steps)
        await close_round(services, steps.td, steps.key)
    await change(services, actor.club_id, site="link")
    return steps


async def steps_join(steps: Steps, *names: str) -> None:
    for name in names:
        await join_evening(steps.services, steps.actor(name), steps.key)


async def play(steps: Steps) -> None:
    state = await steps.begin()
    for game in state.pairings_of(state.next_round - 1):
        first, second = (state.name_of(number) for number in game.numbers)
        result = RESULTS.get((first, second)) or "-".join(reversed(RESULTS[second, first].split("-")))
        await steps.enter(f"#{game.first} {result} #{game.second}")


def as_played(first: str, second: str, result: str) -> tuple[tuple[str, str], str]:
    """Return a game with its names in order."""
    return ((first, second), result) if first < second else ((second, first), "-".join(reversed(result.split("-"))))


def named(pages: dict[str, str], kind: str) -> str:
    """Return the one page of a kind."""
    [page] = [page for name, page in pages.items() if re.fullmatch(rf"{kind}-\d+\.html", name)]
    return page


def part(page: str, title: str) -> str:
    """Return the words below a heading, up to the next."""
    [found] = re.findall(rf"<h2[^>]*>{title}</h2>(.*?)(?=<h2|</main>)", page, re.DOTALL)
    return text_of(found)


@pytest.mark.both_databases
async def test_an_event_has_standings_rounds_start_list_and_crosstable(
    services: Services, actor: Actors, tmp_path: Path
) -> None:
    steps = await all_play_all(services, actor)
    sites = ClubSites(services, tmp_path)
    await sites.write()
    running = part(named(pages_in(tmp_path), "evening"), "Standings")
    assert [who for who, figures in STANDINGS.items() if f"{who} – {figures}" not in running] == []
    assert "Place Player Rating Points DE SB WIN KS" in running
    assert "DE Direct encounter, SB Sonneborn-Berger, WIN Wins, KS Koya" in running
    await close_evening(services, steps.td, steps.key)
    await sites.write()
    page = named(pages_in(tmp_path), "event")
    stored = part(page, "Standings")
    assert [who for who, figures in STANDINGS.items() if f"{who} new {figures}" not in stored] == []
    rounds = [part(page, f"Round {number}") for number in (1, 2, 3)]
    assert all(words.startswith("White Result Black ") for words in rounds)
    played = {game for words in rounds for game in re.findall(r"(\w+) (1-0|0-1|½-½) (\w+)", words)}
    assert {as_played(first, second, result) for first, result, second in played} == set(RESULTS.items())
    assert part(page, "Start list") == "No. Player Rating 1 Ann new 2 Bo new 3 Cy new 4 Di new"
    assert "1 Ann 3 new" in part(page, "Crosstable")


@pytest.mark.both_databases
async def test_a_players_page_has_events_games_and_changes(services: Services, actor: Actors, tmp_path: Path) -> None:
    """Of two with 1500 the winner gains half of Elo's K of 32."""
    for name in ("Ann", "Bo"):
        rated = SetRatingRequest(actor(name).member, 1500, 30, RatingList.ELO)
        await set_rating(services, actor("Tess", manager=True), rated)
    steps = Steps(services, actor)
    card = await new_evening(services, steps.td, "Friday", RatingList.ELO, Plan(method_named("swiss"), 1, None))
    steps.key = card.evening.id
    await steps_join(steps, "Ann", "Bo")
    await play(steps)
    await close_round(services, steps.td, steps.key)
    await close_evening(services, steps.td, steps.key)
    await change(services, actor.club_id, site="link")
    await ClubSites(services, tmp_path).write()
    pages = pages_in(tmp_path)
    day = services.today(None).isoformat()
    for name, other, score, after, result in (
        ("Ann", "Bo", "1", "1516 (+16)", "1"),
        ("Bo", "Ann", "0", "1484 (-16)", "0"),
    ):
        [page] = [page for page in pages.values() if f"<h1>{name}</h1>" in page]
        words = part(page, "Events and games")
        assert f"{day} · Friday · {score} of 1 Elo 1500 → {after}" in words
        assert re.search(rf"1 (White|Black) {result} {other} 1500$", words)
        assert re.search(rf'<a href="player-\d+.html">{other}</a>', page)
        assert re.search(r'<a href="event-\d+.html">Friday</a>', page)


async def test_an_own_report_and_a_match_are_on_the_players_page(club: SimulatedClub, tmp_path: Path) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1400", rating=1500, games=30)
    await set_settings(club, site="link")
    await ClubSites(club.services, tmp_path).write()
    [page] = [page for page in pages_in(tmp_path).values() if "<h1>Dana</h1>" in page]
    words = part(page, "Events and games")
    assert "1 of 2" in words
    assert re.search(r"1 – 1 – 1500 2 – 0 – 1400$", words)  # no opponent in the club, so no name


LEFT_OUT: dict[str, dict[str, Any]] = {"hidden": {"hidden": True}, "not wanted": {"on_site": False}}


@pytest.mark.parametrize("left_out", [*LEFT_OUT, "forgotten"])
async def test_left_out_players_are_named_on_no_page_of_an_evening(
    services: Services, actor: Actors, tmp_path: Path, left_out: str
) -> None:
    first = await all_play_all(services, actor)
    await close_evening(services, first.td, first.key)
    steps = await all_play_all(services, actor, rounds=1)
    await play(steps)
    sites = ClubSites(services, tmp_path)
    await sites.write()
    before = pages_in(tmp_path)
    kinds = ("evening-", "hall-names-", "event-", "player-")
    assert all(any(kind in name and re.search(r"\bBo\b", page) for name, page in before.items()) for kind in kinds)
    if left_out == "forgotten":
        await forget_player(services, actor("Bo"), None)
    else:
        number = await change_player(services, actor.club_id, "Bo", **LEFT_OUT[left_out])
    await sites.write()
    after = pages_in(tmp_path)
    assert [name for name, page in after.items() if re.search(r"\bBo\b", page)] == []
    if left_out != "forgotten":
        assert f"Player {number}" in after[f"hall-{steps.key}.html"]
        assert f"Player {number}" in after[f"hall-names-{steps.key}.html"]
        [ann] = [page for page in after.values() if "<h1>Ann</h1>" in page]
        assert f"Player {number}" in part(ann, "Events and games")


async def test_a_match_does_not_name_a_player_who_is_not_on_the_pages(club: SimulatedClub, tmp_path: Path) -> None:
    await found_list(club, "Darts", "elo")
    for who in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=who, rating=1200.0, games=3, list="elo:Darts")
    told = await club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins="1", list="elo:Darts")
    await club.eli.click(told.response, label="Confirm")
    await set_settings(club, site="link")
    sites = ClubSites(club.services, tmp_path)
    await sites.write()
    [page] = [page for page in pages_in(tmp_path).values() if "<h1>Dana</h1>" in page]
    assert "Match · 1 of 1 Darts 1200 → 1216 (+16)" in part(page, "Events and games")
    assert part(page, "Events and games").endswith(" 1 Eli 1200")
    await change_player(club.services, club.guild.id, "Eli", on_site=False)
    await sites.write()
    assert "Eli" not in "".join(pages_in(tmp_path).values())


async def test_the_screen_shows_boards_then_standings_and_the_end(
    services: Services, clock: Clock, actor: Actors, tmp_path: Path
) -> None:
    steps = await all_play_all(services, actor, rounds=0)
    sites = ClubSites(services, tmp_path)

    async def screen(kind: str = "hall") -> str:
        await change(services, actor.club_id)
        await sites.write()
        page = named(pages_in(tmp_path), kind)
        assert '<meta http-equiv="refresh" content="20">' in page
        assert "script-src 'none'" in page
        assert "<script" not in page
        return text_of(page.partition("<main>")[2].partition("</main>")[0])

    assert await screen() == "Friday 4 players. Round 1 is not paired yet. Player Rating Ann – Bo – Cy – Di –"
    await steps.draft()
    assert "Round 1 is not paired yet" in await screen()
    state = await steps.publish()
    boards = [
        f"{one.board} {state.name_of(one.first)} – – {state.name_of(one.second or 0)} –" for one in state.pairings_of(1)
    ]
    assert await screen() == (
        "Friday Round 1 of 3, 2 games still playing · by name Board White Result Black " + " ".join(boards)
    )
    by_name = await screen("hall-names")
    assert re.findall(r"(Ann|Bo|Cy|Di) \d (?:White|Black)", by_name) == ["Ann", "Bo", "Cy", "Di"]
    assert "by board" in by_name
    for game in state.pairings_of(1):
        await steps.enter(f"#{game.first} 1-0 #{game.second}")
    assert "Round 1 of 3, all results are in" in await screen()
    await close_round(services, steps.td, steps.key)
    assert "Friday Standings after round 1 of 3 Player Rating Points" in await screen()
    for _ in range(2):
        await play(steps)
        await close_round(services, steps.td, steps.key)
    await close_evening(services, steps.td, steps.key)
    assert "Friday Final standings Player Rating Points DE SB WIN KS" in await screen()
    assert not any(name.startswith("evening-") for name in pages_in(tmp_path))
    clock.move(timedelta(days=2).total_seconds())
    await sites.write()
    assert not any(name.startswith("hall") for name in pages_in(tmp_path))


@pytest.mark.both_databases
async def test_last_played_is_not_the_day_of_a_roster(club: SimulatedClub, tmp_path: Path) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1400.0, games=40)
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1400", rating=1500, games=30)
    await set_settings(club, site="link")
    await ClubSites(club.services, tmp_path).write()
    board = text_of(pages_in(tmp_path)["uschess-regular.html"])
    assert re.search(r"1400 Eli 40 –", board)
    assert re.search(rf"Dana (\(not confirmed\) )?32 {club.services.today(None).isoformat()}", board)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("site", "folder", "words"),
    [
        ("https://example.org/ratings", None, r"🌐 Web pages: https://example\.org/ratings/[0-9a-f]{16}/index\.html"),
        (None, Path("pages"), r"⚠️ Web pages: the operator of this bot has given no address"),
        (None, None, r"⚠️ Web pages: nobody can read them yet\. The operator of this bot has to set up a folder"),
    ],
    ids=["address", "no address", "no folder"],
)
async def test_a_director_is_told_where_the_pages_are_or_what_is_missing(
    club: SimulatedClub, site: str | None, folder: Path | None, words: str
) -> None:
    club.env.bot.about, club.env.bot.site_folder = About(site=site), folder
    off = await set_settings(club)
    assert "Web pages:" not in card_of(off)
    told = await set_settings(club, site="link")
    assert re.search(words, card_of(told))
    checked = card_of(await check_club(club))
    assert re.search(words.replace("🌐", "✅").replace("⚠️", "❌"), checked)
    new = await club.td.click(told.response, label="New web address")
    assert re.search(words[words.index("Web pages") :], card_of(new))


async def test_the_panel_leads_to_the_screen_while_the_pages_can_be_read(club: SimulatedClub, tmp_path: Path) -> None:
    no_clock: Any = None
    evening = await PairedEvening.opened(club, no_clock, "Ann", "Bo", rounds=1)
    club.env.bot.about = About(site="https://example.org")

    async def links() -> list[str]:
        return re.findall(r"'url': '(https://example.org/[^']+)'", str((await evening.panel()).components))

    assert await links() == []
    await set_settings(club, site="link")
    await ClubSites(club.services, tmp_path).write()
    [link] = await links()
    assert (tmp_path / link.removeprefix("https://example.org/")).exists()
    await set_settings(club, site_parts=["boards"])
    assert await links() == []


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("sets", "wins", "mine", "theirs"),
    [("match", "2½-½", "2½-½", "½-2½"), ("match", "3-1", "3-1", "1-3"), ("points", "11-7 9-11 11-5", "2-1", "1-2")],
)
async def test_a_match_rated_as_one_game_has_its_score_in_lists_and_files(
    club: SimulatedClub, tmp_path: Path, sets: str, wins: str, mine: str, theirs: str
) -> None:
    await found_list(club, "Darts", "elo", sets=sets)
    for who in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=who, rating=1200.0, games=3, list="elo:Darts")
    told = await club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins=wins, list="elo:Darts")
    await club.eli.click(told.response, label="Confirm")
    for who, score in ((club.dana, mine), (club.eli, theirs)):
        card = await who.slash(club.channel, "rating show", list="elo:Darts")
        games = await who.click(card.response, label="Games")
        assert f"`{score}`" in card_of(games)
    await set_settings(club, site="link")
    await ClubSites(club.services, tmp_path).write()
    pages = pages_in(tmp_path)
    [page] = [page for page in pages.values() if "<h1>Eli</h1>" in page]
    assert part(page, "Events and games").endswith(f"1 – {theirs} Dana 1200")
    [stored] = await rows(club.services.database, select(event.c.id))
    exported = await export_event(club.td, club.channel, stored.id, "pairings")
    data = await exported.response.attachments[0].read()
    assert f",played,{mine.replace('2½', '2.5').replace('½', '0.5')}" in data.decode()
    assert [game.score for game in read_event_file(data).sections[0].games] == [1.0]

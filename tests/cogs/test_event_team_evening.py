"""An evening of teams: formed, paired, played on boards, ranked, closed."""

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from bot.store.database.tables import entrant, event
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows
from tests.file_answers import part_of
from tests.flows import export_event, fill_in

MEMBERS = {"Rooks": ("Ada", "Bo", "Cy"), "Knights": ("Di", "Ed", "Flo"), "Bishops": ("Gus", "Hal", "Ida")}
TEAMS = "\n".join(f"{name}: {', '.join(members)}" for name, members in MEMBERS.items())


async def opened(club: SimulatedClub, clock: Clock, **options: Any) -> PairedEvening:
    names = [name for members in MEMBERS.values() for name in members]
    return await PairedEvening.opened(club, clock, *names, **options)


async def form(evening: PairedEvening, teams: str = TEAMS, boards: str = "2") -> Any:
    panel = await evening.panel()
    return await fill_in(evening.club.td, await evening.club.td.click(panel, label="Teams"), boards=boards, teams=teams)


async def refusal(evening: PairedEvening, teams: str, boards: str = "2") -> str:
    answer = await form(evening, teams, boards)
    return "".join(str(one.content) for one in (answer.response, *answer.followups) if one is not None)


async def enter(evening: PairedEvening, lines: list[str]) -> Any:
    panel = await evening.panel()
    return await fill_in(
        evening.club.td, await evening.club.td.click(panel, label="Enter results"), results="\n".join(lines)
    )


def team_of(name: str) -> str:
    return next(team for team, members in MEMBERS.items() if name in members)


async def play(evening: PairedEvening) -> None:
    """Play a round: the team named first in MEMBERS wins every board."""
    await evening.begin()
    lines = []
    for white, black in await evening.opponents():
        order = list(MEMBERS)
        result = "1-0" if order.index(team_of(white)) < order.index(team_of(black)) else "0-1"
        lines.append(f"{white} {result} {black}")
    await enter(evening, lines)
    await evening.direct("Close round")
    await evening.send()


@pytest.mark.both_databases
@pytest.mark.parametrize("options", [{"method": "swiss", "rounds": 2}, {"method": "round-robin"}])
async def test_teams_are_paired_and_ranked_by_match_points(
    club: SimulatedClub, clock: Clock, options: dict[str, Any]
) -> None:
    evening = await opened(club, clock, **options)
    await form(evening)
    rounds = options.get("rounds", 3)
    for _ in range(rounds):
        await play(evening)
    state = await evening.state()
    for number in range(1, rounds + 1):
        pairings = state.pairings_of(number)
        assert sorted(one.kind for one in pairings) == ["G", "G", "U", "U"]
        for one in pairings:
            assert one.second is None or team_of(state.name_of(one.first)) != team_of(state.name_of(one.second))
    card = evening.card.embeds[0].description.replace("\xa0", " ")
    assert [line.split("` ")[1].split(" · ")[0] for line in card.splitlines()[-3:]] == ["Rooks", "Knights", "Bishops"]


@pytest.mark.parametrize(
    ("teams", "boards", "words"),
    [
        (TEAMS, "0", "not a number of boards"),
        ("Rooks Ada", "2", "is not a team"),
        ("Rooks: Ada, Bo\nKnights: Di", "4", '"Knights" has 1 player for 4 boards'),
        ("Rooks: Ada, Bo\nKnights: Bo, Di", "2", 'Bo is already in "Rooks"'),
        ("Rooks: Ada, Bo\nRooks: Ed, Di", "2", "Two teams are called"),
        ("Rooks: Ada, Bo", "2", "One team has no opponent"),
        ("Rooks: Ada, Nobody Here\nKnights: Ed, Di", "2", "is not in this event"),
    ],
)
async def test_faulty_teams_are_refused_in_one_sentence(
    club: SimulatedClub, clock: Clock, teams: str, boards: str, words: str
) -> None:
    evening = await opened(club, clock, method="swiss", rounds=2)
    assert words in await refusal(evening, teams, boards)
    assert (await evening.state()).evening.teams is None


async def test_an_empty_seat_loses_and_a_substitute_sits_down(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="swiss", rounds=2)
    await form(evening, "Rooks: Ada, Bo, Cy\nKnights: Di, Ed\nBishops: Gus, Hal\nPawns: Flo", boards="2")
    assert "Pawns" in str((await evening.state()).evening.teams)
    panel = await evening.panel()
    await fill_in(club.td, await club.td.click(panel, label="Byes, withdrawals"), who="Ada", what="H", round="1")
    await evening.begin()
    state = await evening.state()
    named = [[state.name_of(number) for number in one.numbers] for one in state.pairings_of(1)]
    assert sorted(map(len, named)) == [1, 1, 2, 2, 2]  # Ada's bye, an empty seat
    assert {"Bo", "Cy"} < {name for names in named for name in names if len(names) == 2} | {"-"}
    (alone,) = [one for one in state.pairings_of(1) if one.kind == "X"]
    assert state.name_of(alone.first) not in ("Flo", "Ada")


@pytest.mark.both_databases
async def test_a_team_withdraws_and_the_others_play_on(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="swiss", rounds=2)
    await form(evening)
    await play(evening)
    state = await evening.state()
    had_bye = next(team_of(state.name_of(one.first)) for one in state.pairings_of(1) if one.second is None)
    gone, left = (team for team in MEMBERS if team != had_bye)
    panel = await evening.panel()
    await fill_in(club.td, await club.td.click(panel, label="Byes, withdrawals"), who=gone.lower(), what="withdraw")
    await evening.begin()
    assert {team_of(name) for pair in await evening.opponents() for name in pair} == {had_bye, left}
    moved = f"{had_bye}: {', '.join(MEMBERS[left][:2])}\n{left}: {', '.join(MEMBERS[had_bye][:2])}"
    assert "Round 1 is already paired" in await refusal(evening, moved)


@pytest.mark.both_databases
async def test_a_closed_evening_is_an_event_with_its_teams(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="swiss", rounds=2)
    await form(evening)
    for _ in range(2):
        await play(evening)
    answer = await evening.direct("Close (TD)")
    assert answer is not None
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    listed = await club.dana.slash(club.channel, "events", event=str(event_id))
    teams = await club.dana.click(listed.response, label="Teams")
    assert "Rooks" in teams.response.embeds[0].description.splitlines()[2]


async def test_the_standings_of_teams_come_first_and_are_explained(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="round-robin")
    await form(evening)
    for _ in range(3):
        await play(evening)
    standings = await club.dana.click(evening.card, label="Standings")
    lines = standings.response.embeds[0].description.replace("\xa0", " ").splitlines()
    assert [line.split("` ")[1].split(" · ")[0] for line in lines[1:4]] == list(MEMBERS)
    how = await club.dana.click(standings.response, label="How?")
    shown = how.response.embeds[0].description.replace("\xa0", " ")
    assert "Rooks · place 1 · MP 2" in shown
    assert "**Game points** (US Chess 34G1): **4**" in shown
    assert shown.count("game points") == 2
    flo = evening.member("Flo")
    standings = await flo.click(evening.card, label="Standings")
    how = await flo.click(standings.response, label="How?")
    await flo.click(how.response, label="Me")
    assert "Knights · place 2" in how.response.embeds[0].description.replace("\xa0", " ")


async def test_the_panel_says_what_short_and_odd_teams_mean(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="swiss", rounds=1)
    await form(evening, "Rooks: Ada, Bo\nKnights: Di, Ed\nBishops: Gus\nPawns: Flo, Ida")
    panel = await evening.panel()
    for name in ("Flo", "Ida"):
        await fill_in(club.td, await club.td.click(panel, label="Byes, withdrawals"), who=name, what="Z", round="1")
    for label in ("Between rounds", "Draft of round 1"):
        shown = (await evening.panel()).embeds[0]
        assert shown.title == label
        lines = shown.description.splitlines()
        assert "⚠️ Bishops: 1 player for 2 boards, the other board is lost by forfeit." in lines
        assert "⚠️ Pawns: nobody plays in round 1, so the team is not paired." in lines
        assert "⚠️ The number of teams is odd: one has a bye that wins every board in each round." in lines
        if label == "Between rounds":
            await evening.direct("Pair round 1")


async def test_too_few_teams_are_not_paired(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="round-robin")
    await form(evening, "Rooks: Ada, Bo\nKnights: Di, Ed")
    panel = await evening.panel()
    answer = await club.td.click(panel, label="Pair round 1")
    assert "Round robin needs 3 teams, but there are 2." in answer.followups[0].content

    evening = await opened(club, clock, method="swiss", rounds=1)
    await form(evening, "Rooks: Ada\nKnights: Di")
    panel = await evening.panel()
    await fill_in(club.td, await club.td.click(panel, label="Byes, withdrawals"), who="Ada", what="Z", round="1")
    answer = await club.td.click(await evening.panel(), label="Pair round 1")
    assert answer.followups[0].content == ("Fewer than two teams have a player in round 1, so nobody can be paired.")


async def test_a_changed_order_of_a_team_is_stored_with_the_event(club: SimulatedClub, clock: Clock) -> None:
    """Bo and Ada change places after round 1: both rounds are exported as they sat."""
    evening = await opened(club, clock, method="swiss", rounds=1)
    await form(evening, "Rooks: Ada, Bo\nKnights: Di, Ed")
    await play(evening)
    await form(evening, "Rooks: Bo, Ada\nKnights: Di, Ed")
    await evening.direct("Close (TD)")
    found = await rows(club.services.database, select(entrant.c.name, entrant.c.seats, entrant.c.board))
    assert {row.name: (row.seats, row.board) for row in found} == {
        "Ada": ([[1, 1]], 2), "Bo": ([[1, 2]], 1), "Di": (None, 1), "Ed": (None, 2),
    }  # fmt: skip


async def printed(evening: PairedEvening, *what: str) -> list[str]:
    """Return the pages of the paper of an evening, as words."""
    standings = await evening.club.dana.click(evening.card, label="Standings")
    asked = await evening.club.dana.click(standings.response, label="Print")
    answer = await evening.club.dana.select(asked.response, [*what], custom_id=part_of(asked.response, "print-what"))
    pdf, _ = answer.response.attachments
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(await pdf.read())).pages]


async def test_teams_are_on_paper(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="round-robin")
    await form(evening)
    await play(evening)
    await evening.begin()
    pairings, by_board, by_name, standings, players, matches, members = await printed(
        evening, "pairings", "standings", "crosstable"
    )
    state = await evening.state()
    first, second = (team_of(state.name_of(number)) for number in state.pairings_of(2)[0].numbers)
    (out,) = {*MEMBERS} - {first, second}
    (idle,) = (
        {*MEMBERS}
        - {team_of(state.name_of(one.first)) for one in state.pairings_of(1) if one.is_game}
        - {team_of(state.name_of(one.second)) for one in state.pairings_of(1) if one.second is not None}
    )
    assert "round 2, matches" in pairings
    assert sorted(re.findall("ROOKS|KNIGHTS|BISHOPS", pairings)) == sorted(map(str.upper, MEMBERS))
    assert f"{out.upper()} bye" in pairings
    for one in state.pairings_of(2)[:2]:
        white, black = (state.name_of(number) for number in one.numbers)
        assert f"{white} * {black}" in pairings or f"{black} {white} *" in pairings
    assert "by board" in by_board
    assert "by name" in by_name
    assert "Team MP GP" in standings
    assert "Ada" in players
    assert "Team Round 1" in matches
    assert re.search(r"[123]: 2-0", matches)
    assert re.search(r"[123]: 0-2", matches)
    # Round 2 is being played: its matches are open, and the team without one has a dash.
    assert re.search(rf"{idle} – (–|[123]: –) 0 0", matches)
    assert len(re.findall(r"[123]: –", matches)) == 2
    assert "Ada" in members


async def test_a_running_event_is_exported_with_its_teams(club: SimulatedClub, clock: Clock) -> None:
    evening = await opened(club, clock, method="swiss", rounds=2)
    await form(evening)
    await play(evening)
    answer = await export_event(club.td, club.channel, f"evening-{(await evening.state()).evening.id}", "pairings")
    (file,) = answer.response.attachments
    read = read_event_file(await file.read())
    teams = {player.name: (player.team, player.board) for player in read.sections[0].players}
    assert teams == {name: (team, at) for team, names in MEMBERS.items() for at, name in enumerate(names, start=1)}


FOUR = {"Rooks": ("Ada", "Bo"), "Knights": ("Di", "Ed"), "Bishops": ("Gus", "Hal"), "Pawns": ("Flo", "Ida")}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("after", "others", "pawns"), [(1, ["1", "1", "2"], ["–", "–", "–"]), (2, ["1", "2", "4"], ["4", "0", "0"])]
)
async def test_a_team_that_leaves_a_round_robin_is_ranked_alike_after_the_close(
    club: SimulatedClub, clock: Clock, after: int, others: list[str], pawns: list[str]
) -> None:
    """Pawns lose 0-2 and leave after one or two of three matches; all else is drawn.

    Out of the table (C.05), they leave two drawn matches to each, as US Chess counts them 1 and 2 game points.
    Leaving later they forfeit: each has one match won by 2-0, as by forfeit, and two drawn: 2 and 4.
    """
    evening = await PairedEvening.opened(club, clock, *sum(FOUR.values(), ()), method="round-robin")
    await form(evening, "\n".join(f"{team}: {', '.join(members)}" for team, members in FOUR.items()))
    for number in (1, 2, 3):
        await evening.begin()
        signs = {(False, False): "½-½", (True, False): "0-1", (False, True): "1-0"}
        boards = await evening.opponents()
        await enter(evening, [f"{a} {signs[a in FOUR['Pawns'], b in FOUR['Pawns']]} {b}" for a, b in boards])
        await evening.direct("Close round")
        await evening.send()
        if number == after:
            form_of_byes = await club.td.click(await evening.panel(), label="Byes, withdrawals")
            await fill_in(club.td, form_of_byes, who="pawns", what="withdraw")

    def table(answer: Any) -> dict[str, list[str]]:
        lines = answer.response.embeds[0].description.replace("\xa0", " ")
        return {team: cell.split() for cell, team in re.findall(r"`([^`]*)` (Rooks|Knights|Bishops|Pawns)", lines)}

    wanted = {**dict.fromkeys(("Rooks", "Knights", "Bishops"), others), "Pawns": pawns}

    async def in_file(key: str) -> dict[str, list[str]]:
        (file,) = (await export_event(club.td, club.channel, key, "trf")).response.attachments
        lines = (await file.read()).decode().splitlines()
        return {line[8:40].strip(): line[55:73].split() for line in lines if line.startswith("310")}

    # FIDE counts a match won 2: two drawn give 2, and a forfeit 2 more.
    own = [f"{2.0 if after == 1 else 4.0}", f"{2.0 if after == 1 else 4.0}", "1"]
    teams = {**dict.fromkeys(("Rooks", "Knights", "Bishops"), own), "Pawns": ["0.0", "0.0", "4"]}
    assert await in_file(f"evening-{(await evening.state()).evening.id}") == teams
    assert table(await club.td.click(evening.card, label="Standings")) == wanted
    await club.td.click(await evening.panel(), label="Close (TD)")
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    shown = await club.dana.slash(club.channel, "events", event=str(event_id))
    assert table(await club.dana.click(shown.response, label="Teams")) == wanted
    assert await in_file(str(event_id)) == teams

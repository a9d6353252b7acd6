"""Doubles and small teams by /match, through the real commands. It is 21 November 2026."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import bring_up_to_date, verify_club
from bot.store.database.tables import event, player
from bot.store.events.unconfirmed import UNTIL_CONFIRMED
from tests.cogs.oracle_club import refused
from tests.cogs.test_club_copy_commands import ZIP, exported
from tests.cogs.test_oracle_waiting import at
from tests.cogs.test_own_lists import figures, found, text
from tests.conftest import SimulatedClub, by_names, card_of, full_text, rows, said
from tests.flows import events_of, export_event, fill_in, set_settings

ELO, GO = "elo", "glicko-2"


async def players(club: SimulatedClub, *names: str) -> dict[str, Any]:
    """Make players of Dana, Eli and members of these names."""
    members = {"Dana": club.dana, "Eli": club.eli, **{name: club.add(name) for name in names}}
    for member in members.values():
        await member.slash(club.channel, "me")
    return members


async def report(club: SimulatedClub, by: Any, sides: str, **more: Any) -> Any:
    return await by.slash(club.channel, "match", opponent=sides, **{"wins": "1", "losses": 0, "list": ELO, **more})


@pytest.mark.both_databases
async def test_doubles_are_reported_confirmed_exported_and_undone(club: SimulatedClub) -> None:
    """By hand: all at 1500, so 32 (1 - 0.5) = 16 points for each."""
    who = await players(club, "Fay", "Gus")
    told = await report(club, club.dana, "with Fay against Eli + Gus")
    assert "Dana + Fay 1 – 0 Eli + Gus" in text(told)
    assert "Waiting for Eli and Gus, or a director, to confirm." in text(told)
    assert await figures(club, ELO) == {}
    assert "Only the other side" in refused(await who["Fay"].click(told.response, label="Confirm"))
    done = await who["Gus"].click(told.response, label="Confirm")
    assert "Mean ratings 1500 and 1500, expected 0.50 of 1" in text(done)
    assert "✅ Confirmed by Gus" in text(done)
    after = {"Dana": 1516, "Fay": 1516, "Eli": 1484, "Gus": 1484}
    assert await figures(club, ELO) == after
    assert await verify_club(club.services, club.guild.id) == []

    shown = await club.eli.click(done.response, label="Calculation")
    assert "Eli + Gus" in card_of(shown)
    assert "` Dana + Fay – Eli + Gus · 1 game" in card_of(await events_of(club.eli, club.channel, "matches"))
    assert "The player's side has a mean of 1500, the other side of 1500" in await full_text(shown)
    data, other = await exported(club), club.other_server()
    asked = await other.td.slash(other.channel, "td import", file=(ZIP, data))
    await other.td.click(asked.response, label="Import club")
    assert await figures(other, ELO) == after
    assert await verify_club(club.services, other.guild.id) == []

    assert "Only a tournament director" in refused(await club.dana.click(done.response, label="Undo (TD)"))
    await club.td.click(done.response, label="Undo (TD)")
    assert await figures(club, ELO) == {}
    assert await verify_club(club.services, club.guild.id) == []


async def test_an_event_of_doubles_goes_out_as_a_file_and_back(club: SimulatedClub) -> None:
    await players(club, "Fay", "Gus")
    await report(club, club.td, "Dana + Fay, Eli + Gus", wins="2", losses=1)
    after = {"Dana": 1516, "Fay": 1516, "Eli": 1484, "Gus": 1484}
    assert await figures(club, ELO) == after
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    answer = await export_event(club.td, club.channel, str(event_id), "pairings")
    (file,) = answer.response.attachments
    data, other = await file.read(), club.other_server()
    looked = await other.td.slash(other.channel, "td import", file=("doubles.csv", data), list=ELO)
    await by_names(other.td, looked)
    await other.td.click(looked.response, label="Store it")
    assert await figures(other, ELO) == after
    again = other.td.slash(other.channel, "td import", file=("b.csv", data + b"\n"), list="uschess-regular")
    assert "US Chess does not rate doubles." in await said(again)
    assert "Only pairings with all details (CSV) show doubles" in refused(
        await export_event(club.td, club.channel, str(event_id), "trf", arbiter="Ann")
    )


async def test_the_other_side_disputes_and_the_match_is_gone(club: SimulatedClub) -> None:
    await players(club, "Fay", "Gus")
    told = await report(club, club.dana, "Dana + Fay, Eli + Gus")
    assert "You reported this match yourself" in refused(await club.dana.click(told.response, label="Dispute"))
    disputed = await club.eli.click(told.response, label="Dispute")
    assert "does not count" in disputed.followups[0].embeds[0].description
    assert await figures(club, ELO) == {}
    assert await club.td.slash(club.channel, "td queue")
    told = await report(club, club.dana, "Dana + Fay, Eli + Gus")
    await club.dana.click(told.response, label="Undo")
    await bring_up_to_date(at(club, timedelta(days=30)), club.guild.id)
    assert await figures(club, ELO) == {}


async def test_a_match_of_teams_counts_by_itself_and_by_the_queue(club: SimulatedClub) -> None:
    """Glickman 2013: newcomers of 1500, 350; the winner of one game against such has 1662.31."""
    await players(club, "Fay", "Gus", "Hal", "Ida")
    await report(club, club.dana, "me + Fay + Gus, Eli + Hal + Ida", list=GO)
    await bring_up_to_date(at(club, timedelta(days=30)), club.guild.id)
    assert (await figures(club, GO))["Fay"] == 1662.31
    await report(club, club.dana, "Dana + Fay, Eli + Gus", draws=1, wins="0")
    queue = await club.td.slash(club.channel, "td queue")
    assert "Dana + Fay – Eli + Gus" in queue.response.embeds[0].fields[0].name
    await club.td.click(queue.response, label="1 Confirm")
    assert await figures(club, ELO) == dict.fromkeys(("Dana", "Fay", "Eli", "Gus"), 1500)
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_list_that_rates_the_match_once_counts_it_once(club: SimulatedClub) -> None:
    """By hand: K 24, 24 (1 - 0.5) = 12 for a match won 2-1."""
    await found(club, start="1000", k="24", sets="match")
    await players(club, "Fay", "Gus")
    await report(club, club.td, "Dana + Fay, Eli + Gus", wins="2", losses=1, list="elo:Table tennis")
    assert await figures(club, "elo:Table tennis") == {"Dana": 1012, "Fay": 1012, "Eli": 988, "Gus": 988}


@pytest.mark.parametrize(
    ("sides", "more", "sentence"),
    [
        ("Dana + Fay, Eli + Gus", {"list": "uschess-regular"}, "US Chess does not rate doubles."),
        ("Dana + Fay, Eli + Gus", {"list": "fide-rapid"}, "FIDE does not rate doubles."),
        ("Dana + Fay, Eli + Gus", {"list": "naspa"}, "NASPA does not rate doubles."),
        ("Dana + Fay, Eli + Gus", {"list": "oracle"}, "Oracle does not rate doubles."),
        ("Dana + Fay, Eli", {}, "One side has 2 players and the other 1. Name 2 to 5 players for each side"),
        ("Dana + Fay, Eli + Dana", {}, "Dana is named twice. Name every player once."),
        ("Fay + Gus, Eli + Hal", {}, "Name yourself in one of the sides"),
        ("Dana + Nobody, Eli + Gus", {}, '"Nobody" is not a player of this club'),
        ("Dana + Fay", {}, '"Dana + Fay" does not name two sides.'),
        ("Dana + Fay, Eli + Gus", {"wins": "0"}, "The result is missing."),
    ],
)
async def test_what_is_no_match_of_two_sides_is_one_sentence(
    club: SimulatedClub, sides: str, more: dict[str, Any], sentence: str
) -> None:
    await players(club, "Fay", "Gus", "Hal")
    assert sentence in await said(report(club, club.dana, sides, **more))
    assert await rows(club.services.database, select(event.c.id)) == []


async def test_members_who_may_not_report_cannot_report_doubles(club: SimulatedClub) -> None:
    await players(club, "Fay", "Gus")
    await set_settings(club, self_report="directors")
    assert "You cannot report your own matches" in await said(report(club, club.dana, "Dana + Fay, Eli + Gus"))


async def test_the_last_name_is_completed(club: SimulatedClub) -> None:
    who = await players(club, "Fay")
    offered = await club.dana.autocomplete(club.channel, "match", "opponent", "me + fa")
    assert offered == [{"name": "me + Fay (on this server)", "value": f"me + <@{who['Fay'].id}>"}]


async def test_doubles_are_no_games_between_two(club: SimulatedClub) -> None:
    await players(club, "Fay", "Gus")
    await report(club, club.td, "Dana + Fay, Eli + Gus")
    compared = await club.dana.slash(club.channel, "rating compare", players="Dana, Eli", list=ELO)
    assert "1 game" not in card_of(compared)


async def test_sets_of_doubles_are_rated_by_share_of_points(club: SimulatedClub) -> None:
    """Elo 1978, 1.62, K 24, equals: 31 of 54 points are worth 24(31/54 - 1/2) = 1.78 to each player."""
    await found(club, start="1000", k="24", sets="points")
    await players(club, "Fay", "Gus")
    await report(club, club.td, "Dana + Fay, Eli + Gus", wins="11-7 9-11 11-5", list="elo:Table tennis")
    assert await figures(club, "elo:Table tennis") == {"Dana": 1001.78, "Fay": 1001.78, "Eli": 998.22, "Gus": 998.22}


async def rated(club: SimulatedClub) -> None:
    """Make players of Dana and Eli, at 1500."""
    await set_settings(club, default_list=ELO)
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=9, list=ELO)


@pytest.mark.parametrize("written", ["Dana, Eli", "Dana, #{eli}", "#{dana}, #{eli}", "#{dana}, Eli", "@Dana,<@{user}>"])
async def test_a_director_names_both_players_as_they_like(club: SimulatedClub, written: str) -> None:
    """By hand: 32 (1 - 1/2) = 16, and of nobody else."""
    await rated(club)
    ids = {row.name.lower(): row.id for row in await rows(club.services.database, select(player.c.name, player.c.id))}
    answer = await report(club, club.td, written.format(**ids, user=club.eli.id))
    assert "Dana 1 – 0 Eli" in text(answer)
    assert await figures(club, ELO) == {"Dana": 1516, "Eli": 1484}


async def test_a_name_with_a_comma_is_one_player_where_its_parts_are_none(club: SimulatedClub) -> None:
    await club.add("Ada Blank").slash(club.channel, "me")
    assert "Dana 1 – 0 Ada Blank" in text(await report(club, club.dana, "Blank, Ada"))


async def test_a_number_at_the_end_of_a_name_is_no_player(club: SimulatedClub) -> None:
    await players(club)
    assert '"Nobody #1" is not a player of this club' in await said(report(club, club.dana, "Nobody #1"))


async def test_sides_are_named_with_and(club: SimulatedClub) -> None:
    await players(club, "Fay", "Gus")
    assert "Fay + Dana 1 – 0 Eli + Gus" in text(await report(club, club.dana, "Fay and me, Eli and Gus"))


@pytest.mark.parametrize(
    ("wins", "score"),
    [
        ("3-1", "Dana 3 – 1 Eli"),
        ("2½", "Dana 2½ – ½ Eli"),
        ("2½–½", "Dana 2½ – ½ Eli"),
        ("11-7", "Dana 1 – 0 Eli"),
        ("7–11", "Dana 0 – 1 Eli"),
        ("11–7 9–11 11–5", "Dana 2 – 1 Eli"),
    ],
)
async def test_a_match_is_written_as_people_write_it(club: SimulatedClub, wins: str, score: str) -> None:
    await rated(club)
    written = {"opponent": "Eli", "wins": wins, "list": ELO}
    answer = await club.dana.slash(club.channel, "match", **written)
    assert score in text(answer)
    form = await club.dana.context_menu(club.channel, "Report a result", club.eli)
    if wins != "2½":
        assert score in text(await fill_in(club.dana, form, results=wins, list=[ELO]))


async def test_one_pair_is_a_set_on_a_list_by_points_and_games_in_a_pool(club: SimulatedClub) -> None:
    """Elo 1978, 1.62, K 24, equals: 6 of 10 points are worth 24(6/10 - 1/2) = 2.4."""
    await found(club, start="1000", k="24", sets="points")
    await players(club)
    await report(club, club.td, "Dana, Eli", wins="6-4", list="elo:Table tennis")
    assert await figures(club, "elo:Table tennis") == {"Dana": 1002.4, "Eli": 997.6}
    answer = await club.dana.slash(club.channel, "match", opponent="Eli", wins="12-8", list="oracle")
    assert "Dana 12–8 Eli" in str(answer.response.embeds[0].to_dict())


@pytest.mark.both_databases
async def test_a_match_that_its_list_no_longer_rates_waits_for_a_director(club: SimulatedClub) -> None:
    """US Chess rates a match only between established players; it must not block other commands."""
    rating_list = "uschess-regular"
    for member in (club.dana, club.eli):
        options = {"player": member, "rating": 1500.0, "games": 60, "list": rating_list}
        answer = await club.td.slash(club.channel, "td rating", **options)
    await report(club, club.dana, "Eli", list=rating_list)
    await club.td.click(answer.response, label="Undo")
    await bring_up_to_date(at(club, timedelta(days=30)), club.guild.id)
    ((voided, until),) = await rows(club.services.database, select(event.c.voided, event.c.waits_until))
    assert (voided, until) == (True, UNTIL_CONFIRMED)
    queue = await club.td.slash(club.channel, "td queue")
    refusal = refused(await club.td.click(queue.response, label="1 Confirm"))
    assert "A match is rated only between players with established ratings" in refusal
    assert await verify_club(club.services, club.guild.id) == []

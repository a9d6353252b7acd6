"""/match: it moves nobody until the other side or a director has confirmed it, or a day has gone by."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from oracle_club import labels, match, name_keeper, ratings, refused, reported
from sqlalchemy import select

from bot.services.framework import whole_clubs as oracle_due
from bot.services.framework.context import Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.framework.whole_clubs import bring_up_to_date, count_matches
from bot.services.matches.match import confirm_match, object_to_match
from bot.store.database.tables import audit, event
from bot.store.events import unconfirmed
from core.errors import InputError, NotAllowedError, NotFoundError
from tests.conftest import SimulatedClub, details, now, rows, said, text_of
from tests.flows import correct, merge_players, on_page, set_settings, void

DAY = timedelta(hours=24)


def later(club: SimulatedClub, by: timedelta) -> None:
    club.env.bot.services = at(club, by)
    for cog in club.env.bot.cogs.values():
        if hasattr(cog, "services"):
            cog.services = club.env.bot.services


def at(club: SimulatedClub, by: timedelta) -> Services:
    """Return the services as they are after some time."""

    def then() -> datetime:
        return now() + by

    return replace(club.services, now=then)


async def due(club: SimulatedClub) -> list[int]:
    """Return the clubs that have a match whose time has gone by after a day."""
    return await club.services.database.read(
        lambda connection: unconfirmed.clubs_with_due_matches(connection, now() + DAY), club=None
    )


async def match_id(club: SimulatedClub) -> int:
    found = await rows(club.services.database, select(event.c.id).order_by(event.c.id.desc()).limit(1))
    return int(found[0].id)


async def is_waiting(club: SimulatedClub) -> bool:
    (row,) = await rows(club.services.database, select(event.c.voided, event.c.waits_until))
    return bool(row.voided) and row.waits_until is not None


async def against_eli(club: SimulatedClub, **options: Any) -> Any:
    return await reported(club, f"<@{club.eli.id}>", **({"wins": 3, "losses": 1} | options))


async def test_a_thousand_wins_of_a_stranger_move_nobody(club: SimulatedClub) -> None:
    await name_keeper(club)
    await match(club, "Keeper", wins=12, losses=8)
    before = await ratings(club)

    answer = await reported(club, f"<@{club.dana.id}>", by=club.add("Zoe"), wins=1000)

    assert await ratings(club) == before
    assert "### Zoe 1000–0 Dana" in text_of(answer)
    # 2026-11-22, 12:00 UTC: a day after the tests' clock.
    assert (
        "⏳ Waiting for Dana, or a director, to confirm. Without an answer the match counts on <t:1795348800:f>"
        in text_of(answer)
    )
    assert "Zoe" not in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))
    assert "no Oracle rating yet" in await said(
        club.dana.slash(club.channel, "rating show", list="oracle", player="Zoe")
    )
    assert "12-8" in text_of(await details(club.dana, club.channel, "rating show", list="oracle"))


async def test_the_other_side_alone_is_notified(club: SimulatedClub) -> None:
    answer = await against_eli(club)
    (asked,) = answer.followups
    assert asked.content.startswith(f"<@{club.eli.id}>, is this correct?")
    sent = [request for request in club.env.http_requests if request.json and "allowed_mentions" in request.json][-1]
    assert sent.json["allowed_mentions"] == {"parse": [], "users": [club.eli.id]}


async def test_the_other_side_confirms_and_both_are_rated_where_it_was_reported(club: SimulatedClub) -> None:
    answer = await against_eli(club)
    assert labels(answer) == ["Confirm", "Dispute", "Add details", "Undo"]

    confirmed = await club.eli.click(answer.response, label="Confirm")

    assert "✅ Confirmed by Eli (<t:1795262400:d>)" in text_of(confirmed)
    assert "Dana new → **" in text_of(confirmed)
    assert labels(confirmed) == ["Calculation", "Add details", "Undo (TD)"]
    assert (await ratings(club)).keys() == {"Dana", "Eli"}


async def button(club: SimulatedClub, what: str) -> str:
    """Return the id of a button of the latest match."""
    event_id = await match_id(club)
    return f"undo:{event_id}" if what == "undo" else f"match-{what}:{event_id}"


async def test_a_late_confirmation_keeps_the_order_of_reporting(
    club: SimulatedClub,
) -> None:
    await against_eli(club, wins=5, losses=2)
    first = await match_id(club)
    await match(club, f"<@{club.add('Fay').id}>", wins=4, losses=4)
    await confirm_match(club.services, replace(club.actor(club.td), manager=True), first)
    in_turn = await ratings(club)

    other = club.other_server()
    await match(other, f"<@{other.eli.id}>", by=other.dana, wins=5, losses=2)
    await match(other, f"<@{other.add('Fay').id}>", by=other.dana, wins=4, losses=4)
    both = await rows(club.services.database, board_of(other))
    assert {row.name: row.rating for row in both} == in_turn


def board_of(club: SimulatedClub) -> Any:
    from bot.store.database.tables import player, standing

    joined = select(player.c.name, standing.c.rating).join(player, player.c.id == standing.c.player_id)
    return joined.where(standing.c.club_id == club.guild.id)


WAITING = {
    "confirm": {
        "dana": "Only the opponent or a tournament director (TD) can confirm this match",
        "fay": "Only the opponent or a tournament director (TD) can confirm this match",
        "eli": None,
        "td": None,
    },
    "wrong": {"dana": "You reported this match", "fay": "Only the opponent", "eli": None, "td": None},
    "undo": {"dana": None, "fay": "Only the reporter", "eli": None, "td": None},
}
COUNTING = {
    "confirm": dict.fromkeys(("dana", "fay", "eli", "td"), "This match already counts"),
    "wrong": {
        "dana": "You reported this match",
        "fay": "Only the opponent",
        "eli": "This match already counts",
        "td": "already counts",
    },
    "undo": {
        "dana": "Only a tournament director (TD) can undo a match that counts",
        "fay": "Only a tournament director (TD) can undo a match that counts",
        "eli": "Only a tournament director (TD) can undo a match that counts",
        "td": None,
    },
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("who", ["dana", "eli", "fay", "td", "former"])
@pytest.mark.parametrize("what", ["confirm", "wrong", "undo"])
@pytest.mark.parametrize("state", ["waits", "confirmed", "time has gone by"])
async def test_who_may_press_which_button(club: SimulatedClub, state: str, what: str, who: str) -> None:
    await set_settings(club, td_role=club.td_role)
    people = {"dana": club.dana, "eli": club.eli, "fay": club.add("Fay"), "td": club.td}
    people["former"] = club.add("Gus", club.td_role)
    club.env.backend.get_guild(club.guild.id).members[people["former"].id].role_ids.clear()
    answer = await against_eli(club)
    if state == "confirmed":
        # As through another message of it: this one keeps its buttons.
        await confirm_match(club.services, club.actor(club.eli), await match_id(club))
    elif state == "time has gone by":
        later(club, DAY)
    refusal = (WAITING if state == "waits" else COUNTING)[what]["fay" if who == "former" else who]

    pressed = await people[who].click(answer.response, custom_id=await button(club, what))

    if refusal is None:
        assert pressed.followups == [] or not pressed.followups[0].ephemeral
        assert await is_waiting(club) is False
        assert bool(await ratings(club)) == (what == "confirm")
    else:
        assert refusal in refused(pressed)
        assert await is_waiting(club) == (state != "confirmed")
        assert bool(await ratings(club)) == (state == "confirmed")


async def test_another_clubs_director_reaches_no_match(club: SimulatedClub) -> None:
    await against_eli(club)
    other = club.other_server()
    stranger = replace(other.actor(other.td), manager=True)
    for act in (confirm_match, object_to_match):
        with pytest.raises(NotFoundError, match="no such event"):
            await act(
                club.services, replace(stranger, interaction_id=other.env.backend.snowflake()), await match_id(club)
            )
    assert await is_waiting(club)


@pytest.mark.both_databases
async def test_an_objection_takes_it_back_and_tells_both(club: SimulatedClub) -> None:
    answer = await against_eli(club)

    pressed = await club.eli.click(answer.response, label="Dispute")

    assert pressed.response.embeds[0].title == "Undone"
    assert "### Dana 3–1 Eli" in text_of(pressed)
    (told,) = pressed.followups
    assert told.content == f"<@{club.dana.id}>"
    assert f"<@{club.eli.id}> disputes it" in told.embeds[0].description
    assert await ratings(club) == {}
    with pytest.raises(NotFoundError, match="has been undone"):
        await confirm_match(club.services, club.actor(club.eli), await match_id(club))
    later(club, 2 * DAY)
    assert "Dana" not in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))


@pytest.mark.parametrize("act", [confirm_match, object_to_match])
@pytest.mark.both_databases
async def test_of_many_presses_at_once_one_counts_once(club: SimulatedClub, act: Callable[..., Any]) -> None:
    await against_eli(club)
    event_id = await match_id(club)
    presses = [club.actor(club.eli) for _ in range(8)]
    done = await asyncio.gather(*(act(club.services, press, event_id) for press in presses), return_exceptions=True)
    counted = [(press, one) for press, one in zip(presses, done, strict=True) if not isinstance(one, BaseException)]
    ((press, _),) = counted
    assert all(isinstance(one, InputError | NotFoundError) for one in done if isinstance(one, BaseException))
    with pytest.raises(AlreadyDoneError):
        await act(club.services, press, event_id)
    written = select(audit.c.id).where(
        audit.c.subject_id == event_id, audit.c.action.in_(("confirm-match", "object-match"))
    )
    assert len(await rows(club.services.database, written)) == 1


async def test_confirmed_and_objected_to_at_once_is_one_of_the_two(club: SimulatedClub) -> None:
    await against_eli(club)
    event_id, eli, td = await match_id(club), club.actor(club.eli), replace(club.actor(club.td), manager=True)
    done = await asyncio.gather(
        object_to_match(club.services, eli, event_id),
        confirm_match(club.services, td, event_id),
        return_exceptions=True,
    )
    assert sum(isinstance(one, BaseException) for one in done) == 1
    assert bool(await ratings(club)) == (not isinstance(done[1], BaseException))


async def test_a_report_counts_after_a_day_without_objection_and_not_before(club: SimulatedClub) -> None:
    await against_eli(club)
    await bring_up_to_date(at(club, DAY - timedelta(seconds=1)), club.guild.id)
    assert await ratings(club) == {}
    await asyncio.gather(*(bring_up_to_date(at(club, DAY), club.guild.id) for _ in range(64)))
    assert (await ratings(club)).keys() == {"Dana", "Eli"}
    assert await due(club) == []


@pytest.mark.both_databases
async def test_the_hourly_work_counts_what_is_due_in_every_club(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = club.other_server()
    await against_eli(club)
    await reported(other, f"<@{other.eli.id}>", by=other.dana, wins=3, losses=1)
    usual = bring_up_to_date

    async def fails_in_the_first(services: Services, club_id: int) -> None:
        if club_id == min(club.guild.id, other.guild.id):
            raise OSError("the database is away")
        await usual(services, club_id)

    monkeypatch.setattr(oracle_due, "bring_up_to_date", fails_in_the_first)
    assert await count_matches(at(club, DAY)) == 1
    club.forgive()
    assert len(await due(club)) == 1
    monkeypatch.undo()
    assert await count_matches(at(club, DAY)) == 1
    assert await due(club) == []
    counts = await rows(club.services.database, select(event.c.club_id).where(event.c.voided.is_(False)))
    assert {row.club_id for row in counts} == {club.guild.id, other.guild.id}


async def test_whoever_looks_after_a_day_sees_it_counted(club: SimulatedClub) -> None:
    await against_eli(club)
    later(club, DAY)
    assert "Dana" in text_of(await club.eli.slash(club.channel, "leaderboard", list="oracle"))


async def test_the_clubs_hours_decide(club: SimulatedClub) -> None:
    await set_settings(club, confirm_hours=2)
    await against_eli(club)
    await bring_up_to_date(at(club, timedelta(hours=2)), club.guild.id)
    assert (await ratings(club)).keys() == {"Dana", "Eli"}


async def test_a_directors_report_counts_at_once(club: SimulatedClub) -> None:
    answer = await reported(club, f"<@{club.eli.id}>", by=club.td, wins=3, member=f"<@{club.dana.id}>")
    assert labels(answer) == ["Calculation", "Add details", "Undo (TD)"]
    assert answer.followups == []
    assert (await ratings(club)).keys() == {"Dana", "Eli"}


async def test_a_club_may_leave_confirming_to_directors_or_to_nobody(club: SimulatedClub) -> None:
    await set_settings(club, confirm_results="director")
    answer = await against_eli(club)
    assert "Waiting for a director to confirm" in text_of(answer)
    assert "Only a tournament director (TD) can confirm matches in this club" in refused(
        await club.eli.click(answer.response, label="Confirm")
    )
    assert "✅" in text_of(await club.td.click(answer.response, label="Confirm"))

    await set_settings(club, confirm_results="none")
    assert labels(await against_eli(club)) == ["Calculation", "Add details", "Undo (TD)"]


async def test_a_side_without_discord_leaves_it_to_a_director(club: SimulatedClub) -> None:
    await match(club, "Old Bo", by=club.td, wins=1, losses=1, kind="human", member=f"<@{club.eli.id}>")
    answer = await reported(club, "Old Bo", wins=2, losses=5)
    assert "Waiting for a director to confirm" in text_of(answer)
    assert answer.followups == []
    await club.td.click(answer.response, label="Confirm")
    assert (await ratings(club)).keys() == {"Dana", "Eli", "Old Bo"}


class TestUndo:
    async def test_the_reporter_takes_back_what_waits(self, club: SimulatedClub) -> None:
        await match(club, f"<@{club.eli.id}>", wins=3, losses=1)
        before = await ratings(club)
        await against_eli(club, wins=0, losses=9)
        text = text_of(await club.dana.slash(club.channel, "rating undo"))
        assert "had not changed any rating" in text
        assert "not changed any rating" in text
        assert await ratings(club) == before

    async def test_what_counts_is_a_directors_to_take_back(self, club: SimulatedClub) -> None:
        await match(club, f"<@{club.eli.id}>", wins=3, losses=1)
        assert "Ask a tournament director (TD) to void it" in await said(club.dana.slash(club.channel, "rating undo"))
        assert "no reported event" in await said(club.eli.slash(club.channel, "rating undo"))
        assert "no longer counts" in text_of(await on_page(club.td, club.channel, club.dana, "Undo last report"))
        assert await ratings(club) == {}

    async def test_a_director_voids_what_waits(self, club: SimulatedClub) -> None:
        await against_eli(club)
        event_id = str(await match_id(club))
        assert "had not changed any rating" in text_of(await void(club, event_id, "not so"))
        assert "The event has already been undone" in await said(void(club, event_id, "not so"))
        later(club, DAY)
        assert "Dana" not in text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))

    async def test_a_voided_one_waits_again_after_undo_and_counts_in_its_time(self, club: SimulatedClub) -> None:
        await against_eli(club)
        voided = await void(club, str(await match_id(club)), "not so")
        undone = await club.td.click(voided.response, label="Undo")
        assert "The match waits for its confirmation again." in str(undone.followups[-1].embeds[0].description)
        later(club, DAY)
        board = text_of(await club.dana.slash(club.channel, "leaderboard", list="oracle"))
        assert "Dana" in board
        assert "Eli" in board


class TestBesideOtherFacts:
    async def test_it_cannot_be_looked_at_amended_or_exported_yet(self, club: SimulatedClub) -> None:
        await against_eli(club)
        event_id = str(await match_id(club))
        waits = "That event is not confirmed yet"
        assert waits in await said(club.eli.slash(club.channel, "events", event=event_id))
        assert "no event to export" in await said(club.td.slash(club.channel, "td export", what="event"))
        assert waits in await said(correct(club, event_id, f"round 1: {club.dana.mention} loss", "typo"))

    async def test_the_two_of_a_match_that_waits_are_not_merged(self, club: SimulatedClub) -> None:
        await against_eli(club)
        sentence = await said(merge_players(club.td, club.channel, player="Dana", duplicate="Eli", reason="one"))
        assert "Dana and Eli both played in Dana – Eli" in sentence

    async def test_it_goes_along_with_a_merge_and_comes_back_from_it(self, club: SimulatedClub) -> None:
        await reported(club, "Old Bo", by=club.td, wins=1, losses=1, kind="human", member=f"<@{club.add('Fay').id}>")
        await against_eli(club)
        merged = await merge_players(club.td, club.channel, player="Old Bo", duplicate="Eli", reason="one")
        await bring_up_to_date(at(club, DAY), club.guild.id)
        assert (await ratings(club)).keys() == {"Fay", "Old Bo", "Dana"}
        await club.td.click(merged.response, label="Undo")
        assert (await ratings(club)).keys() == {"Fay", "Old Bo", "Dana", "Eli"}

    async def test_confirmed_behind_a_calibration_it_stands_before_it(self, club: SimulatedClub) -> None:
        await match(club, f"<@{club.eli.id}>", wins=2, losses=1)
        answer = await against_eli(club)
        looked = await club.td.slash(club.channel, "td publish", what="oracle")
        await club.td.click(looked.response, label="Store it")
        without = await ratings(club)
        await club.eli.click(answer.response, label="Confirm")
        found = await ratings(club)
        assert found["Dana"] > without["Dana"]
        # A batch does not ask in which order it got to know the matches: mirrored, the two sum to 100.
        assert found["Dana"] + found["Eli"] == pytest.approx(100.0, abs=1e-6)

    async def test_waiting_players_are_exported_without_a_game(self, club: SimulatedClub) -> None:
        await against_eli(club)
        answer = await club.td.slash(club.channel, "td export", what="pool")
        (file,) = answer.response.attachments
        lines = (await file.read()).decode().splitlines()[1:]
        assert [line.split(",")[1] for line in lines] == ["Keeper", "Dana", "Eli"]
        assert all(line.split(",")[5:7] == ["0", "0"] for line in lines)


async def test_an_objection_after_a_day_is_too_late(club: SimulatedClub) -> None:
    await against_eli(club)
    with pytest.raises(NotAllowedError, match="This match already counts"):
        await object_to_match(at(club, DAY), club.actor(club.eli), await match_id(club))

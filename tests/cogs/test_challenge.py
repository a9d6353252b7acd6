"""/challenge and the menus under Apps, through the real commands. It is 21 November 2026, 12:00 UTC."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.app import CrosstableBot
from bot.services.framework.context import Member, Services
from bot.services.framework.whole_clubs import count_matches, verify_club
from bot.services.matches.challenges import NewChallenge, accept
from bot.services.matches.challenges import propose as propose_match
from bot.services.matches.match import confirm_match
from bot.store.database.tables import challenge, entrant, event, game, player, standing
from core.errors import InputError, RuleError
from core.files.typed.matches import parse_match_results
from core.lists import RatingList
from tests.conftest import SimulatedClub, now, rows, said, twice
from tests.flows import fill_in, forget, link_player, merge_players, my_data, set_pool, set_settings

ELO = {"list": "elo"}


async def propose(club: SimulatedClub, terms: dict[str, str] | None = None, **options: Any) -> Any:
    """Let Dana challenge Eli, and change the terms where they are named."""
    proposed = await club.dana.slash(club.channel, "challenge", player=club.eli, **{**ELO, **options})
    if terms is not None:
        form = await club.dana.click(proposed.response, label="Change terms")
        await club.dana.submit_modal(form, terms)
    return proposed


async def accepted(club: SimulatedClub, **options: Any) -> Any:
    return await club.eli.click((await propose(club, **options)).response, label="Accept")


async def reported(club: SimulatedClub, values: dict[str, str] | None = None, **options: Any) -> Any:
    """Let Dana report a match that was accepted."""
    card = await accepted(club, **options)
    form = await club.dana.click(card.response, label="Report result")
    return await club.dana.submit_modal(form, values or {"game-1": "1"})


def text(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


async def refused(clicking: Any) -> str:
    """Return the sentence that a click on a message is refused with, which stays as it is."""
    return str((await clicking).followups[0].content)


async def status(club: SimulatedClub) -> str:
    found = await rows(club.services.database, select(challenge.c.status).order_by(challenge.c.id.desc()))
    return str(found[0].status)


async def ratings(club: SimulatedClub) -> dict[str, float]:
    query = select(player.c.name, standing.c.rating).join(standing, standing.c.player_id == player.c.id)
    return {row.name: row.rating for row in await rows(club.services.database, query)}


@pytest.mark.both_databases
async def test_a_challenge_is_accepted_played_reported_confirmed_and_rated(club: SimulatedClub) -> None:
    """Elo with K 32: both begin at 1500 and expect 1½ of 3; 2½ are worth 32 points."""
    proposed = await propose(club, {"begins": "white"}, games=3, note="Friday at seven")
    assert "### Dana – Eli" in text(proposed)
    assert "Dana begins the first game" in text(proposed)
    assert "> Friday at seven" in text(proposed)
    assert proposed.followups[0].content == f"<@{club.eli.id}>, Dana challenges you."
    card = await club.eli.click(proposed.response, label="Accept")
    assert "Accepted" in text(card)
    form = await club.eli.click(card.response, label="Report result")
    told = await club.eli.submit_modal(form, {"game-1": "0", "game-2": "½", "game-3": "0"})
    assert "### Dana 2½ – ½ Eli" in text(told)
    assert "Waiting for Dana, or a director, to confirm." in text(told)
    assert told.followups[0].content.startswith(f"<@{club.dana.id}>, is this correct?")
    assert await ratings(club) == {}

    done = await club.dana.click(told.response, label="Confirm")
    assert "new → **1532** Dana" in text(done)
    assert "new → **1468** Eli" in text(done)
    assert await ratings(club) == {"Dana": 1532.0, "Eli": 1468.0}
    colours = await rows(club.services.database, select(game.c.first_began).order_by(game.c.round))
    assert [row.first_began for row in colours] == [True, False, True]
    assert await verify_club(club.services, club.guild.id) == []
    await club.td.click(done.response, label="Undo (TD)")
    assert await ratings(club) == {}


@pytest.mark.both_databases
async def test_the_same_click_delivered_twice_is_one_challenge_and_one_event(club: SimulatedClub) -> None:
    told = await reported(club)
    await club.eli.click(told.response, label="Confirm")
    ((key, event_id),) = await rows(club.services.database, select(challenge.c.id, challenge.c.event_id))
    by_dana, by_eli = club.actor(club.dana), club.actor(club.eli)
    with pytest.raises(InputError, match="This match already counts"):
        await confirm_match(club.services, by_eli, event_id)
    written = NewChallenge(Member(club.eli.id, "Eli"), RatingList.ELO)
    await twice(lambda: propose_match(club.services, by_dana, written))
    assert len(await rows(club.services.database, select(event))) == 1
    assert len(await rows(club.services.database, select(challenge))) == 2
    with pytest.raises(RuleError, match="already done"):
        await accept(club.services, by_eli, key)


async def test_declined_and_called_off_are_silent(club: SimulatedClub) -> None:
    declined = await club.eli.click((await propose(club)).response, label="Decline")
    assert "Eli declined" in text(declined)
    assert declined.followups == []
    assert await status(club) == "declined"
    assert "cancelled" in text(await club.dana.click((await propose(club)).response, label="Decline")).lower()
    card = await accepted(club)
    await club.eli.click(card.response, label="Call it off")
    assert await status(club) == "withdrawn"


async def test_only_the_two_and_directors_may_press(club: SimulatedClub) -> None:
    proposed, fay = await propose(club), club.add("Fay")
    assert "Only Dana, Eli or a tournament director" in await refused(fay.click(proposed.response, label="Accept"))
    assert "Only Dana, Eli or a tournament director" in await refused(fay.click(proposed.response, label="Decline"))
    assert "Only Eli can accept this challenge" in await refused(club.dana.click(proposed.response, label="Accept"))
    card = await club.td.click(proposed.response, label="Accept")
    assert "Only Dana, Eli or a tournament director" in await said(fay.click(card.response, label="Report result"))
    form = await club.td.click(card.response, label="Report result")
    counted = await club.td.submit_modal(form, {"game-1": "1"})
    assert "### Dana 1 – 0 Eli" in text(counted)
    assert len(await ratings(club)) == 2


async def test_the_second_report_meets_the_first_and_the_reporter_cannot_confirm(club: SimulatedClub) -> None:
    card = await accepted(club)
    forms = [await who.click(card.response, label="Report result") for who in (club.dana, club.eli)]
    told = await club.dana.submit_modal(forms[0], {"game-1": "1"})
    refusal = await said(club.eli.submit_modal(forms[1], {"game-1": "1"}))
    assert refusal == "Dana has already reported the result. Press Confirm or Dispute under that match."
    again = await said(club.dana.click(card.response, label="Report result"))
    assert again == "You have already reported the result. Press Undo under that match first."
    assert "Only the opponent or a tournament director (TD) can confirm this match" in await refused(
        club.dana.click(told.response, label="Confirm")
    )
    assert "You reported this match yourself" in await refused(club.dana.click(told.response, label="Dispute"))
    disputed = await club.eli.click(told.response, label="Dispute")
    assert "press **Report result** under the challenge" in str(disputed.followups[0].embeds[0].description)
    form = await club.eli.click(card.response, label="Report result")
    anew = await club.eli.submit_modal(form, {"game-1": "1"})
    assert "### Dana 0 – 1 Eli" in text(anew)


async def test_a_result_that_counts_is_not_reported_again(club: SimulatedClub) -> None:
    card = await accepted(club)
    form = await club.dana.click(card.response, label="Report result")
    told = await club.dana.submit_modal(form, {"game-1": "1"})
    await club.eli.click(told.response, label="Confirm")
    counts = "already reported the result, and it counts. Ask a tournament director (TD) to void it"
    for who, by in ((club.eli, "Dana has"), (club.dana, "You have"), (club.td, "Dana has")):
        assert (await said(who.click(card.response, label="Report result"))).startswith(f"{by} {counts}")


async def test_a_longer_match_is_written_in_a_line(club: SimulatedClub) -> None:
    told = await reported(club, {"results": "6-1-3"}, games=10)
    assert "### Dana 6½ – 3½ Eli" in text(told)


@pytest.mark.parametrize(
    ("written", "results"),
    [
        ("WWLDW", (1, 1, 0, 0.5, 1)),
        ("w l =", (1, 0, 0.5)),
        ("2-1", (1, 1, 0)),
        ("1–2–1", (1, 0.5, 0.5, 0)),
    ],
)
def test_results_are_read_as_people_write_them(written: str, results: tuple[float, ...]) -> None:
    assert parse_match_results(written, 6) == results


@pytest.mark.parametrize("written", ["", "winning", "WWWWWWW", "5-2", "0-0", "6½-3½"])
def test_what_is_no_result_is_told_how(written: str) -> None:
    with pytest.raises(InputError, match="WWLDW"):
        parse_match_results(written, 6)


async def test_the_sixth_that_waits_oneself_and_a_bot_are_refused(club: SimulatedClub) -> None:
    for _ in range(5):
        await propose(club)
    assert "You already have 5 unanswered challenges" in await said(propose(club))
    assert "You cannot challenge yourself" in await said(
        club.dana.slash(club.channel, "challenge", player=club.dana, **ELO)
    )
    assert len(await rows(club.services.database, select(challenge))) == 5


async def test_a_list_that_would_not_rate_the_match_says_so_before_it_is_played(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=60)
    sentence = await said(propose(club, list="uschess-regular"))
    assert sentence.startswith("Eli: A match is rated only between players with established ratings")
    assert "Choose another list with the option list if the" in sentence
    assert await rows(club.services.database, select(challenge)) == []


@pytest.mark.both_databases
async def test_a_challenge_lapses_while_the_bot_is_stopped(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    proposed = await propose(club, {"until": "2026-11-21"})
    past = datetime(2026, 11, 20, tzinfo=UTC)
    await club.services.database.write(
        lambda connection: connection.execute(update(challenge).values(until=past)).close(), club=None
    )
    await club.env.restart_bot(make_bot())
    assert "has lapsed" in await refused(club.eli.click(proposed.response, label="Accept"))
    assert "No open challenges" in text(await club.dana.slash(club.channel, "challenge"))


async def test_only_who_challenges_changes_the_terms_and_not_to_a_day_gone_by(club: SimulatedClub) -> None:
    proposed = await propose(club, {"begins": "black", "until": "2026-11-30"})
    assert "Eli begins" in text(proposed)
    ((until,),) = await rows(club.services.database, select(challenge.c.until))
    assert until == datetime(2026, 12, 1, tzinfo=UTC)
    form = await club.dana.click(proposed.response, label="Change terms")
    sentence = await said(club.dana.submit_modal(form, {"until": "2026-11-20"}))
    assert sentence == "A challenge cannot lapse on that day. Choose today or a day up to 60 days ahead."
    form = await club.eli.click(proposed.response, label="Change terms")
    sentence = await said(club.eli.submit_modal(form, {"begins": "white"}))
    assert sentence == "Only Dana can change this challenge. Accept or decline it."


@pytest.mark.both_databases
async def test_what_nobody_confirms_counts_after_the_clubs_hours(club: SimulatedClub) -> None:
    told = await reported(club)
    for hours, counts in ((23, False), (25, True)):
        later = Services(club.services.database, lambda hours=hours: now() + timedelta(hours=hours))
        await count_matches(later)
        assert bool(await ratings(club)) == counts
    assert await count_matches(later) == 0
    assert "This match already counts" in await refused(club.eli.click(told.response, label="Confirm"))


async def test_where_nobody_confirms_a_report_counts_at_once(club: SimulatedClub) -> None:
    await set_settings(club, confirm_results="none")
    await reported(club)
    assert len(await ratings(club)) == 2


async def test_who_takes_no_challenges_is_not_asked(club: SimulatedClub) -> None:
    await propose(club)
    await club.services.database.write(
        lambda connection: connection.execute(update(player).values(challenged=False)).close(), club=None
    )
    assert (await propose(club)).followups == []


async def test_ones_own_are_listed_with_where_they_stand(club: SimulatedClub) -> None:
    assert "No open challenges" in text(await club.eli.slash(club.channel, "challenge"))
    proposed = await propose(club)
    listed = text(await club.eli.slash(club.channel, "challenge"))
    place = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{proposed.response.id}"
    assert listed.endswith(f"[Dana – Eli]({place}) · not answered · Elo")


@pytest.mark.both_databases
async def test_a_merge_takes_challenges_along_and_forgetting_drops_them(club: SimulatedClub) -> None:
    await propose(club, note="my phone is 555")
    ((key, dana),) = await rows(club.services.database, select(challenge.c.id, challenge.c.from_id))
    await club.td.slash(club.channel, "td rating", player=club.add("Ann"), rating=1500.0, games=9, **ELO)
    ann = (await rows(club.services.database, select(player.c.id).where(player.c.name == "Ann")))[0].id
    await link_player(club.td, club.channel, player=f"#{ann}")
    merged = await merge_players(club.td, club.channel, player=f"#{dana}", duplicate=f"#{ann}", reason="one")
    assert merged.response.embeds
    assert await rows(club.services.database, select(challenge.c.id, challenge.c.from_id)) == [(key, dana)]
    exported = await my_data(club.dana, club.channel)
    assert exported.response is not None
    await forget(club.dana, club.channel)
    assert await rows(club.services.database, select(challenge)) == []


async def test_the_menus_of_a_member(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1700.0, games=60)
    card = await club.dana.context_menu(club.channel, "Rating", club.eli)
    assert card.response.ephemeral
    await set_settings(club, default_list="elo")
    challenged = await club.dana.context_menu(club.channel, "Challenge", club.eli)
    assert "### Dana – Eli" in text(challenged)
    assert "You cannot challenge yourself" in await said(club.dana.context_menu(club.channel, "Challenge", club.dana))


async def test_a_result_is_reported_from_the_menu_of_a_member(club: SimulatedClub) -> None:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30, **ELO)
    form = await club.dana.context_menu(club.channel, "Report a result", club.eli)
    told = await fill_in(club.dana, form, results="WWD", list=["elo"])
    assert "### Dana 2½ – ½ Eli" in text(told)
    assert (await ratings(club)) == {"Dana": 1500.0, "Eli": 1500.0}
    await club.eli.click(told.response, label="Confirm")
    ((source, voided),) = await rows(club.services.database, select(event.c.source, event.c.voided))
    assert (source, voided) == ("match", False)


async def test_a_result_of_a_pool_keeps_the_order_of_play(club: SimulatedClub) -> None:
    await set_pool(club, keeper="Keeper")
    await set_settings(club, default_list="oracle")
    form = await club.dana.context_menu(club.channel, "Report a result", club.eli)
    told = await fill_in(club.dana, form, results="LWW")
    await club.eli.click(told.response, label="Confirm")
    results = await rows(club.services.database, select(game.c.result).order_by(game.c.round))
    assert [one.result for one in results] == [0.0, 1.0, 1.0]


@pytest.mark.parametrize(("written", "sentence"), [("WX", '"WX" is not a result of a match'), ("W" * 21, "at most 20")])
async def test_a_result_that_cannot_be_read_is_one_sentence(club: SimulatedClub, written: str, sentence: str) -> None:
    form = await club.dana.context_menu(club.channel, "Report a result", club.eli)
    assert sentence in await said(fill_in(club.dana, form, results=written))
    assert "A match has two players" in await said(club.dana.context_menu(club.channel, "Report a result", club.dana))


async def test_a_file_is_imported_from_its_message_by_directors(club: SimulatedClub) -> None:
    table = b"number,name,rating,games,1\n1,Ada Blank,1500,30,W2\n2,Bob Blank,1400,20,L1\n"
    message = await club.dana.send(club.channel, "the results", attachments=[("event.csv", table)])
    assert "Only a tournament director" in await said(club.dana.context_menu(club.channel, "Import this file", message))
    looked = await club.td.context_menu(club.channel, "Import this file", message)
    assert looked.response.ephemeral
    await club.td.click(looked.response, label="Store it")
    assert len(await rows(club.services.database, select(entrant))) == 2
    bare = await club.dana.send(club.channel, "no file")
    assert "The message has no file" in await said(club.td.context_menu(club.channel, "Import this file", bare))


@pytest.mark.both_databases
async def test_the_card_of_a_challenge_that_is_gone_acts_on_no_other(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=40)
    hana = club.add("Hana")
    first = await accepted(club)
    await forget(club.dana, club.channel)
    second = await club.eli.slash(club.channel, "challenge", player=hana, **ELO)
    ids = [answer.response.components[0]["components"][0]["custom_id"] for answer in (first, second)]
    assert ids[0] != ids[1]
    await club.eli.click(first.response, label="Call it off")
    assert await status(club) == "open"
    await hana.click(second.response, label="Accept")
    assert await status(club) == "accepted"

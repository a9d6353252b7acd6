"""Own reports: they move the rating at once, and what is for life when somebody has confirmed them."""

from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.club.directors_queue import due_reminders
from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import verify_club
from bot.services.ratings.rating_card import player_card
from bot.store.database.tables import entered_rating, event, norm, standing, title
from bot.ui.messages.daily import notify_directors
from core.lists import RatingList
from tests.conftest import SimulatedClub, by_names, details, rows, said
from tests.flows import edit_player, link_player, oracle_match, report_for, set_pool, set_settings, show_td, void

HIGH = {"opponents": "W2400 W2400 W2400 W2400"}
MARK, WAITS = "Not confirmed yet", "The rating counts now; norms and titles count then."


def text_of(answer: Any) -> str:
    parts = []
    for embed in answer.response.embeds:
        fields = [f"{one.name}\n{one.value}" for one in embed.fields]
        parts += [embed.title or "", embed.description or "", *fields, embed.footer.text or ""]
    return "\n".join(parts)


def labels(answer: Any) -> list[str]:
    return [part["label"] for row in answer.response.components for part in row["components"]]


async def number(club: SimulatedClub, table: Any) -> int:
    ((found,),) = await rows(club.services.database, select(func.count()).select_from(table))
    return int(found)


async def rating(club: SimulatedClub, member: Any) -> float | None:
    from bot.store.database.tables import player

    query = select(standing.c.rating).join(player, player.c.id == standing.c.player_id)
    found = await rows(club.services.database, query.where(player.c.user_id == member.id))
    return float(found[0].rating) if found else None


async def standings(club: SimulatedClub) -> list[str]:
    found = await rows(club.services.database, select(event.c.standing).order_by(event.c.id))
    return [row.standing for row in found]


async def rated(club: SimulatedClub, member: Any, value: float = 1500.0) -> None:
    await club.td.slash(club.channel, "td rating", player=member, rating=value, games=40, date="2026-01-01")


async def against_eli(club: SimulatedClub, **options: Any) -> Any:
    for member in (club.dana, club.eli):
        await rated(club, member)
    opponents = f"W<@{club.eli.id}> D<@{club.eli.id}>"
    return await club.dana.slash(club.channel, "rating update", **{"opponents": opponents, "event": "Duel", **options})


async def verified(club: SimulatedClub) -> None:
    assert await verify_club(club.services, club.guild.id) == []


async def forge(club: SimulatedClub, forger: Any) -> Any:
    for day in range(16, 21):
        brings = {"rating": 2390.0, "games": 100} if day == 16 else {}
        answer = await forger.slash(
            club.channel, "rating update", date=f"2026-11-{day}", event=f"Open {day}", **HIGH, **brings
        )
    return answer


class TestAForger:
    @pytest.mark.long
    async def test_five_invented_reports_give_no_title_and_are_marked_everywhere(self, club: SimulatedClub) -> None:
        forger = club.add("Forger")
        answer = await forge(club, forger)

        assert await number(club, event) == 5
        assert (await number(club, title), await number(club, norm)) == (0, 0)
        assert (await rating(club, forger) or 0) > 2450
        assert WAITS in text_of(answer)
        assert "Title earned" not in text_of(answer)
        shown = text_of(await details(club.eli, club.channel, "rating show", player=forger))
        assert MARK in shown
        assert "Master" not in shown
        board = text_of(await club.eli.slash(club.channel, "leaderboard"))
        assert "*· not confirmed*" in board
        assert "*" not in board.split("`")[1]
        assert MARK in text_of(await club.eli.slash(club.channel, "events", event="1"))
        norms = text_of(await club.eli.slash(club.channel, "norms", player=forger))
        assert "0 of 5 norms" in norms
        assert MARK in norms
        await verified(club)

    @pytest.mark.long
    async def test_a_real_event_afterwards_brings_the_forger_no_title_either(self, club: SimulatedClub) -> None:
        forger = club.add("Forger")
        await forge(club, forger)
        table = b"number,name,rating,games,1\n1,Forger,2390,100,W2\n2,Bob Blank,1400,20,L1\n"
        looked = await club.td.slash(club.channel, "td import", file=("e.csv", table), name="Club Open")
        await club.td.click((await by_names(club.td, looked)).response, label="Store it")
        assert await number(club, title) == 0
        await verified(club)

    async def test_what_counts_for_life_is_forecast_once_confirmed(self, club: SimulatedClub) -> None:
        """3 of 4 against 1464, 2032, 1811 and 1877 make a 2nd Category norm (chess.com); 1700 begins at B."""
        options = {"opponents": "1464 2032 1811 1877", "score": "3", "rating": 1700.0, "games": 40}
        answer = await club.dana.slash(club.channel, "rating update", **options)
        assert "Lifetime title: Certified Class B (1600), once confirmed" in text_of(answer)
        norms = await club.dana.slash(club.channel, "norms")
        text = text_of(norms)
        assert "○ ○ ○ ○ ○  0 of 5 norms, 5 to go · 1 more once confirmed" in text
        assert "You also need an established rating (more than 25 games): yours counts once confirmed." in text
        assert "Titles of the 1990s: blank → `b0`, once confirmed" in text
        levels = text_of(await club.dana.click(norms.response, label="All levels"))
        assert "an established rating (more than 25 games): yours counts once confirmed" in levels
        how = text_of(await club.dana.click(norms.response, label="How?"))
        assert "against each opponent's rating as given" in how
        assert "post-event" not in how

    async def test_fides_norms_say_so_too(self, club: SimulatedClub) -> None:
        options = {"list": "fide-standard", "rating": 1500.0, "games": 50}
        await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500 W1500 W1500", **options)
        assert MARK in text_of(await club.dana.slash(club.channel, "norms", event="1"))
        queue = await club.td.slash(club.channel, "td queue")
        await club.td.click(queue.response, label="1 Confirm")
        assert MARK not in text_of(await club.dana.slash(club.channel, "norms", event="1"))

    async def test_what_a_director_confirms_counts_as_if_it_always_had(self, club: SimulatedClub) -> None:
        forger = club.add("Forger")
        await forge(club, forger)
        before = await rating(club, forger)
        for left in (5, 4, 3, 2, 1):
            queue = await club.td.slash(club.channel, "td queue")
            assert f"{left} report" in text_of(queue)
            await club.td.click(queue.response, label="1 Confirm")
        assert await rating(club, forger) == before
        assert await number(club, norm) > 0
        assert await number(club, title) > 0
        assert MARK not in text_of(await details(club.eli, club.channel, "rating show", player=forger))
        assert "Nothing is waiting." in text_of(await club.td.slash(club.channel, "td queue"))
        await verified(club)


class TestAnOpponent:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_is_asked_and_what_everybody_confirms_is_confirmed(self, club: SimulatedClub) -> None:
        answer = await against_eli(club)
        assert labels(answer) == ["Calculation", "Confirm", "Dispute", "Undo", "Add details"]
        (asked,) = answer.followups
        assert asked.content.startswith(f"<@{club.eli.id}>, is this correct?")
        sent = [request for request in club.env.http_requests if request.json and "allowed_mentions" in request.json]
        assert sent[-1].json["allowed_mentions"] == {"parse": [], "users": [club.eli.id]}

        before = await rating(club, club.dana)
        confirmed = await club.eli.click(answer.response, label="Confirm")

        assert "confirms it." in text_of(confirmed)
        assert await standings(club) == ["confirmed"]
        assert (await rating(club, club.dana), await rating(club, club.eli)) == (before, 1500.0)
        await verified(club)

    async def test_is_named_once_with_what_counts_when(self, club: SimulatedClub) -> None:
        text = text_of(await against_eli(club))
        waits = "⏳ Waiting for Eli, or a director, to confirm. The rating counts now; norms and titles count then."
        assert text.count(waits) == text.count("confirm") == 1

    async def test_says_only_for_themselves_where_others_are_ratings(self, club: SimulatedClub) -> None:
        await rated(club, club.eli)
        await rated(club, club.dana)
        answer = await club.dana.slash(club.channel, "rating update", opponents=f"W<@{club.eli.id}> W2400")
        said_so = await club.eli.click(answer.response, label="Confirm")
        assert "Waiting for a director to confirm, because not every opponent" in text_of(said_so)
        assert await standings(club) == ["reported"]

    @pytest.mark.long
    async def test_vouches_for_nobody_while_their_own_rating_is_only_claimed(self, club: SimulatedClub) -> None:
        """Else a second account with a rating of its own invention would make any title."""
        second = club.add("Second")
        await second.slash(club.channel, "rating update", opponents="W2400", rating=2400.0, games=100)
        answer = await club.dana.slash(
            club.channel, "rating update", opponents=f"W<@{second.id}> " * 2, rating=2300.0, games=100
        )
        await second.click(answer.response, label="Confirm")
        assert await standings(club) == ["reported", "reported"]
        # Once a director has confirmed theirs, their word counts.
        queue = await club.td.slash(club.channel, "td queue")
        await club.td.click(queue.response, label="1 Confirm")
        await second.click(answer.response, label="Confirm")
        assert await standings(club) == ["confirmed", "confirmed"]

    @pytest.mark.both_databases
    async def test_may_say_how_it_was_and_a_director_sees_both_versions(self, club: SimulatedClub) -> None:
        answer = await against_eli(club)
        form = await club.eli.click(answer.response, label="Dispute")
        objected = await club.eli.submit_modal(form, {"version": "I won the first game."})
        assert await standings(club) == ["disputed"]
        assert "A director decides" in text_of(objected)

        queue = text_of(await club.td.slash(club.channel, "td queue"))
        assert "W Eli D Eli" in queue
        assert f"✋ <@{club.eli.id}> says: I won the first game." in queue

        shown = await club.td.slash(club.channel, "td queue")
        emptied = await club.td.click(shown.response, label="1 Undo")
        assert "Nothing is waiting." in text_of(emptied)
        assert await rating(club, club.dana) == 1500.0
        await verified(club)

    async def test_who_objected_may_think_again(self, club: SimulatedClub) -> None:
        answer = await against_eli(club)
        form = await club.eli.click(answer.response, label="Dispute")
        await club.eli.submit_modal(form, {"version": "A draw, I thought."})
        await club.eli.click(answer.response, label="Confirm")
        assert await standings(club) == ["confirmed"]

    async def test_nobody_else_says_whether_it_was_so(self, club: SimulatedClub) -> None:
        answer = await against_eli(club)
        fay = club.add("Fay")
        assert "Only the other players in it or a tournament" in await said(fay.click(answer.response, label="Confirm"))
        assert "You reported this yourself" in await said(club.dana.click(answer.response, label="Confirm"))
        form = await fay.click(answer.response, label="Dispute")
        assert "Only the other players in it or a tournament" in await said(fay.submit_modal(form, {"version": "No."}))
        await club.td.click(answer.response, label="Confirm")
        assert "already confirmed" in await said(club.eli.click(answer.response, label="Confirm"))
        assert await standings(club) == ["confirmed"]

    async def test_is_rated_too_where_the_club_says_so_and_then_both_stand_by_it(self, club: SimulatedClub) -> None:
        await set_settings(club, rate_opponents=True)
        answer = await against_eli(club)
        assert await rating(club, club.eli) == 1500.0
        await club.eli.click(answer.response, label="Confirm")
        after = await rating(club, club.eli)
        assert after is not None
        assert after < 1500.0
        await verified(club)
        # Their own side is told already, and the other's no longer theirs alone to take back.
        again = await club.eli.slash(club.channel, "rating update", opponents=f"L<@{club.dana.id}> D<@{club.dana.id}>")
        assert r"which is already stored" in text_of(again)
        assert "can undo a report that has rated both players" in await said(
            club.dana.slash(club.channel, "rating undo")
        )
        await void(club, "1", "no game")
        assert await rating(club, club.eli) == 1500.0
        await verified(club)

    async def test_who_has_told_their_own_side_is_not_rated_twice(self, club: SimulatedClub) -> None:
        await set_settings(club, rate_opponents=True)
        answer = await against_eli(club)
        await club.eli.slash(club.channel, "rating update", opponents=f"L<@{club.dana.id}> D<@{club.dana.id}>")
        before = await rating(club, club.eli)
        await club.eli.click(answer.response, label="Confirm")
        assert await rating(club, club.eli) == before
        await verified(club)


class TestTheClubsChoice:
    @pytest.mark.both_databases
    async def test_where_everything_waits_nothing_moves_until_somebody_confirms(self, club: SimulatedClub) -> None:
        await set_settings(club, confirm_reports="everything")
        answer = await club.dana.slash(
            club.channel, "rating update", opponents="W1500 W1500", rating=1500.0, games=40, event="Open"
        )
        assert "No rating changes before." in text_of(answer)
        assert await rating(club, club.dana) is None
        again = await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500", rating=1500.0, games=40)
        assert r"which is already stored" in text_of(again)

        queue = await club.td.slash(club.channel, "td queue")
        await club.td.click(queue.response, label="1 Confirm")
        assert (await rating(club, club.dana) or 0) > 1500
        assert await standings(club) == ["confirmed"]
        await verified(club)

    async def test_what_waits_is_taken_back_with_the_rating_that_came_with_it(self, club: SimulatedClub) -> None:
        await set_settings(club, confirm_reports="everything")
        await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=40)
        await club.dana.slash(club.channel, "rating undo")
        assert "Nothing is waiting." in text_of(await club.td.slash(club.channel, "td queue"))
        ((voided,),) = await rows(club.services.database, select(entered_rating.c.voided))
        assert voided
        assert await rating(club, club.dana) is None
        await verified(club)

    async def test_a_club_that_trusts_counts_everything_in_full(self, club: SimulatedClub) -> None:
        await set_settings(club, confirm_reports="nothing")
        forger = club.add("Forger")
        answer = await forge(club, forger)
        assert await number(club, title) > 0
        assert WAITS not in text_of(answer)
        assert "Nothing is waiting." in text_of(await club.td.slash(club.channel, "td queue"))

    async def test_what_a_director_reports_is_confirmed_by_that(self, club: SimulatedClub) -> None:
        await report_for(club.td, club.channel, club.dana, opponents="W1500", rating=1500.0, games=40)
        assert await standings(club) == ["confirmed"]

    async def test_the_settings_say_what_holds(self, club: SimulatedClub) -> None:
        assert "own reports" not in text_of(await club.td.slash(club.channel, "td settings"))
        asked = await club.td.slash(club.channel, "help", topic="confirm")
        assert "Titles, norms and lifetime points wait" in text_of(asked)
        rated_too = await set_settings(club, rate_opponents=True)
        assert "titles and norms wait until confirmed" in text_of(rated_too)
        changed = await set_settings(club, confirm_reports="everything", rate_opponents=True, td_channel=club.channel)
        assert "count for nothing until confirmed; the opponent who confirms is rated too" in text_of(changed)
        assert f"<#{club.channel.id}>" in text_of(changed)


class TestToldTwice:
    @pytest.mark.both_databases
    async def test_the_same_event_is_recognised_and_stored_twice_only_on_purpose(self, club: SimulatedClub) -> None:
        await rated(club, club.dana)
        first = {"opponents": "W1500 L1600", "date": "2026-11-20", "event": "Kitchen Open"}
        await club.dana.slash(club.channel, "rating update", **first)
        again = await club.dana.slash(club.channel, "rating update", **first)
        assert "This event looks like Kitchen Open of 2026-11-20, which is already stored" in text_of(again)
        assert await number(club, event) == 1

        stored = await club.dana.click(again.response, label="Store it anyway")
        assert "Kitchen Open" in text_of(stored)
        assert await number(club, event) == 2
        queue = text_of(await club.td.slash(club.channel, "td queue"))
        assert "Looks like **Kitchen Open**" in queue

    async def test_an_event_inside_an_imported_one_is_recognised(self, club: SimulatedClub) -> None:
        table = b"number,name,rating,games,1\n1,Dana,1500,30,W2\n2,Bob Blank,1400,20,L1\n"
        options = {"name": "Club Open", "date": "2026-11-20"}
        looked = await club.td.slash(club.channel, "td import", file=("e.csv", table), **options)
        await club.td.click((await by_names(club.td, looked)).response, label="Store it")
        await link_player(club.td, club.channel, player="Dana", member=club.dana)
        again = await club.dana.slash(club.channel, "rating update", opponents="W1400", date="2026-11-20")
        assert "This event looks like Club Open" in text_of(again)
        next_day = await club.dana.slash(club.channel, "rating update", opponents="W1400", date="2026-11-21")
        assert "This event looks like Club Open" in text_of(next_day)
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=40, date="2026-01-01")
        other_day = await club.dana.slash(club.channel, "rating update", opponents="W1400", date="2026-11-18")
        assert WAITS in text_of(other_day)

    async def test_a_file_says_which_members_have_told_its_event_already(self, club: SimulatedClub) -> None:
        """As a director who imports an event in which somebody was quicker sees it before confirming."""
        await rated(club, club.dana)
        await edit_player(club.td, club.channel, player="Dana", uschess_id="12345678")
        options = {"date": "2026-11-20", "event": "Kitchen Open"}
        await club.dana.slash(club.channel, "rating update", opponents="W1400", **options)
        table = b"number,name,uschess_id,rating,games,1\n1,Dana,12345678,1500,40,W2\n2,Bob Blank,,1400,20,L1\n"
        named = {"name": "Kitchen Open", "date": "2026-11-20"}
        looked = await club.td.slash(club.channel, "td import", file=("e.csv", table), **named)
        assert "Dana reported Kitchen Open of 2026-11-20, which looks like this event" in text_of(looked)
        other = {"name": "Cellar Open", "date": "2026-11-18"}
        looked = await club.td.slash(club.channel, "td import", file=("e.csv", table), **other)
        assert "looks like this event" not in text_of(looked)

    async def test_other_events_of_the_same_day_are_stored_unasked(self, club: SimulatedClub) -> None:
        await rated(club, club.dana)
        for opponents in ("W1500", "W1600", "W1500 W1600"):
            answer = await club.dana.slash(club.channel, "rating update", opponents=opponents)
            assert WAITS in text_of(answer)
        assert await number(club, event) == 3


class TestTheQueue:
    async def test_is_for_directors_alone_and_shows_matches_too(self, club: SimulatedClub) -> None:
        await set_pool(club, keeper="Keeper")
        await oracle_match(club.dana, club.channel, f"<@{club.eli.id}>", wins=3, losses=1)
        await show_td(club, club.dana)
        assert "Only a tournament director (TD)" in await said(club.dana.slash(club.channel, "td queue"))
        queue = await club.td.slash(club.channel, "td queue")
        assert "Dana – Eli" in text_of(queue)
        assert "Without an objection the report counts on" in text_of(queue)
        assert "3 of 4 games: 3 × W Eli L Eli" in text_of(queue)
        await club.td.click(queue.response, label="1 Confirm")
        assert await standings(club) == ["confirmed"]
        await verified(club)

    async def test_directors_are_told_once_a_day_where_they_want_it(self, club: SimulatedClub) -> None:
        await rated(club, club.dana)
        await club.dana.slash(club.channel, "rating update", opponents="W1500")
        assert await due_reminders(club.services) == []
        await set_settings(club, td_channel=club.channel)

        for _ in range(2):
            await notify_directors(club.services, club.env.bot)
        assert told_lines(club) == ["1 report to confirm: `/td queue`"]

        tomorrow = Services(club.services.database, lambda: now_plus_a_day())
        await notify_directors(tomorrow, club.env.bot)
        assert len(told_lines(club)) == 2

    async def test_a_channel_that_is_gone_is_no_error(self, club: SimulatedClub) -> None:
        await rated(club, club.dana)
        await club.dana.slash(club.channel, "rating update", opponents="W1500")
        await set_settings(club, td_channel=club.channel)
        await club.services.database.write(
            lambda connection: connection.execute(_other_channel(club)), club=club.guild.id
        )
        await notify_directors(club.services, club.env.bot)
        assert await due_reminders(club.services) == []


def told_lines(club: SimulatedClub) -> list[str]:
    path = f"/channels/{club.channel.id}/messages"
    return [request.json["content"] for request in club.env.http_requests if request.path == path]


def now_plus_a_day() -> Any:
    from datetime import timedelta

    from tests.conftest import now

    return now() + timedelta(days=1)


def _other_channel(club: SimulatedClub) -> Any:
    from sqlalchemy import update

    from bot.store.database.tables import club as clubs

    return update(clubs).where(clubs.c.id == club.guild.id).values(td_channel_id=1)


@pytest.mark.long
@pytest.mark.both_databases
async def test_a_fide_title_by_rating_alone_waits_too(club: SimulatedClub) -> None:
    """FM takes 2300 and 30 games (FIDE B.01): whoever types them is none before somebody confirms."""
    told = {"opponents": f"W<@{club.eli.id}>", "list": "fide-standard", "rating": 2360.0, "games": 60}
    await club.td.slash(
        club.channel, "td rating", player=club.eli, rating=2100.0, games=50, list="fide-standard", date="2026-01-02"
    )
    answer = await club.dana.slash(club.channel, "rating update", **told)

    async def titles() -> list[str]:
        card = await player_card(club.services, club.actor(club.dana), None, RatingList.FIDE_STANDARD)
        return [award.code for award in card.titles]

    assert await titles() == []
    await club.eli.click(answer.response, label="Confirm")
    assert await titles() == ["CM", "FM"]


async def test_what_a_director_was_not_shown_is_not_taken_back_with_the_rest(club: SimulatedClub) -> None:
    for number in range(4):
        brings = {"rating": 1500.0, "games": 60} if number == 0 else {}
        told = {"opponents": "W1500", "date": f"2026-10-0{number + 1}", **brings}
        if number == 3:
            queue = await club.td.slash(club.channel, "td queue")
        await club.dana.slash(club.channel, "rating update", **told)
    left = await club.td.click(queue.response, label="Undo all 3 of one member")
    assert "1 · Event of 2026-10-04" in str(left.response.embeds[0].to_dict())
    days = await rows(club.services.database, select(event.c.date).where(event.c.voided.is_(False)))
    assert [str(row.date) for row in days] == ["2026-10-04"]

"""/td evening, result, close: a club evening, from the first card to the rated section."""

import asyncio
import re
from dataclasses import replace
from functools import partial
from typing import Any

import discord
import pytest
from sqlalchemy import func, select

from bot.services.evenings.close import close_evening as close_service
from bot.services.evenings.entries import join_evening, leave_evening
from bot.services.evenings.lifecycle import cancel_evening, evening_card, new_evening
from bot.services.evenings.results import confirm_report
from bot.services.evenings.results import report_results as report_service
from bot.services.framework.context import Actor, Member
from bot.services.framework.transaction import AlreadyDoneError
from bot.store.database.tables import (
    audit,
    entrant,
    evening,
    evening_entrant,
    evening_result,
    event,
    game,
    outbox,
    player,
)
from core.errors import InputError, NotFoundError
from core.files.typed.results import parse_results_list
from tests.conftest import Clock, SimulatedClub, rows, said, twice
from tests.file_answers import players_of
from tests.flows import (
    close_evening,
    edit_player,
    fill_in,
    open_evening,
    plan_evening,
    report_results,
    set_settings,
    show_td,
)


async def opened(club: SimulatedClub, *members: Any, **options: Any) -> Any:
    """Open an evening that members have joined."""
    answer = await open_evening(club, **options)
    for member in members:
        await member.click(answer.response, label="Join")
    return answer.response


async def report(club: SimulatedClub, member: Any, results: str, **options: Any) -> Any:
    return await report_results(club, member, results=results, **options)


async def at_once(acting: Any, *arguments: Any, **options: Any) -> Any:
    """Act without waiting for the turn of one after the other that the simulation keeps."""
    return await acting.__func__.__wrapped__(acting.__self__, *arguments, **options)


async def refused(clicking: Any) -> str:
    """Return the one sentence that a refused click on a card is answered with, for the member alone."""
    (message,) = (await clicking).followups
    assert message.ephemeral
    assert message.embeds == []
    sentence: str = message.content
    return sentence


def text_of(message: Any) -> str:
    text: str = message.embeds[0].description
    return text


async def count(club: SimulatedClub, table: Any) -> int:
    ((amount,),) = await rows(club.services.database, select(func.count()).select_from(table))
    return int(amount)


async def results_of(club: SimulatedClub) -> list[tuple[Any, ...]]:
    """Return the results that are stored: round, numbers, points, and whether somebody confirmed them."""
    columns = (evening_result.c.round, evening_result.c.first, evening_result.c.second, evening_result.c.result)
    found = await rows(club.services.database, select(*columns, evening_result.c.confirmed_at).order_by(*columns))
    return [(*row[:4], row.confirmed_at is not None) for row in found]


@pytest.mark.both_databases
async def test_from_the_first_card_to_the_rated_section(club: SimulatedClub) -> None:
    """Both 1500 after 30 games. N* = 50 / √(0.662 + 0.00000739 × 1069²) = 16.57, K = 800 / 17.57 = 45.54.

    First pass: 1500 ± 45.54 × 0.5, so 1522.77 and 1477.23. Second pass, against these: Dana's expectancy is
    1 / (1 + 10^(-22.77/400)) = 0.5327, so that she wins 45.54 × 0.4673 = 21.28, and Eli loses as much.
    """
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30)
    card = await opened(club, club.dana, club.eli)
    assert re.search(r"1 Dana +1500 +0", text_of(card))

    form = await club.dana.click(card, label="Report a result")
    answer = await club.dana.submit_modal(form, {"results": "1: Dana 1-0 Eli"})
    assert "Dana **1-0** Eli · Eli or a director confirms" in text_of(answer.response)
    assert re.search(r"Dana +1-0 Eli +\?", text_of(card))
    assert "1 result not confirmed yet" in card.embeds[0].footer.text

    await club.eli.click(answer.response, label="Confirm")
    assert "Dana **1-0** Eli · confirmed" in text_of(answer.response)
    assert answer.response.components == []
    assert re.search(r"Dana +1-0 Eli$", text_of(card), re.MULTILINE)

    await report(club, club.td, "2: Dana bye; Eli half bye")
    closed = await club.td.click(card, label="Close (TD)")
    assert await players_of(club.dana, closed) == ["`1 2 1521 ▲21` Dana", "`2 ½ 1479 ▼21` Eli"]
    assert card.embeds[0].title == "Closed: Friday"
    assert card.components == []
    ((source, voided),) = await rows(club.services.database, select(event.c.source, event.c.voided))
    assert (source, voided) == ("evening", False)


@pytest.mark.long
async def test_everybody_who_joined_is_rated_and_byes_and_forfeits_are_not(club: SimulatedClub) -> None:
    ann = club.add("Ann")
    await opened(club, club.dana, club.eli, ann)
    await report(club, club.td, "1: Dana 0-1 Eli; Ann bye; 2: Dana -+ Ann; 3: Eli -- Ann")
    await close_evening(club)
    found = await rows(club.services.database, select(entrant.c.name, entrant.c.rated).order_by(entrant.c.number))
    assert [tuple(row) for row in found] == [("Dana", True), ("Eli", True), ("Ann", True)]
    columns = (game.c.round, game.c.first, game.c.second, game.c.result, game.c.rated, game.c.unrated_reason)
    found = await rows(club.services.database, select(*columns).order_by(game.c.round, game.c.first))
    assert [tuple(row) for row in found] == [
        (1, 1, 2, 0.0, True, None),
        (1, 3, None, None, False, "B"),
        (2, 1, 3, None, False, "F"),
        (2, 3, 1, None, False, "X"),
        (3, 2, 3, None, False, "F"),
        (3, 3, 2, None, False, "F"),
    ]


async def test_who_is_no_player_yet_becomes_one_by_joining(club: SimulatedClub) -> None:
    assert await count(club, player) == 0
    card = await opened(club, club.dana)
    assert [tuple(row) for row in await rows(club.services.database, select(player.c.user_id, player.c.name))] == [
        (club.dana.id, "Dana")
    ]
    assert re.search(r"1 Dana +– +0", text_of(card))


class TestAfterARestart:
    """Every button carries its evening: a new bot knows it."""

    async def test_join_report_confirm_and_close(self, club: SimulatedClub, make_bot: Any) -> None:
        card = await opened(club, club.dana)
        await club.env.restart_bot(make_bot())
        await club.eli.click(card, label="Join")
        assert "2 Eli" in text_of(card)
        form = await club.eli.click(card, label="Report a result")
        answer = await club.eli.submit_modal(form, {"results": "1: Dana 1-0 Eli"})
        await club.env.restart_bot(make_bot())
        await club.dana.click(answer.response, label="Confirm")
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]
        await club.env.restart_bot(make_bot())
        closed = await club.td.click(card, label="Close (TD)")
        assert "2 players · 1 round · 1 game" in text_of(closed.response)
        assert card.embeds[0].title == "Closed: Friday"

    @pytest.mark.both_databases
    async def test_leave_and_cancel(self, club: SimulatedClub, make_bot: Any) -> None:
        card = await opened(club, club.dana)
        await club.env.restart_bot(make_bot())
        await club.dana.click(card, label="Leave")
        assert "Nobody has joined yet" in text_of(card)
        await club.env.restart_bot(make_bot())
        cancelled = await club.td.click(card, label="Cancel (TD)")
        assert cancelled.response.ephemeral
        assert card.embeds[0].title == "Cancelled: Friday"
        assert card.components == []

    async def test_a_cancellation_that_was_asked_about(self, club: SimulatedClub, make_bot: Any) -> None:
        card = await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana 1-0 Eli")
        asked = await club.td.click(card, label="Cancel (TD)")
        assert "1 result would not be rated" in text_of(asked.response)
        assert card.embeds[0].title == "Friday"
        await club.env.restart_bot(make_bot())
        await club.td.click(asked.response, label="Yes, cancel it")
        assert card.embeds[0].title == "Cancelled: Friday"
        assert await count(club, event) == 0


class TestJoiningAndLeaving:
    async def test_twice_is_one_sentence(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana)
        assert "You have already joined, with number 1" in await refused(club.dana.click(card, label="Join"))
        await club.dana.click(card, label="Leave")
        assert "You have not joined" in await refused(club.dana.click(card, label="Leave"))
        assert await count(club, evening_entrant) == 0

    async def test_who_has_a_result_stays(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana 1-0 Eli")
        sentence = await refused(club.eli.click(card, label="Leave"))
        assert "You have a result in round 1, Dana 1-0 Eli" in sentence
        await report(club, club.td, "1: Dana * Eli")
        await club.eli.click(card, label="Leave")
        assert await count(club, evening_entrant) == 1

    async def test_what_has_ended_takes_nobody(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana)
        asker = replace(club.actor(club.td), manager=True)
        ((evening_id,),) = await rows(club.services.database, select(evening.c.id))
        await cancel_evening(club.services, asker, evening_id, sure=True)  # elsewhere: the card has its buttons still
        assert "Friday is already cancelled" in await refused(club.eli.click(card, label="Join"))
        assert "Friday is already cancelled" in await refused(club.dana.click(card, label="Leave"))
        form = await club.dana.click(card, label="Report a result")
        assert "Friday is already cancelled" in await said(fill_in(club.dana, form, results="1: Dana bye"))

    async def test_an_evening_holds_a_hundred(self, club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.services.evenings.entries.MOST_ENTRANTS", 1)
        card = await opened(club, club.dana)
        assert "This evening already has 1 player, the most it can hold" in await refused(
            club.eli.click(card, label="Join")
        )
        assert await count(club, evening_entrant) == 1


class TestReporting:
    async def test_a_list_with_names_numbers_and_mentions(self, club: SimulatedClub) -> None:
        ann, bo = club.add("Ann Lee"), club.add("Bo")
        card = await opened(club, club.dana, club.eli, ann, bo)
        text = f"1: dana 1-0 <@{club.eli.id}>; ann ½-½ #4; round 2: @Bo 0-1 Dana; Eli - + Ann"
        answer = await report(club, club.td, text)
        assert await results_of(club) == [
            (1, 1, 2, 1.0, True),
            (1, 3, 4, 0.5, True),
            (2, 3, -2, 1.0, True),
            (2, 4, 1, 0.0, True),
        ]
        assert "Round 2: Ann Lee **+/-** Eli" in text_of(answer.response)
        # 2; ½ + 1 by forfeit; ½; 0
        assert re.findall(r"^\d (\w+).* (\S+)$", text_of(card).split("**Round")[0], re.MULTILINE)[:4] == [
            ("Dana", "2"), ("Ann", "1½"), ("Bo", "½"), ("Eli", "0"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "text",
        [
            "Dana 1-0 Eli",
            "Dana Eli 1-0",
            "Dana beat Eli",
            "Eli lost to Dana",
            "Dana-Eli 1-0",
            "dana - eli 1-0",
            "1-0 Dana Eli",
        ],
    )
    async def test_without_a_round_and_in_any_order(self, club: SimulatedClub, text: str) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana ½-½ Eli")
        await report(club, club.dana, text)
        assert [row[0] for row in await results_of(club)] == [1, 2]
        answer = await report(club, club.eli, text)
        assert "confirmed" in text_of(answer.response)
        ((_, first, second, points, confirmed),) = [row for row in await results_of(club) if row[0] == 2]
        assert confirmed
        assert (first, second, points) in ((1, 2, 1.0), (2, 1, 0.0))

    async def test_the_same_again_is_no_error_and_stores_nothing_more(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.dana, "1: Dana 1-0 Eli")
        again = await report(club, club.dana, "1: Eli 0-1 Dana")
        assert "reported · Eli or a director confirms" in text_of(again.response)
        assert await results_of(club) == [(1, 1, 2, 1.0, False)]

    async def test_the_same_from_the_other_player_confirms_it(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.dana, "1: Dana 1-0 Eli")
        answer = await report(club, club.eli, "1: Dana 1-0 Eli")
        assert "confirmed" in text_of(answer.response)
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]

    async def test_something_else_is_refused_for_members_and_replaces_for_a_director(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        await report(club, club.dana, "1: Dana 1-0 Eli")
        sentence = await said(report(club, club.eli, "1: Dana 0-1 Eli"))
        assert sentence == "Result 1: round 1 already has Dana 1-0 Eli. Ask a TD to change it if that is wrong."
        assert await results_of(club) == [(1, 1, 2, 1.0, False)]
        answer = await report(club, club.td, "1: Eli ½-½ Dana")
        assert "Eli **½-½** Dana · changed" in text_of(answer.response)
        assert await results_of(club) == [(1, 2, 1, 0.5, True)]
        assert re.search(r"Eli +½-½ Dana$", text_of(card), re.MULTILINE)

    @pytest.mark.both_databases
    async def test_a_result_is_taken_back_by_a_director(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.dana, "1: Dana 1-0 Eli; 2: Dana bye")
        assert "Only a tournament director (TD) can undo a result" in await said(
            report(club, club.dana, "1: Dana * Eli")
        )
        await report(club, club.td, "1: Dana * Eli; 2: Dana * bye; 1: Dana bye")
        assert await results_of(club) == [(1, 1, 0, 1.0, True)]

    @pytest.mark.sampled(3)
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("Dana 412-387 Eli", "Result 1: this evening accepts 1-0, 0-1 or ½-½"),
            ("1: Dana Zed 1-0", 'Result 1: "Zed" is not in this event'),
            ("1: Ann Lee Anton Dana 1-0", '"Ann Lee Anton Dana" is not clearly two names'),
            ("1: Dana 1-0 Eli; 2: Dana 2-0 Eli", "Result 2: this evening accepts 1-0, 0-1 or ½-½"),
            ("1: Dana 1-0 Zed", 'Result 1: "Zed" is not in this event. Write a name or a number from the card'),
            ("1: Dana 1-0 <@77>", '"<@77>" is not in this event'),
            ("1: Dana 1-0 #9", 'Result 1: "#9" is not on the card'),
            ("1: Dana 1-0 Tess", "Result 1: Tess has not joined this evening. Ask them to press Join first."),
            ("1: Dana 1-0 An", "could be #3 Ann Lee, #4 Anton. Write the number of the player you mean"),
            ("1: Dana 1-0 Dana", "Dana cannot play against themselves"),
            (
                "1: Dana 1-0 Eli; 1: Dana 1-0 Anton",
                "Result 2: round 1 already has Dana 1-0 Eli, and nobody plays twice",
            ),
            ("1: Dana 1-0 Eli; 1: Eli bye", "Result 2: round 1 already has Dana 1-0 Eli"),
            ("3: Dana * Eli", "there is no such result in round 3"),
        ],
    )
    async def test_what_is_wrong_is_one_sentence_and_nothing_is_stored(
        self, club: SimulatedClub, text: str, sentence: str
    ) -> None:
        await club.td.slash(club.channel, "td rating", player=club.td, rating=1500.0, games=30)
        await opened(club, club.dana, club.eli, club.add("Ann Lee"), club.add("Anton"))
        assert sentence in await said(report(club, club.td, text))
        assert await results_of(club) == []

    async def test_the_form_refuses_in_the_same_words(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        for text, sentence in (
            ("1: Dana", "has no result"),
            ("1: Dana 1-0 Zed", 'Result 1: "Zed" is not in this event'),
        ):
            form = await club.dana.click(card, label="Report a result")
            assert sentence in await said(club.dana.submit_modal(form, {"results": text}))
        assert await results_of(club) == []

    async def test_a_member_reports_their_own_games_alone(self, club: SimulatedClub) -> None:
        ann = club.add("Ann")
        await opened(club, club.dana, club.eli)
        assert "You have not joined this evening" in await said(report(club, ann, "1: Dana 1-0 Eli"))
        await opened(club, ann, name="Other")
        assert "You have not joined" in await said(report(club, ann, "1: Dana 1-0 Eli", event=1))
        assert await results_of(club) == []

    async def test_not_even_one_of_a_list_that_has_others(self, club: SimulatedClub) -> None:
        ann = club.add("Ann")
        await opened(club, club.dana, club.eli, ann)
        sentence = await said(report(club, club.dana, "1: Dana 1-0 Eli; 2: Eli 1-0 Ann"))
        assert "Result 2: that is not your game" in sentence
        assert await results_of(club) == []


class TestConfirming:
    async def test_not_by_who_reported_it_nor_by_somebody_else(self, club: SimulatedClub) -> None:
        ann = club.add("Ann")
        await opened(club, club.dana, club.eli, ann)
        answer = await report(club, club.dana, "1: Dana 1-0 Eli")
        for member in (club.dana, ann):
            assert "Only the other player or a tournament director (TD)" in await refused(
                member.click(answer.response, label="Confirm")
            )
        assert await results_of(club) == [(1, 1, 2, 1.0, False)]
        await club.td.click(answer.response, label="Confirm")
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]

    async def test_a_click_confirms_what_its_report_said_and_no_more(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        first = await report(club, club.dana, "1: Dana 0-1 Eli")
        second = await report(club, club.dana, "2: Dana 1-0 Eli")
        await club.eli.click(first.response, label="Confirm")
        assert await results_of(club) == [(1, 1, 2, 0.0, True), (2, 1, 2, 1.0, False)]
        await report(club, club.td, "2: Dana 0-1 Eli")
        assert "There is nothing to confirm there" in await refused(club.eli.click(second.response, label="Confirm"))

    async def test_who_plays_one_game_of_a_list_confirms_that_one(self, club: SimulatedClub) -> None:
        ann = club.add("Ann")
        await opened(club, club.dana, club.eli, ann)
        answer = await report(club, club.dana, "1: Dana 0-1 Eli; 2: Dana 0-1 Ann; 3: Dana bye")
        await ann.click(answer.response, label="Confirm")
        assert [line[-1] for line in await results_of(club)] == [False, True, False]
        assert "Ann · confirmed" in text_of(answer.response)
        assert "Eli · Eli or a director confirms" in text_of(answer.response)
        assert "bye** · a director confirms" in text_of(answer.response)

    async def test_where_only_directors_confirm(self, club: SimulatedClub) -> None:
        await set_settings(club, confirm_results="director")
        await opened(club, club.dana, club.eli)
        answer = await report(club, club.dana, "1: Dana 1-0 Eli")
        assert "a director confirms" in text_of(answer.response)
        assert "a tournament director (TD) confirms" in await refused(club.eli.click(answer.response, label="Confirm"))
        again = await report(club, club.eli, "1: Dana 1-0 Eli")
        assert "reported" in text_of(again.response)
        await club.td.click(answer.response, label="Confirm")
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]

    async def test_where_nobody_has_to(self, club: SimulatedClub) -> None:
        await set_settings(club, confirm_results="none")
        await opened(club, club.dana, club.eli)
        answer = await report(club, club.dana, "1: Dana 1-0 Eli")
        assert answer.response.components == []
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]
        await close_evening(club)
        assert await count(club, event) == 1

    @pytest.mark.both_databases
    async def test_after_its_hours_a_result_confirms_itself(self, club: SimulatedClub, clock: Clock) -> None:
        await set_settings(club, confirm_hours=3)
        card = await opened(club, club.dana, club.eli)
        answer = await report(club, club.dana, "1: Dana 1-0 Eli")
        # The tests' day is 2026-11-21, 12:00 UTC, which is 1795262400; three hours are 10800 seconds.
        assert "<t:1795273200:R>" in text_of(answer.response)
        clock.move(hours=2, minutes=59)
        assert "Not confirmed yet: round 1: Dana 1-0 Eli." in text_of((await close_evening(club)).response)
        clock.move(minutes=1)
        assert "There is nothing to confirm there" in await refused(club.eli.click(answer.response, label="Confirm"))
        await club.eli.click(card, label="Leave")  # refused, but what it is refused for counts
        await close_evening(club)
        assert await count(club, event) == 1


class TestClosing:
    @pytest.mark.both_databases
    async def test_what_is_not_confirmed_is_named_and_counts_by_force(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.dana, "; ".join(f"{number}: Dana 1-0 Eli" for number in range(1, 6)))
        asked = await close_evening(club)
        sentence = text_of(asked.response)
        assert "round 1: Dana 1-0 Eli; round 2: Dana 1-0 Eli; round 3: Dana 1-0 Eli and 2 more" in sentence
        assert "Only a tournament director (TD)" in await refused(
            club.dana.click(asked.response, label="Count as reported")
        )
        assert await count(club, event) == 0
        await club.td.click(asked.response, label="Count as reported")
        assert await count(club, event) == 1

    async def test_without_a_played_game_there_is_nothing_to_rate(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        assert "No game has been played yet" in await said(club.td.click(card, label="Close (TD)"))
        await report(club, club.td, "1: Dana bye; Eli bye; 2: Dana +- Eli")
        assert "No game has been played yet" in await said(close_evening(club, force=True))
        assert await count(club, event) == 0

    async def test_only_directors_open_close_and_cancel(self, club: SimulatedClub) -> None:
        await show_td(club, club.dana)
        assert "Only a tournament director (TD)" in await said(club.dana.slash(club.channel, "td evening", name="Mine"))
        assert await count(club, evening) == 0
        card = await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana 1-0 Eli")
        for label in ("Close (TD)", "Cancel (TD)"):
            assert "Only a tournament director (TD)" in await said(club.dana.click(card, label=label))
        assert await count(club, event) == 0
        assert card.embeds[0].title == "Friday"

    async def test_twice_is_refused_and_undone_it_stays_closed(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana 1-0 Eli")
        closed = await club.td.click(card, label="Close (TD)")
        assert card.components == []
        undone = await club.td.click(closed.response, label="Undo")
        assert "no longer counts" in undone.followups[0].embeds[0].description
        ((status,),) = await rows(club.services.database, select(evening.c.status))
        assert status == "closed"

    async def test_the_same_interaction_twice_stores_once(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        written = parse_results_list("1: Dana 1-0 Eli")
        dana, tess = club.actor(club.dana), replace(club.actor(club.td), manager=True)
        await twice(lambda: report_service(club.services, dana, None, written))
        await twice(lambda: close_service(club.services, tess, None, force=True))
        assert await count(club, event) == 1
        actions = await rows(club.services.database, select(audit.c.action).order_by(audit.c.id))
        assert [row.action for row in actions][-2:] == ["report-results", "close-evening"]


@pytest.mark.both_databases
async def test_every_click_delivered_twice_is_done_once(club: SimulatedClub) -> None:
    services = club.services

    def tess() -> Actor:
        return replace(club.actor(club.td), manager=True)

    entered = tess()
    evening_id = (await twice(lambda: new_evening(services, entered, "Friday", None))).evening.id
    members = {name: Member(member.id, name) for name, member in (("Dana", club.dana), ("Eli", club.eli))}
    for member in members.values():
        joining = replace(club.actor(club.dana), member=member)
        await twice(partial(join_evening, services, joining, evening_id))
    reporting = replace(club.actor(club.dana), member=members["Dana"])
    report = await report_service(services, reporting, None, parse_results_list("1: Dana 1-0 Eli"))
    confirming = replace(club.actor(club.eli), member=members["Eli"])
    await twice(lambda: confirm_report(services, confirming, evening_id, report.report_id))
    taking = tess()
    await twice(lambda: report_service(services, taking, None, parse_results_list("1: Dana * Eli")))
    leaving = replace(club.actor(club.eli), member=members["Eli"])
    await twice(lambda: leave_evening(services, leaving, evening_id))
    cancelling = tess()
    assert await twice(lambda: cancel_evening(services, cancelling, evening_id, sure=True)) == (0, 0)
    actions = await rows(services.database, select(audit.c.action).order_by(audit.c.id))
    assert [row.action for row in actions] == [
        "new-evening", "join-evening", "join-evening", "report-results", "confirm-results", "report-results",
        "leave-evening", "cancel-evening",
    ]  # fmt: skip


class TestWhichEvening:
    async def test_another_servers_is_none(self, club: SimulatedClub) -> None:
        await opened(club, club.dana)
        other = club.other_server()
        ((evening_id,),) = await rows(club.services.database, select(evening.c.id))
        actor = replace(other.actor(other.td), manager=True)
        with pytest.raises(NotFoundError, match="no such evening"):
            await close_service(other.services, actor, evening_id)

    async def test_the_date_and_the_lists_are_those_it_was_opened_with(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli, date="2026-11-20", time_control="G/30;d5")
        assert card.embeds[0].author.name == "US Chess Regular and US Chess Quick · 30+5"
        await report(club, club.td, "1: Dana 1-0 Eli")
        closed = await close_evening(club)
        assert "rated on **US Chess Regular** and **US Chess Quick**, 20 November 2026" in text_of(closed.response)

    async def test_one_too_fast_to_be_rated_is_refused_before_anybody_plays(self, club: SimulatedClub) -> None:
        card = await opened(club)
        assert "too fast to be rated" in await said(plan_evening(club, time_control="1+0"))
        assert card.embeds[0].author.name == "US Chess Regular"


async def test_the_card_of_a_typed_evening_follows_its_plan_and_its_players(club: SimulatedClub) -> None:
    card = await opened(club, club.dana, club.eli)
    await plan_evening(club, date="2026-11-19", time_control="15+10")
    await edit_player(club.td, club.channel, player="Eli", name="Elias", reason="his passport")
    for _ in range(3):
        await club.env.bot.outbox.send_due()
        await club.env.settle()
    assert await rows(club.services.database, select(outbox.c.kind)) == []
    shown = next(one for one in club.channel.history() if one.id == card.id)
    assert "15+10" in shown.embeds[0].author.name
    assert "Elias" in text_of(shown)


class TestAtTheSameTime:
    @pytest.mark.both_databases
    async def test_everybody_who_joins_is_in(self, club: SimulatedClub) -> None:
        card = await opened(club)
        members = [club.add(f"Member {number}") for number in range(12)]
        await asyncio.gather(*(at_once(member.click, card, label="Join") for member in members))
        found = await rows(club.services.database, select(evening_entrant.c.number).order_by(evening_entrant.c.number))
        assert [row.number for row in found] == list(range(1, 13))
        assert all(f"Member {number} " in text_of(card) for number in range(12))

    async def test_a_slow_edit_does_not_come_after_a_newer_one(
        self, club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        card = await opened(club)
        edit, edits = discord.Interaction.edit_original_response, []

        async def slow_at_first(interaction: discord.Interaction[Any], **changes: Any) -> Any:
            edits.append(changes)
            if len(edits) == 1:
                for _ in range(100):  # time enough for the other click to be stored and drawn
                    await club.services.database.read(lambda _: None, club=None)
            return await edit(interaction, **changes)

        monkeypatch.setattr(discord.Interaction, "edit_original_response", slow_at_first)
        await asyncio.gather(*(at_once(member.click, card, label="Join") for member in (club.dana, club.eli)))
        assert "Dana " in text_of(card)
        assert "Eli " in text_of(card)

    @pytest.mark.both_databases
    async def test_of_all_who_report_one_game_nobody_is_lost(self, club: SimulatedClub) -> None:
        members = [club.add(f"M{number}") for number in range(8)]
        card = await opened(club, *members)
        texts = [f"1: M{n} 1-0 M{n + 1}" if n % 2 == 0 else f"2: M{n} bye" for n in range(8)]
        forms = [await member.click(card, label="Report a result") for member in members]
        await asyncio.gather(
            *(
                at_once(member.submit_modal, form, {"results": text})
                for member, form, text in zip(members, forms, texts, strict=True)
            )
        )
        assert len(await results_of(club)) == 8
        assert text_of(card).count("1-0") == 4 + 1  # and the example above the table
        assert text_of(card).count("bye") == 4

    async def test_of_two_that_contradict_each_other_the_first_stands(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        reports = [(club.dana, "1: Dana 1-0 Eli"), (club.eli, "1: Dana 0-1 Eli")]
        done = await asyncio.gather(
            *(
                report_service(club.services, club.actor(member), None, parse_results_list(text))
                for member, text in reports
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(one, InputError) for one in done) == 1
        assert len(await results_of(club)) == 1

    async def test_both_players_of_a_game_confirm_it_by_reporting_at_once(self, club: SimulatedClub) -> None:
        card = await opened(club, club.dana, club.eli)
        forms = [(member, await member.click(card, label="Report a result")) for member in (club.dana, club.eli)]
        await asyncio.gather(
            *(at_once(member.submit_modal, form, {"results": "1: Dana 1-0 Eli"}) for member, form in forms)
        )
        assert await results_of(club) == [(1, 1, 2, 1.0, True)]

    @pytest.mark.both_databases
    async def test_closed_by_several_directors_it_is_stored_once(self, club: SimulatedClub) -> None:
        await opened(club, club.dana, club.eli)
        await report(club, club.td, "1: Dana 1-0 Eli")
        ((evening_id,),) = await rows(club.services.database, select(evening.c.id))
        actors: list[Actor] = [replace(club.actor(club.td), manager=True) for _ in range(5)]
        done = await asyncio.gather(
            *(close_service(club.services, one, evening_id) for one in actors), return_exceptions=True
        )
        assert sum(isinstance(one, NotFoundError) for one in done) == 4
        assert await count(club, event) == 1

    async def test_one_click_delivered_five_times_joins_once(self, club: SimulatedClub) -> None:
        await opened(club)
        ((evening_id,),) = await rows(club.services.database, select(evening.c.id))
        dana = replace(club.actor(club.dana), member=Member(club.dana.id, "Dana"))
        joins = (join_evening(club.services, dana, evening_id) for _ in range(5))
        done = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(one, AlreadyDoneError) for one in done) == 4
        card, _ = await evening_card(club.services, club.guild.id, evening_id)
        assert [entrant.player.name for entrant in card.entrants] == ["Dana"]


async def test_the_card_is_edited_only_when_something_changed(club: SimulatedClub) -> None:
    card = await opened(club, club.dana, club.eli)
    await report(club, club.td, "1: Dana 1-0 Eli")

    def edits() -> int:
        return sum(
            request.method == "PATCH" and request.path.endswith(f"/messages/{card.id}")
            for request in club.env.http_requests
        )

    before = edits()
    assert before == 1
    await report(club, club.td, "1: Eli 0-1 Dana")
    assert edits() == before
    await report(club, club.td, "2: Eli 1-0 Dana")
    assert edits() == before + 1


async def test_a_card_that_was_deleted_stops_nobody(club: SimulatedClub) -> None:
    card = await opened(club, club.dana, club.eli)
    await club.add("Moderator", club.guild.create_role("Moderators", permissions=discord.Permissions(8192))).delete(
        card
    )
    tess = partial(replace, club.actor(club.td), manager=True)
    await report_service(club.services, tess(), None, parse_results_list("1: Dana 1-0 Eli"))
    shown = await club.td.slash(club.channel, "events", event="evening-1")
    await club.td.click(shown.response, label="Close (TD)")
    assert await count(club, event) == 1

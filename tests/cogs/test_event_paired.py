"""/td evening with a method."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.app import CrosstableBot
from bot.store.database.tables import audit, entrant, game
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, by_names, rows
from tests.conftest import said as sentence_of
from tests.flows import add_player, report_results

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay", "Lou",
         "Max", "Nia", "Oz", "Pam", "Quin", "Ray", "Sue", "Ted", "Una", "Val", "Wes")  # fmt: skip


def text_of(answer: Any) -> str:
    message = answer.response
    return str(message.content or message.embeds[0].description or "")


async def test_the_list_of_events_begins_with_the_evening_and_its_round(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", name="Swiss night", rounds=2)
    await evening.begin()
    listed = text_of(await club.dana.slash(club.channel, "events"))
    assert listed.splitlines() == ["### Events", "**Swiss night** · round 1 of 2 · 4 players"]


async def refusal(pressing: Any) -> str:
    """Return the one sentence that a press is refused with, for whoever pressed alone."""
    answer = await pressing
    shown = [one for one in (answer.response, *answer.followups) if one is not None and one.ephemeral]
    (message,) = [one for one in shown if one.content]
    return str(message.content)


async def two(club: SimulatedClub, clock: Clock, **options: Any) -> PairedEvening:
    """Return an evening of Ann and Bo."""
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", **{"rounds": 1, **options})
    await evening.begin()
    return evening


async def beginner(evening: PairedEvening) -> tuple[str, str]:
    """Return who has White and who has Black on the first board."""
    return (await evening.opponents())[0]


class TestTapping:
    """A member's round: one press reports, one press confirms."""

    @pytest.mark.both_databases
    async def test_one_press_reports_and_one_confirms(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        boards = evening.boards()
        assert f"<@{evening.member(first).id}> <@{evening.member(second).id}>" in boards.content
        answer = await evening.member(first).click(boards, label="I won")
        assert answer.response.ephemeral
        assert f"Round 1, board 1: you beat {second}. {second} is asked to confirm" in text_of(answer)
        await evening.send()
        assert "1-0·" in boards.embeds[0].description
        question = evening.messages("reports")[-1]
        assert question.content.startswith(f"<@{evening.member(second).id}>: {first} reports {first} **1-0** {second}")
        await evening.member(second).click(question, label="Confirm")
        await evening.send()
        assert "1-0`" in boards.embeds[0].description
        assert question.components == []

    @pytest.mark.long
    async def test_the_other_player_saying_the_same_confirms_it(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        await evening.member(first).click(evening.boards(), label="I won")
        answer = await evening.member(second).click(evening.boards(), label="I lost")
        assert "The result is confirmed." in text_of(answer)

    async def test_different_reports_are_disputed_until_a_director_decides(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        await evening.member(first).click(evening.boards(), label="I won")
        answer = await evening.member(second).click(evening.boards(), label="I won")
        assert f"{first} disputes it. A TD decides" in text_of(answer)
        await evening.send()
        assert "?" in evening.boards().embeds[0].description
        assert set((await evening.state()).points.values()) == {0}
        panel = await evening.direct("Close round")
        assert "Round 1 is being played" in panel.embeds[0].title  # it is refused while a board is disputed
        question = evening.messages("disputed")[-1]
        assert "tournament director" in await refusal(evening.member(first).click(question, label="Draw"))
        await club.td.click(question, label="Draw")
        await evening.send()
        assert set((await evening.state()).points.values()) == {0.5}
        assert "A TD decided" in evening.messages("decided")[-1].content

    @pytest.mark.long
    async def test_the_reporter_takes_it_back_until_it_is_confirmed(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        answer = await evening.member(first).click(evening.boards(), label="Draw")
        await evening.member(first).click(answer.response, label="Undo")
        assert (await evening.state()).open_boards(1)
        answer = await evening.member(first).click(evening.boards(), label="I won")
        await evening.member(second).click(evening.boards(), label="I lost")
        assert "already confirmed. Ask a director" in await refusal(
            evening.member(first).click(answer.response, label="Undo")
        )

    @pytest.mark.long
    async def test_the_time_confirms_it(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        await evening.member(first).click(evening.boards(), label="I won")
        await evening.send()
        clock.move(15 * 60)
        assert "already has a result" in await refusal(evening.member(second).click(evening.boards(), label="I won"))
        await evening.send()
        assert "1-0`" in evening.boards().embeds[0].description

    @pytest.mark.long
    async def test_an_old_question_is_about_nothing_any_more(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        await evening.member(first).click(evening.boards(), label="I won")
        await evening.send()
        question = evening.messages("reports")[-1]
        await evening.member(first).click(evening.boards(), label="Draw")
        assert "That report has been replaced" in await refusal(evening.member(second).click(question, label="Confirm"))
        assert "The game is not yours" in await refusal(evening.member("Cy").click(question, label="Confirm"))

    @pytest.mark.long
    async def test_who_has_no_game_is_told_why(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", rounds=2)
        await evening.begin()
        state = await evening.state()
        (bye,) = [one for one in state.pairings if one.second is None]
        boards = evening.boards()
        pressed = evening.member(state.name_of(bye.first)).click(boards, label="I won")
        assert "You have a bye in round 1" in await refusal(pressed)
        assert "You are not in this event" in await refusal(evening.member("Zed").click(boards, label="I won"))
        await evening.join("Di")
        assert "You are not in round 1" in await refusal(evening.member("Di").click(boards, label="My game"))

    @pytest.mark.long
    async def test_points_of_scrabble_are_asked_back_where_they_are_odd(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await two(club, clock, method="scrabble-swiss", list="elo")
        first, _ = await beginner(evening)
        ann = evening.member(first)
        form = await ann.click(evening.boards(), label="My game")
        answer = await ann.submit_modal(form, {"mine": "612", "theirs": "120"})
        assert "Is 612:120 correct?" in text_of(answer)
        assert (await evening.state()).reports == []
        await ann.click(answer.response, label="Yes, correct")
        (report,) = (await evening.state()).reports
        assert (report.first_points, report.second_points) == (612, 120)
        form = await ann.click(evening.boards(), label="My game")
        refused = await ann.submit_modal(form, {"mine": "4x2", "theirs": "387"})
        assert "Write your points as a whole number" in str(refused.followups or refused.response.content)

    @pytest.mark.long
    async def test_a_form_that_is_refused_comes_back_as_it_was_typed(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        panel = await evening.panel()
        form = await club.td.click(panel, label="Enter results")
        refused = await club.td.submit_modal(form, {"results": "Ann beat Zed"})
        message = next(one for one in (refused.response, *refused.followups) if one is not None and one.content)
        assert '"Zed" is not in this event' in message.content
        again = await club.td.click(message, label="Edit again")
        assert "Ann beat Zed" in str(again.modal)
        first, second = await beginner(evening)
        await club.td.submit_modal(again, {"results": f"{first} beat {second}"})
        assert (await evening.state()).open_boards(1) == []

    @pytest.mark.long
    async def test_what_was_typed_is_kept_for_a_quarter_of_an_hour(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        form = await club.td.click(await evening.panel(), label="Enter results")
        refused = await club.td.submit_modal(form, {"results": "Ann Bo"})
        message = next(one for one in (refused.response, *refused.followups) if one is not None and one.content)
        clock.move(16 * 60)
        assert "kept for 15 minutes" in await refusal(club.td.click(message, label="Edit again"))


class TestDirectors:
    """What directors do: drafts, boards by hand, entries, corrections."""

    @pytest.mark.long
    async def test_a_draft_is_theirs_alone_and_a_stale_one_is_not_published(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", rounds=2)
        assert "tournament director" in await refusal(evening.member("Ann").click(evening.card, label="Directors (TD)"))
        panel = await evening.direct("Pair round 1")
        assert "Draft of round 1" in panel.embeds[0].title
        await evening.send()
        assert club.channel.threads == []
        await evening.join("Di")
        assert "Press Pair again" in await refusal(club.td.click(panel, label="Publish"))
        await club.td.click(panel, label="Pair again")
        await club.td.click(panel, label="Publish")
        await evening.send()
        assert len(await evening.opponents()) == 2

    @pytest.mark.long
    async def test_of_two_directors_the_second_sees_that_it_is_published(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
        one = await evening.direct("Pair round 1")
        other = await evening.panel()
        await club.td.click(one, label="Publish")
        assert "already published" in await refusal(club.td.click(other, label="Publish"))

    async def test_boards_by_hand_are_marked_and_a_repeat_asks_whether_it_is_meant(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=2)
        await evening.begin()
        (a, b), (c, d) = await evening.opponents()
        await report_results(club, club.td, results=f"{a} beat {b}; {d} lost to {c}")
        panel = await evening.direct("Close round", "Pair round 2")
        form = await club.td.click(panel, label="By hand")
        await club.td.submit_modal(form, {"boards": f"{b} - {a}\n{c} - {d}"})
        assert "have met before" in panel.embeds[0].description
        await club.td.click(panel, label="Publish anyway")
        await evening.send()
        assert {*await evening.opponents()} == {(b, a), (c, d)}
        assert "* paired by hand" in evening.boards().embeds[0].footer.text

    @pytest.mark.long
    async def test_a_swap_and_turned_colours(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=2)
        panel = await evening.direct("Pair round 1")
        before = [(one.first, one.second) for one in (await evening.state()).pairings]
        state = await evening.state()
        (a, b), (c, d) = [(state.name_of(one), state.name_of(other or 0)) for one, other in before]
        await club.td.submit_modal(await club.td.click(panel, label="Swap"), {"one": a, "other": c})
        await club.td.submit_modal(await club.td.click(panel, label="Colours"), {"who": b})
        await club.td.click(panel, label="Publish")
        assert {*await evening.opponents()} == {(b, c), (a, d)}

    @pytest.mark.sampled(2)
    @pytest.mark.both_databases
    async def test_boards_of_a_published_round_change_where_nothing_is_reported(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await PairedEvening.opened(club, clock, *NAMES[:6], rounds=2, time_control="25+10")
        published = int(clock.moment.timestamp())
        await evening.begin()
        # Sixty moves take 35 minutes on each clock.
        assert f"<t:{published + 70 * 60}:R>" in evening.boards().embeds[0].description
        (one, two), (three, four), (five, six) = await evening.opponents()
        await evening.member(one).click(evening.boards(), label="I won")
        panel = await evening.panel()
        form = await club.td.click(panel, label="Swap")
        refused = await refusal(club.td.submit_modal(form, {"one": two, "other": three}))
        assert "Board 1 already has a result. Take it back first." in refused
        form = await club.td.click(panel, label="Swap")
        await club.td.submit_modal(form, {"one": four, "other": six})
        form = await club.td.click(panel, label="Colours")
        await club.td.submit_modal(form, {"who": five})
        assert await evening.opponents() == [(one, two), (three, six), (four, five)]
        await evening.send()
        changed = [message.content.splitlines()[1] for message in evening.messages("was changed by a TD")]
        mentions = {name: f"<@{evening.member(name).id}>" for name in (three, four, five, six)}
        # A board that was changed twice is told of once, as it stands.
        assert changed == [f"`2` {mentions[three]} – {mentions[six]}", f"`3` {mentions[four]} – {mentions[five]}"]
        assert await evening.member(four).click(evening.boards(), label="I won")
        state = await evening.state()
        assert [state.report_of(board) is not None for board in state.pairings_of(1)] == [True, False, True]

    @pytest.mark.long
    async def test_a_published_round_without_results_is_withdrawn_and_reannounced(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await two(club, clock)
        await evening.direct("Unpublish", "Publish")
        await evening.send()
        assert [one.content.splitlines()[0][:30] for one in evening.messages("Round 1")] == [
            "**Round 1 was paired again.** "
        ]
        first, _ = await beginner(evening)
        await evening.member(first).click(evening.boards(), label="I won")
        panel = await evening.panel()
        assert "already has a result" in await refusal(club.td.click(panel, label="Unpublish"))

    @pytest.mark.long
    async def test_a_closed_round_is_corrected_with_a_reason(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await two(club, clock)
        first, second = await beginner(evening)
        await report_results(club, club.td, results=f"{first} {second} 1-0")
        await evening.direct("Close round")
        again = f"1: {second} beat {first}"
        assert "Give a reason" in await sentence_of(report_results(club, club.td, results=again))
        await report_results(club, club.td, results=again, reason="wrong board")
        state = await evening.state()
        assert {state.name_of(number): points for number, points in state.points.items()} == {first: 0, second: 1}

    @pytest.mark.long
    async def test_players_without_discord_a_waiting_list_and_a_withdrawal(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", rounds=1, places=2)
        await add_player(club, newcomer="Kid")
        late = await evening.join("Cy")
        assert "waiting list" in late.followups[0].content
        await evening.member("Ann").click(evening.card, label="Leave")
        state = await evening.state()
        assert {one.player.name: one.waits for one in state.entrants} == {"Kid": False, "Cy": False}
        await evening.begin()
        assert evening.boards().content.count("<@") == 1  # Kid is named, and nobody is pinged for them
        await evening.member("Cy").click(evening.boards(), label="I lost")
        await evening.send()
        assert evening.messages("reports") == []  # nobody is there to ask


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_an_evening_of_scrabble_is_stored_with_its_points_and_who_began(
    club: SimulatedClub, clock: Clock
) -> None:
    evening = await PairedEvening.opened(
        club, clock, "Ann", "Bo", "Cy", method="scrabble-round-robin", list="elo", name="Words"
    )
    for number in range(1, 4):
        await evening.begin()
        ((first, second),) = await evening.opponents()
        form = await evening.member(second).click(evening.boards(), label="My game")
        await evening.member(second).submit_modal(form, {"mine": f"{380 + number}", "theirs": "412"})
        await report_results(club, club.td, results=f"{first} 412 {second} {380 + number}")
        await evening.direct("Close round")
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "3 players · 3 rounds · 3 games" in text_of(closed)
    columns = (game.c.round, game.c.first_points, game.c.second_points, game.c.result, game.c.first_began)
    found = await rows(club.services.database, select(*columns).where(game.c.rated).order_by(game.c.round))
    assert [tuple(row) for row in found] == [(n, 412, 380 + n, 1.0, True) for n in (1, 2, 3)]


@pytest.mark.both_databases
async def test_players_see_what_they_have_played_against_the_opponent_of_the_round(
    club: SimulatedClub, clock: Clock
) -> None:
    """Ann and Bo have met four times: Bo had White twice and lost both, Ann won one of two with White."""
    games = [("Bo", "Ann", "0-1"), ("Bo", "Ann", "0-1"), ("Ann", "Bo", "1-0"), ("Ann", "Bo", "0-1")]
    lines = [f"{at},{one},{other},{result}" for at, (one, other, result) in enumerate(games, start=1)]
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    table = "round,white,black,result\n" + "\n".join(lines) + "\n"
    looked = await club.td.slash(club.channel, "td import", file=("games.csv", table.encode()), name="Winter Match")
    await by_names(club.td, looked)
    await club.td.click(looked.response, label="Store it")
    await evening.begin()
    answer = await evening.member("Ann").click(evening.boards(), label="My opponent")
    assert answer.ephemeral
    lines = answer.response.embeds[0].description.splitlines()
    assert lines[:4] == [
        "### You · Bo",
        "**3–1** for you in 4 games",
        "You won every game with Black (2 games)",
        "Bo never won with White (2 games)",
    ]
    assert lines[4].startswith("Last game: you lost · Winter Match")
    theirs = await evening.member("Bo").click(evening.boards(), label="My opponent")
    assert "**1–3** against you in 4 games" in theirs.response.embeds[0].description
    assert "You never won with White (2 games)" in theirs.response.embeds[0].description


async def test_who_have_not_met_are_told_so(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    for name in ("Ann", "Bo"):
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=1500.0, games=30)
    await evening.begin()
    answer = await evening.member("Ann").click(evening.boards(), label="My opponent")
    assert answer.response.embeds[0].description.splitlines()[1:] == [
        "You have not played each other in this club yet.",
        "Next game by your ratings: 50% – 50%",
    ]


async def test_a_cancelled_evening_takes_no_more_results(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    await evening.begin()
    first, _ = await beginner(evening)
    await evening.member(first).click(evening.boards(), label="I won")
    await evening.send()
    boards, question = evening.boards(), evening.messages("reports")[-1]
    await evening.direct("Close round")
    asked = await club.td.click(await evening.panel(), label="Cancel (TD)")
    assert "1 result would not be rated" in asked.response.embeds[0].description
    await club.td.click(asked.response, label="Yes, cancel it")
    await evening.send()
    assert evening.card.embeds[0].title == "Cancelled: Friday"
    assert boards.components == []
    assert "Friday is already cancelled" in await refusal(evening.member("Bo").click(question, label="Confirm"))


@pytest.mark.long
async def test_without_the_permission_it_goes_on_in_the_channel_and_says_so_once(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    import discord

    async def refused(*_: Any, **__: Any) -> Any:
        response: Any = type("Response", (), {"status": 403, "reason": "Forbidden"})()
        raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})

    monkeypatch.setattr(discord.PartialMessage, "create_thread", refused)
    await two(club, clock)
    said = [message.content for message in club.channel.history()]
    assert sum("may not create threads" in text for text in said) == 1
    assert any("Round 1 is paired" in text for text in said)


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_an_evening_of_24_over_five_rounds(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], CrosstableBot]
) -> None:
    """A late entry, two byes, a withdrawal, two objections, a restart in each round; nothing is typed by a director."""
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=5)
    for number in range(1, 6):
        await act_before(evening, number)
        await evening.begin()
        boards = evening.boards()
        for place, (first, second) in enumerate(await evening.opponents()):
            # Whoever begins wins on even boards and draws on odd ones.
            label, other = ("I won", "I lost") if place % 2 == 0 else ("Draw", "Draw")
            await evening.member(first).click(boards, label=label)
            if place == 3:
                await club.env.restart_bot(make_bot())
            if place == 2 and number in (2, 4):
                await evening.member(second).click(boards, label="I won")
                await evening.send()
                question = evening.messages("disputed")[-1]
                decided = next(label for label in labels_of(question) if label.startswith(second))
                await club.td.click(question, label=decided)
            elif place != 1:
                await evening.member(second).click(boards, label=other)
        if number == 1:
            await evening.join("Xena")
        await evening.send()
        await evening.direct("Close round")
    state = await evening.state()
    await check_pairings(state)
    panel = await evening.panel()
    closed = await club.td.click(panel, label="Close (TD)")
    games = await rows(club.services.database, select(func.count()).select_from(game).where(game.c.rated))
    assert f"24 players · 5 rounds · {games[0][0]} games" in text_of(closed)
    found = await rows(club.services.database, select(game.c.first_began).where(game.c.rated))
    assert {row.first_began for row in found} == {True}
    assert await points_by_place(club) == sorted(state.points.values(), reverse=True)
    actions = {row.action for row in await rows(club.services.database, select(audit.c.action))}
    assert {"draft-round", "publish-round", "close-round", "report-game", "decide-game", "ask-bye"} <= actions


async def act_before(evening: PairedEvening, number: int) -> None:
    """Ask for byes before round 2 and 3, withdraw before round 4."""
    for name, asked in (("Bo", 2), ("Cy", 3)):
        if number == asked:
            form = await evening.member(name).click(evening.card, label="Bye")
            await evening.member(name).submit_modal(form, {"round": str(number), "kind": "H"})
    if number == 4:
        await evening.member("Di").click(evening.card, label="Leave")


async def check_pairings(state: Any) -> None:
    """Check what holds of every Swiss."""
    met = [frozenset(one.numbers) for one in state.pairings if one.second is not None]
    assert len(met) == len(set(met))
    names = {one.player.name: one.number for one in state.entrants}
    for number in range(1, 6):
        seated = [seat for one in state.pairings_of(number) for seat in one.numbers]
        assert len(seated) == len(set(seated))
        playing = {one.number for one in state.entrants if one.plays_in(number)}
        assert set(seated) == playing
    assert {(one.number, one.round) for one in state.byes} == {(names["Bo"], 2), (names["Cy"], 3)}
    assert state.by_number[names["Di"]].until_round == 3
    assert state.by_number[names["Xena"]].from_round == 2


def labels_of(message: Any) -> list[str]:
    return [str(part.get("label")) for row in message.components for part in row["components"]]


async def points_by_place(club: SimulatedClub) -> list[float]:
    """Return the points of the stored event's lines in their order, byes and forfeits among them."""
    numbers = [row.number for row in await rows(club.services.database, select(entrant.c.number))]
    worth = {"B": 1.0, "X": 1.0, "H": 0.5}
    totals = dict.fromkeys(sorted(numbers), 0.0)
    for row in await rows(club.services.database, select(game)):
        if row.result is None:
            totals[row.first] += worth.get(row.unrated_reason, 0.0)
        else:
            totals[row.first] += row.result
            totals[row.second] += 1 - row.result
    return list(totals.values())


def test_the_names_are_24_with_whoever_comes_late() -> None:
    assert len({*NAMES, "Xena"}) == 24
    assert all(re.fullmatch(r"[A-Z][a-z]+", name) for name in NAMES)

"""/rating update, as members type it."""

from typing import Any

import discord
import pytest
from sqlalchemy import select

from bot.services.ratings.rating_card import player_card
from bot.store.database.tables import event
from core.errors import NotFoundError
from tests.conftest import SimulatedClub, card_of, details, full_text, lines_of, rows, said, stored
from tests.file_answers import parts_of
from tests.flows import report, report_for, set_settings, show_td

SEED = {"opponents": "974 951 2471 1585", "score": "3"}
FIRST_TIME = {**SEED, "rating": 1470.0, "games": 25}


@pytest.mark.both_databases
async def test_the_seeds_example_comes_out_to_every_printed_digit(club: SimulatedClub) -> None:
    """Every figure is one that the README of seed 000 prints; beside its performance stands the exact one.

    Expected against each: 1/(1 + 10^((974 - 1470)/400)) = 0.9456, and so on; the README prints their sum, 2.2410.
    """
    answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME, rules="informal-2020")
    text = await full_text(answer)
    assert not answer.ephemeral
    assert "1470 → 1505.4203 (+35.4203)" in text
    assert "2.2410 expected, 3 of 4 scored: **+0.7590**" in text
    assert "performance **2033.3468** as the calculator prints it; exactly **2033.4361**" in text
    assert "its search stops early" in text
    for line in ("1 974 0.9456", "2 951 0.9520", "3 2471 0.0031", "4 1585 0.3403", "Sum 2.2410"):
        assert line.split() in lines_of(text)
    assert "Norm **4th Category (1200)**" in text
    for row in (
        "4th 1200 1.6924  2.6924    YES",
        "3rd 1400 2.1091  3.1091     no",
        "2nd 1600 2.4784  3.4784     no",
        "1st 1800 2.7797  3.7797     no",
        " C  2000 2.9732  3.9732     no",
        " M  2200 3.1438 not possible",
        " S  2400 3.3896 not possible",
    ):
        assert row.split() in lines_of(text)
    assert "informal calculator (2020)" in answer.response.embeds[0].footer.text
    event = await club.eli.slash(club.channel, "events", event="1")
    expected = await club.eli.click(event.response, label="Expected")
    assert "`2.24   3 +0.76` Dana" in expected.response.embeds[0].description.replace("\xa0", " ")
    shown = lines_of(await full_text(event))
    for line in ("1 974 0.9456", "3 2471 0.0031", "Sum 2.2410"):
        assert line.split() in shown
    assert "opponents' ratings as given" in answer.response.embeds[0].footer.text


async def test_the_rules_in_force_give_another_figure_and_no_norm(club: SimulatedClub) -> None:
    """Vectors: std-seed0-current and seed0-readme."""
    text = await full_text(await club.dana.slash(club.channel, "rating update", **FIRST_TIME))
    assert "1470 → 1510.27 (+40.27)" in text
    assert "No norm" in text


async def test_the_rules_follow_the_events_date(club: SimulatedClub) -> None:
    """Vector std-seed0-sept2020: B was 14 from June 2017 until January 2023."""
    answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME, date="2020-09-02")
    assert "1470 → 1502.27" in await full_text(answer)
    assert "US Chess from 2017-06-01 (B = 14)" in answer.response.embeds[0].footer.text


async def test_no_table_is_wider_than_forty_columns_even_with_sixty_rounds(club: SimulatedClub) -> None:
    opponents = " ".join(f"W{1000 + number}" for number in range(60))
    answer = await club.dana.slash(club.channel, "rating update", opponents=opponents, rating=1470.0, games=25)
    blocks = (await full_text(answer)).split("```")[1::2]
    assert len(blocks) == 2  # by round the norms do not fit: they are under Norms
    assert "… and 20 more games" in await full_text(answer)
    assert max(len(line) for block in blocks for line in block.splitlines()) <= 40


async def test_the_second_event_goes_on_from_the_stored_rating(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    text = await full_text(await club.dana.slash(club.channel, "rating update", opponents="W1500 L1500"))
    assert "1510.27 → " in text
    assert "31 rated games" in text


async def test_a_member_without_a_rating_is_asked_for_rating_and_games(club: SimulatedClub) -> None:
    """The whole way is in test_first_report.py."""
    answer = await club.dana.slash(club.channel, "rating update", **SEED)
    assert "You have no US Chess Regular rating here yet" in card_of(answer)
    assert [part["label"] for part in parts_of(answer.response)] == ["I was never rated", "Enter my rating"]
    assert await stored(club) == 0


async def test_a_member_who_was_never_rated_is_rated_as_unrated(club: SimulatedClub) -> None:
    """Special formula without earlier games: a draw with 1400 and one with 1500 is a rating of 1450."""
    text = await full_text(await club.dana.slash(club.channel, "rating update", opponents="D1400 D1500", games=0))
    assert "unrated → 1450" in text
    assert "# new → 1450P\n" in text
    assert "from 2 games;" in text


async def test_results_may_stand_before_or_behind_the_opponents(club: SimulatedClub) -> None:
    before = await full_text(await club.dana.slash(club.channel, "rating update", opponents="W1400 L1500", games=0))
    apart = await full_text(await club.eli.slash(club.channel, "rating update", opponents="1400 W 1500 L", games=0))
    assert before.splitlines()[0] == apart.splitlines()[0]


async def test_members_are_opponents_by_mention_name_and_number(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    for number, reference in enumerate((club.dana.mention, "@Dana", "dana", "#1", '"Dana"', "@Dana (1510)")):
        member = club.add(f"Opponent {number}")
        answer = (
            await member.slash(club.channel, "rating update", opponents=f"W1500 L{reference}", games=0)
            if (not reference.startswith("dan"))
            else await member.slash(club.channel, "rating update", opponents=f"1500 {reference}", score="1", games=0)
        )
        assert "1510" in await full_text(answer)


async def test_the_bonus_ends_when_an_opponent_is_met_three_times(club: SimulatedClub) -> None:
    """Vectors bonus-4-aabc and bonus-4-aaac: the same member is the same opponent."""
    await club.eli.slash(club.channel, "rating update", opponents="D1500 D1500", rating=1500.0, games=30)
    with_bonus = await club.dana.slash(
        club.channel, "rating update", opponents="W@Eli W@Eli W1500 W1500", rating=1470.0, games=30
    )
    other = club.add("Frida")
    without = await other.slash(
        club.channel, "rating update", opponents="W@Eli W@Eli W@Eli W1500", rating=1470.0, games=30
    )
    change = [float((await full_text(answer)).split("(")[1].split(")")[0]) for answer in (with_bonus, without)]
    assert change[0] > change[1] + 10


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_a_late_report_goes_to_its_place_and_later_events_rate_again(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME, date="2026-10-01", event="October Open")
    await club.dana.slash(
        club.channel, "rating update", opponents="W1600 D1700", date="2026-11-15", event="November Swiss"
    )
    late = await club.dana.slash(
        club.channel, "rating update", opponents="W1600 W1700", date="2026-11-01", event="Late Report"
    )
    assert "Recalculated" in await full_text(late)
    assert "November Swiss" in await full_text(late)
    card = await full_text(await details(club.dana, club.channel, "rating show"))
    assert card.index("November Swiss") < card.index("Late Report") < card.index("October Open")


async def test_a_director_may_report_for_a_member(club: SimulatedClub) -> None:
    answer = await report_for(club.td, club.channel, club.dana, **FIRST_TIME)
    assert answer.response.embeds[0].description.startswith("### Dana · US Chess Regular\n")


async def test_a_member_acting_for_another_is_refused(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=25)
    await show_td(club, club.eli)
    sentence = await said(club.eli.slash(club.channel, "td player", player=club.dana))
    assert "Only a tournament director (TD)" in sentence


BAD_INPUT = [
    ({"opponents": "974 foo", "score": "1"}, '"foo" is neither'),
    ({"opponents": "974 3001", "score": "1"}, "3001 is not a rating"),
    ({"opponents": "974 99", "score": "1"}, "99 is not a rating"),
    ({"opponents": "974 951", "score": "-1"}, "cannot be negative"),
    ({"opponents": "974 951", "score": "2.5"}, "more than 2 games"),
    ({"opponents": "974 951", "score": "1.3"}, "half points"),
    ({"opponents": "974 951", "score": "two"}, '"two" is not a score'),
    ({"opponents": "W974 L951", "score": "2"}, "The results add up to 1 point, but the score is 2"),
    ({"opponents": "W974 951"}, '"951" has no result'),
    ({"opponents": "974 951"}, "Your score is missing"),
    ({"opponents": " , ", "score": "0"}, "There are no opponents"),
    ({"opponents": "1500 " * 61, "score": "1"}, "at most 60 opponents"),
    ({"opponents": "W1500", "date": "2026-11-22"}, "in the future"),
    ({"opponents": "W1500", "date": "31.11.2026"}, "is not a date"),
    ({"opponents": "W1500", "date": "0001-01-01"}, "is too early"),
    ({"opponents": "W1500", "rating": 50.0}, "50 is not a rating"),
    ({"opponents": "W@Nobody"}, '"W@Nobody" is neither'),
    ({"opponents": "W#77"}, "no player"),
    ({"opponents": "W<@123456789012345678>"}, "has no rating in this club yet"),
]


@pytest.mark.parametrize(("options", "part"), BAD_INPUT, ids=[part for _, part in BAD_INPUT])
async def test_bad_input_is_one_ephemeral_sentence_and_stores_nothing(
    club: SimulatedClub, options: dict[str, object], part: str
) -> None:
    options = {"rating": 1470.0, "games": 20, **options}
    written = {name: value for name, value in options.items() if value is not None}
    sentence = await said(club.dana.slash(club.channel, "rating update", **written))
    assert part in sentence
    assert "\n" not in sentence
    assert await stored(club) == 0


BAD_DETAILS: list[tuple[dict[str, object], str]] = [
    ({"opponents": "W1500", "time_control": "fast"}, "is not a time control"),
    ({"opponents": "W1500", "time_control": "3+1"}, "too fast to be rated"),
    ({"opponents": "W1500", "time_control": "90+30", "list": "uschess-blitz"}, "is rated as US Chess Regular"),
    ({"opponents": "W1500 W1600", "kind": "match", "games": 30}, "one opponent"),
    ({"opponents": "W1500", "kind": "match"}, "established ratings"),
]


@pytest.mark.parametrize(("options", "part"), BAD_DETAILS, ids=[part for _, part in BAD_DETAILS])
async def test_bad_details_are_one_sentence_and_change_nothing(
    club: SimulatedClub, options: dict[str, object], part: str
) -> None:
    sentence = await said(report(club.dana, club.channel, **{"rating": 1470.0, "games": 20, **options}))
    assert part in sentence
    assert "\n" not in sentence
    assert await stored(club) == 1
    kept = await rows(club.services.database, select(event.c.voided))
    assert [row.voided for row in kept] == [False]


async def test_figures_that_are_stored_already_may_be_typed_again(club: SimulatedClub) -> None:
    """The seed's own example, typed whole by a member whom a roster gave these figures."""
    await club.td.slash(club.channel, "td rating", player="Dana", rating=1470.0, games=25)
    answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    assert "1470 → 1510.27 (+40.27)" in await full_text(answer)
    assert await stored(club) == 1


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ({"rating": 1470.0, "games": 25}, '"rating: 1470 games: 25"'),
        ({"rating": 1470.0}, '"rating: 1470"'),
        ({"games": 0}, '"games: 0"'),
    ],
)
async def test_other_figures_than_the_stored_ones_are_refused_beside_them(
    club: SimulatedClub, typed: dict[str, Any], quoted: str
) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    sentence = await said(club.dana.slash(club.channel, "rating update", **SEED, **typed))
    assert sentence.startswith(quoted)
    assert "1510 after 29 games" in sentence
    assert await stored(club) == 1


async def test_nobody_is_their_own_opponent(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    assert "your own opponent" in await said(club.dana.slash(club.channel, "rating update", opponents="W@Dana"))


@pytest.mark.both_databases
async def test_a_name_that_fits_two_players_is_asked_back(club: SimulatedClub) -> None:
    for name in ("Anna Lee", "Anna Rue"):
        await club.add(name).slash(club.channel, "rating update", opponents="W1500", games=0)
    sentence = await said(club.dana.slash(club.channel, "rating update", opponents="W@Anna", games=0))
    assert "Did you mean Anna Lee (#1) or Anna Rue (#2)?" in sentence


@pytest.mark.parametrize("delivered", [2, 3])
@pytest.mark.both_databases
async def test_the_same_interaction_delivered_again_is_stored_once(
    club: SimulatedClub, delivered: int, redeliver: object
) -> None:
    answers = await redeliver(club, delivered, **FIRST_TIME)
    assert len(answers) == 1
    assert await stored(club) == 1


@pytest.mark.parametrize(
    "name",
    [
        "**bold** _it_",
        "@everyone",
        "<@&123456789012345678>",
        "\u202eesrever",
        "a`b```c",
        "[x](http://example.com)",
        "# big",
        "nul\0byte",
    ],
)
async def test_a_hostile_name_is_shown_harmless(club: SimulatedClub, name: str) -> None:
    member = club.add(name)
    await member.slash(club.channel, "rating update", **FIRST_TIME, event=name)
    await member.slash(club.channel, "rating update", opponents="W1500", date="2026-10-01", games=0)
    for command in ("rating show", "leaderboard", "norms", "rating undo"):
        answer = await member.slash(club.channel, command)
        embed = answer.response.embeds[0]
        text = f"{embed.author.name} {embed.title} {embed.description}"
        assert "@everyone" not in text
        assert "<@&1" not in text.replace("\\<", "")
        assert "\u202e" not in text
        assert text.count("```") % 2 == 0
        # An author line and a code block know no markdown; titles and descriptions do.
        formatted = f"{embed.title} {''.join((embed.description or '').split('```')[::2])}"
        assert "](http" not in formatted
        assert "**bold**" not in formatted
        assert answer.response.message.mentions == []


async def test_a_report_can_be_left_to_directors_or_a_role(club: SimulatedClub) -> None:
    await set_settings(club, self_report="directors")
    assert "cannot report your own events" in await said(club.dana.slash(club.channel, "rating update", **FIRST_TIME))
    await set_settings(club, self_report="role", reporter_role=club.td_role)
    reporter = club.add("Rita", club.td_role)
    assert "1510.27" in await full_text(await reporter.slash(club.channel, "rating update", **FIRST_TIME))
    assert "cannot report your own events" in await said(club.dana.slash(club.channel, "rating update", **FIRST_TIME))


async def test_clubs_never_see_each_others_data(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    other = club.other_server()
    assert "is neither" in await said(other.eli.slash(other.channel, "rating update", opponents="W@Dana", games=0))
    assert "no player" in await said(other.eli.slash(other.channel, "rating update", opponents="W#1", games=0))
    assert "You are not a player of this club yet" in await said(other.eli.slash(other.channel, "rating show"))
    board = await other.eli.slash(other.channel, "leaderboard")
    assert "Nobody is on this list yet" in await full_text(board)
    assert "no such event" in await said(other.eli.slash(other.channel, "norms", event="1"))


async def test_in_a_direct_message_nothing_is_stored(club: SimulatedClub) -> None:
    user = club.env.create_user("loner")
    answer = await user.slash("rating update", **FIRST_TIME)
    assert "Clubs live on servers. Use the command on a server" in answer.response.content


async def test_lists_are_kept_apart(club: SimulatedClub, services: object) -> None:
    await club.dana.slash(club.channel, "rating update", **FIRST_TIME, list="uschess-quick")
    assert (
        "Quick"
        in (await details(club.dana, club.channel, "rating show", list="uschess-quick")).response.embeds[0].author.name
    )
    with pytest.raises(NotFoundError):
        await player_card(club.services, club.actor(club.dana), None, None)


async def test_the_buttons_of_an_answer_are_let_go_of_when_they_are_sent(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view and its items hold each other: they were a third of what the garbage collector found of a report."""
    views: list[discord.ui.View] = []
    send = discord.InteractionResponse.send_message

    async def sending(response: Any, *content: Any, view: Any, **more: Any) -> Any:
        views.append(view)
        return await send(response, *content, view=view, **more)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", sending)
    answer = await club.dana.slash(club.channel, "rating update", **FIRST_TIME)
    (view,) = views
    assert view.children == []
    assert [part["label"] for part in answer.response.components[0]["components"]][-2:] == ["Undo", "Add details"]
    pressed = await club.dana.click(answer.response, label="Undo")
    assert "records as undone" in pressed.followups[0].embeds[0].footer.text

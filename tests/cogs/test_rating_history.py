"""/rating history and /rating compare."""

from typing import Any

import pytest

from bot.services.framework.context import Services
from bot.store.database.tables import player
from bot.ui.pictures import rendering
from tests.conftest import SimulatedClub, card_of, said
from tests.flows import forget, start_season
from tests.said_scenes import imported


async def played(club: SimulatedClub, who: Any, days: int = 3, **first: Any) -> Any:
    """Let somebody report that many events."""
    given = {"rating": 1500.0, "games": 60} | first
    answer = None
    for day in range(1, days + 1):
        options = {"date": f"2026-10-{day:02}", "event": f"Round {day}"} | (given if day == 1 else {})
        answer = await who.slash(club.channel, "rating update", opponents="W1500 L1600 W1700", **options)
    return answer


def words_of(answer: Any) -> str:
    """Return what an answer says of its picture to who cannot see it."""
    (attached,) = answer.response.attachments
    text: str = attached.description
    return text


async def test_a_chart_comes_with_the_last_events_below_it(club: SimulatedClub) -> None:
    await played(club, club.dana)
    answer = await club.eli.slash(club.channel, "rating history", player="Dana")
    (attached,) = answer.response.attachments
    image, lines = answer.response.embeds
    assert image.image.url == f"attachment://{attached.filename}"
    assert [line.partition("` ")[2] for line in lines.description.splitlines()] == [
        "Round 3 · 3 Oct",
        "Round 2 · 2 Oct",
        "Round 1 · 1 Oct",
        "rating set · 1 Oct",
    ]
    assert words_of(answer).startswith("Dana, US Chess Regular: ")
    assert "after 3 events since 2026" in words_of(answer)


async def test_left_out_it_is_ones_own_by_games_too(club: SimulatedClub) -> None:
    await played(club, club.dana)
    assert words_of(await club.dana.slash(club.channel, "rating history")).endswith("by date.")
    answer = await club.dana.slash(club.channel, "rating history", since="two years")
    by_game = await club.dana.click(answer.response, label="By game")
    assert by_game.response.ephemeral
    assert words_of(by_game).endswith("by game.")
    again = await club.dana.click(by_game.response, label="By date")
    assert again.response.id == by_game.response.id
    assert words_of(by_game).endswith("by date.")


async def test_one_picture_has_all_lists_of_a_player(club: SimulatedClub) -> None:
    await played(club, club.dana)
    await played(club, club.dana, list="uschess-quick")
    answer = await club.dana.slash(club.channel, "rating history")
    answer = await club.dana.click(answer.response, label="All lists")
    assert words_of(answer).startswith("Dana, 2 lists · by date: ")
    assert "US Chess Quick" in answer.response.embeds[1].description


async def test_players_are_compared_in_one_picture(club: SimulatedClub) -> None:
    finn = club.add("Finn")
    for who, rating in ((club.dana, 1500.0), (club.eli, 1700.0), (finn, 1600.0)):
        await played(club, who, rating=rating)
    answer = await club.dana.slash(club.channel, "rating compare", players="Eli Finn @Dana")
    names = [line.split()[-1] for line in answer.response.embeds[1].description.splitlines()]
    assert names == ["Eli", "Finn", "Dana"]
    assert words_of(answer).startswith("Three players, one year, US Chess Regular · by date: Eli ")
    against = await club.dana.slash(club.channel, "rating compare", players="Eli vs Finn")
    assert [line.split()[-1] for line in against.response.embeds[1].description.splitlines()] == ["Eli", "Finn"]
    with_me = await club.dana.slash(club.channel, "rating compare", players="Eli")
    with_me = await club.dana.select(with_me.response, ["everything"])
    assert words_of(with_me).startswith("Two players, US Chess Regular · by date: Eli ")


@pytest.mark.parametrize("trouble", ["fails", "takes too long"])
async def test_without_a_picture_it_is_said_in_words(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    await played(club, club.dana)

    async def none(_: Any) -> None:
        return None

    def fail(_: Any) -> bytes:
        raise OSError("no font")

    if trouble == "fails":
        monkeypatch.setattr(rendering, "draw", fail)
    else:
        monkeypatch.setattr("bot.ui.pictures.rendering.picture_of", none)
    answer = await club.dana.slash(club.channel, "rating history")
    club.forgive()
    assert answer.response.attachments == []
    text = card_of(answer).splitlines()
    assert text[0] == "### Dana · US Chess Regular"
    assert text[1].startswith("# 16")
    assert text[2].startswith("3 events since 2026 · peak ")
    assert "Round 3" in text[3]


async def test_one_event_is_a_sentence_and_none_names_the_command(club: SimulatedClub) -> None:
    none = await said(club.dana.slash(club.channel, "rating history"))
    assert "Start with /rating update" in none
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600", games=0)
    answer = await club.dana.slash(club.channel, "rating history")
    assert answer.response.attachments == []
    assert "A chart needs two events" in card_of(answer)


async def test_a_time_without_events_says_what_to_choose(club: SimulatedClub) -> None:
    for day in ("2023-10-01", "2023-10-02"):
        first = {"rating": 1500.0, "games": 60} if day.endswith("1") else {}
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date=day, **first)
    answer = await club.dana.slash(club.channel, "rating history", since="one year")
    assert answer.response.attachments == []
    assert "No events in one year. Choose a longer period below." in card_of(answer)
    assert words_of(await club.dana.slash(club.channel, "rating history"))


async def test_a_season_is_a_stretch_too(club: SimulatedClub) -> None:
    await played(club, club.dana, days=5)
    season = {
        "name": "First days of October",
        "starts": "2026-10-02",
        "ends": "2026-12-31",
        "list": "uschess-regular",
    }
    await start_season(club, **season)
    choices = await club.dana.autocomplete(club.channel, "rating history", "since", "")
    assert [choice["name"] for choice in choices[:3]] == ["one year", "two years", "everything"]
    assert choices[3]["name"].startswith("First days of October")
    answer = await club.dana.slash(club.channel, "rating history", since=choices[3]["value"])
    assert "after 4 events in First days of October; from 1" in words_of(answer)
    assert "on 2 Oct 2026" in words_of(answer)
    both = await club.dana.slash(club.channel, "rating history", since="one year")
    assert "5 events in one year" in words_of(both)


@pytest.mark.parametrize("since", ["since Easter", "99"])
async def test_no_stretch_of_time_is_one_sentence(club: SimulatedClub, since: str) -> None:
    await played(club, club.dana)
    sentence = await said(club.dana.slash(club.channel, "rating history", since=since))
    assert "Pick one from the list" in sentence


async def test_the_button_draws_it_for_whoever_presses(club: SimulatedClub) -> None:
    answer = await played(club, club.dana)
    pressed = await club.eli.click(answer.response, label="Chart")
    assert pressed.response.ephemeral
    assert words_of(pressed).startswith("Dana, US Chess Regular: ")


async def hide_card(services: Services, name: str) -> None:
    query = player.update().where(player.c.name == name).values(card_private=True)
    await services.database.write(lambda connection: connection.execute(query), club=None)


async def test_a_private_card_is_drawn_for_nobody_else(club: SimulatedClub) -> None:
    answer = await played(club, club.dana)
    await played(club, club.eli)
    await hide_card(club.services, "Dana")
    refusal = "Only directors can see the card of Dana."
    assert refusal == await said(club.eli.slash(club.channel, "rating history", player="Dana"))
    assert refusal == await said(club.eli.slash(club.channel, "rating compare", players="Dana"))
    assert refusal == await said(club.eli.click(answer.response, label="Chart"))
    assert refusal == await said(club.eli.slash(club.channel, "rating show", player="Dana"))
    assert words_of(await club.td.slash(club.channel, "rating history", player="Dana"))
    assert words_of(await club.dana.click(answer.response, label="Chart"))


async def test_who_is_forgotten_has_no_chart_any_more(club: SimulatedClub) -> None:
    answer = await played(club, club.dana)
    await forget(club.dana, club.channel)
    assert "There is no such player in this club" in await said(club.eli.click(answer.response, label="Chart"))


async def test_names_that_are_none_of_the_club_are_one_sentence(club: SimulatedClub) -> None:
    await played(club, club.dana)
    assert '"Zoe" is not a player of this club' in await said(
        club.dana.slash(club.channel, "rating history", player="Zoe")
    )
    assert "Dana is listed twice" in await said(club.dana.slash(club.channel, "rating compare", players="Dana"))


@pytest.mark.parametrize(
    "written",
    [
        "Ada Able Bo Best",
        "@Ada Able bo best",
        "Able, Ada; Bo Best",
        '"Ada Able" @"Bo Best"',
        "ada able, BEST BO",
        "Ada Bo",
    ],
)
async def test_names_with_spaces_are_told_apart(club: SimulatedClub, written: str) -> None:
    await imported(club, b"number,name,rating,games,1\n1,Ada Able,1400,30,W2\n2,Bo Best,1600,30,L1\n")
    answer = await club.dana.slash(club.channel, "rating compare", players=written)
    versus = await club.dana.click(answer.response, label="Head to head")
    assert "1 win for Ada Able, 0 draws, 0 for Bo Best" in words_of(versus)


async def test_more_than_five_players_are_too_many(club: SimulatedClub) -> None:
    sentence = await said(club.dana.slash(club.channel, "rating compare", players="a b c d e f"))
    assert sentence == "6 players cannot be compared. Name two to 5."


async def test_players_are_offered_as_one_types(club: SimulatedClub) -> None:
    await played(club, club.dana)
    for typed in ("da", "Zoe, da"):
        (choice,) = await club.eli.autocomplete(club.channel, "rating compare", "players", typed)
        assert "@Dana (" in choice["name"]

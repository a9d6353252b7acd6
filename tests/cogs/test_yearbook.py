"""/yearbook: a message of pictures, the pages that have a figure, and who is named."""

from datetime import UTC, datetime
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import update

from bot.store.database.tables import player
from tests.conftest import Clock, SimulatedClub, card_of, said
from tests.flows import set_settings, start_season

TABLE = b"""number,name,rating,games,1,2,3,4,5
1,Ada Able,1300,40,W4,W5,W6,W2,W3
2,Bo Best,1500,40,W5,W6,W3,L1,W4
3,Cy Cole,1550,40,W6,W4,L2,W5,L1
4,Di Dunn,1400,40,L1,L3,W5,W6,L2
5,Ed East,1450,40,L2,L1,L4,L3,W6
6,Flo Ford,1350,40,L3,L2,L1,L4,L5
"""
"""Five rounds in which everybody meets everybody: Ada wins all."""


async def played(club: SimulatedClub, **options: Any) -> None:
    preview = await club.td.slash(club.channel, "td import", file=("e.csv", TABLE), name="Winter Open", **options)
    await club.td.click(preview.response, label="Store it")


def words(answer: Any) -> list[str]:
    return [attached.description for attached in answer.response.attachments]


def page(answer: Any, title: str) -> str:
    (found,) = [text for text in words(answer) if text.startswith(title)]
    return found


@pytest.mark.both_databases
async def test_the_year_is_a_message_of_pictures(club: SimulatedClub) -> None:
    """15 games of six newcomers. Ada's last win was against the highest, 250 points above her."""
    await played(club)
    answer = await club.td.slash(club.channel, "yearbook")
    assert card_of(answer) == "### First Club · yearbook 2026"
    assert words(answer)[0] == "Yearbook 2026 of First Club: events 1, games 15, players 6, newcomers 6."
    assert page(answer, "Most games").startswith(
        "Most games, 2026 · every list: 5 Ada Able (shared with 5 others); 5 Bo Best; "
    )
    assert page(answer, "Upset").startswith(
        "Upset of the year, 2026 · US Chess Regular: 250 Ada Able and Cy Cole (1300 beat 1550 · Winter Open); "
    )
    assert "5 Ada Able" in page(answer, "Longest winning run")
    assert "5 of 5 · Winter Open" in page(answer, "Best performance").split(";")[0]
    assert page(answer, "Greatest gain").startswith("Greatest gain, 2026 · US Chess Regular: ▲ ")
    # Nobody met anybody four times, no list has QURSH, and six are too few to be spread.
    assert not [text for text in words(answer) if text.startswith(("Closest", "QURSH", "The club's ratings"))]
    assert len(words(answer)) <= 10


async def test_who_may_not_be_named_is_in_no_record(club: SimulatedClub) -> None:
    """Ada is hidden, Bo is 12 on the last day of the year, Cy has said no, Di is a child of unknown age."""
    await played(club)

    def work(connection: Any) -> None:
        for name, values in {
            "Ada Able": {"hidden": True},
            "Bo Best": {"born_year": 2014},
            "Cy Cole": {"announced": False},
            "Di Dunn": {"adult": False},
        }.items():
            connection.execute(update(player).where(player.c.name == name).values(**values))

    await club.services.database.write(work, club=None)
    said_of = "\n".join(words(await club.td.slash(club.channel, "yearbook")))
    for name in ("Ada", "Bo Best", "Cy Cole", "Di Dunn"):
        assert name not in said_of
    assert "Ed East" in said_of
    assert "players 6" in said_of


@pytest.mark.long
async def test_a_season_has_a_book_of_its_own_days_and_list(club: SimulatedClub) -> None:
    await played(club, date="2026-10-10")
    await start_season(club, "Autumn", starts="2026-10-01", ends="2026-10-31")
    book = await club.td.slash(club.channel, "yearbook")
    answer = await club.td.select(book.response, ["1"])
    assert words(answer)[0].startswith("Yearbook Autumn of First Club: events 1, games 15")
    theirs = await club.dana.select(book.response, ["1"])
    assert theirs.ephemeral


async def test_a_year_without_a_game_is_a_sentence(club: SimulatedClub) -> None:
    await played(club)
    sentence = await said(club.td.slash(club.channel, "yearbook", year=2025))
    assert sentence == "Nobody played in 2025. Choose another year or season."


async def test_in_words_where_nothing_can_be_drawn(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(club)
    monkeypatch.setattr("bot.ui.pictures.rendering.draw", mock.Mock(side_effect=OSError("no fonts")))
    answer = await club.td.slash(club.channel, "yearbook")
    club.forgive()
    assert answer.response.attachments == []
    first, games, *_ = answer.response.embeds
    assert first.footer.text == "events 1 · games 15 · players 6 · newcomers 6"
    assert games.description.splitlines()[0] == "### Most games"


@pytest.mark.both_databases
class TestPosting:
    @pytest.mark.long
    async def test_a_club_that_announces_posts_its_book_once_in_january(
        self, club: SimulatedClub, clock: Clock
    ) -> None:
        """The tests' day is 21 November 2026; the book comes on 2 January at the hour of the news, and once."""
        await set_settings(club, channel=club.channel)
        await played(club)
        await send(club, clock)
        assert books(club) == []
        await send(club, clock, until=datetime(2027, 1, 2, 8, 59, tzinfo=UTC))
        assert books(club) == []
        await send(club, clock, until=datetime(2027, 1, 2, 9, 1, tzinfo=UTC))
        (book,) = books(club)
        assert book.attachments[0].description == (
            "Yearbook 2026 of First Club: events 1, games 15, players 6, newcomers 6."
        )
        await send(club, clock, until=datetime(2027, 1, 4, 9, 1, tzinfo=UTC))
        assert len(books(club)) == 1

    @pytest.mark.long
    async def test_turned_off_by_then_it_posts_nothing(self, club: SimulatedClub, clock: Clock) -> None:
        await set_settings(club, channel=club.channel)
        await played(club)
        await send(club, clock)
        await set_settings(club, when="off")
        await send(club, clock, until=datetime(2027, 1, 3, 12, 0, tzinfo=UTC))
        assert books(club) == []


def books(club: SimulatedClub) -> list[Any]:
    return [one for one in club.channel.history() if one.embeds and "yearbook" in (one.embeds[0].description or "")]


async def send(club: SimulatedClub, clock: Clock, until: datetime | None = None) -> None:
    """Let the bot send what is due, now or at a later moment."""
    if until is not None:
        clock.move((until - clock()).total_seconds())
    with club.env._bot_scope():
        await club.env.bot.outbox.send_due()

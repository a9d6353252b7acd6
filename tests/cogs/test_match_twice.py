"""A match that both players report counts once. Elo with K 32: three games of equals, 2-1 is worth 16 points."""

from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import event
from tests.cogs.oracle_club import labels, refused
from tests.cogs.test_own_lists import figures, found, text
from tests.conftest import SimulatedClub, rows, said
from tests.flows import fill_in, set_settings

ELO = "elo"
ONCE, BOTH = {"Dana": 1516, "Eli": 1484}, {"Dana": 1531, "Eli": 1469}


async def report(club: SimulatedClub, by: Any, opponent: str, wins: str, **more: Any) -> Any:
    return await by.slash(club.channel, "match", opponent=opponent, wins=wins, list=more.pop("list", ELO), **more)


async def both_report(club: SimulatedClub) -> tuple[Any, Any]:
    first = await report(club, club.dana, club.eli.mention, "2-1")
    return first, await report(club, club.eli, club.dana.mention, "1-2")


async def stored(club: SimulatedClub) -> int:
    ((many,),) = await rows(club.services.database, select(func.count()).select_from(event))
    return int(many)


async def rounded(club: SimulatedClub) -> dict[str, int]:
    return {name: round(rating) for name, rating in (await figures(club, ELO)).items()}


@pytest.mark.both_databases
async def test_the_second_report_confirms_the_first(club: SimulatedClub) -> None:
    _, second = await both_report(club)
    assert "Dana has already reported a match with this result for 2026-11-21." in text(second)
    assert labels(second) == ["Confirm it", "Another match"]
    assert await stored(club) == 1
    done = await club.eli.click(second.response, label="Confirm it")
    assert "### Dana 2 – 1 Eli" in text(done)
    assert await rounded(club) == ONCE
    assert await verify_club(club.services, club.guild.id) == []


@pytest.mark.both_databases
async def test_two_matches_of_a_day_can_both_end_2_1(club: SimulatedClub) -> None:
    """By hand: 32 (2 - 1.5) = 16; then We = 1 / (1 + 10^(-32/400)) = 0.546, 32 (2 - 3 · 0.546) = 11.6: 1527.6."""
    first, second = await both_report(club)
    another = await club.eli.click(second.response, label="Another match")
    assert "### Eli 1 – 2 Dana" in text(another)
    await club.eli.click(first.response, label="Confirm")
    await club.dana.click(another.response, label="Confirm")
    assert await rounded(club) == {"Dana": 1528, "Eli": 1472}


async def test_what_counts_already_is_not_stored_again_without_a_question(club: SimulatedClub) -> None:
    await set_settings(club, confirm_results="none")
    _, second = await both_report(club)
    assert "The match counts already." in text(second)
    assert labels(second) == ["Another match"]
    assert await rounded(club) == ONCE


async def test_a_director_and_a_player_report_one_match(club: SimulatedClub) -> None:
    await report(club, club.dana, club.eli.mention, "2-1")
    second = await report(club, club.td, "Dana, Eli", "2-1")
    await club.td.click(second.response, label="Confirm it")
    assert await rounded(club) == ONCE
    assert "The match counts already." in text(await report(club, club.eli, "Dana", "1-2"))


async def test_the_same_reporter_is_not_asked(club: SimulatedClub) -> None:
    for wins in ("2-1", "2-1", "1-3"):
        assert "Confirm" in labels(await report(club, club.dana, club.eli.mention, wins))
    assert await stored(club) == 3


async def challenged(club: SimulatedClub) -> Any:
    """Report a challenge that Eli says he won 2-1."""
    card = await club.dana.slash(club.channel, "challenge", player=club.eli, list=ELO, games=3)
    await club.eli.click(card.response, label="Accept")
    form = await club.eli.click(card.response, label="Report result")
    return await club.eli.submit_modal(form, {"game-1": "1", "game-2": "0", "game-3": "1"})


class TestAnotherResult:
    """Dana and Eli say both that they won 2-1."""

    async def both_won(self, club: SimulatedClub, **more: Any) -> tuple[Any, Any]:
        first = await report(club, club.dana, club.eli.mention, "2-1", **more)
        return first, await report(club, club.eli, club.dana.mention, "2-1", **more)

    @pytest.mark.both_databases
    async def test_the_waiting_match_is_shown_and_nothing_stored(self, club: SimulatedClub) -> None:
        _, second = await self.both_won(club)
        assert "Dana has already reported a match with another result for 2026-11-21." in text(second)
        assert "**Dana 2 – 1 Eli**" in text(second)
        assert labels(second) == ["Confirm it", "Dispute it", "Another match"]
        assert await stored(club) == 1
        await club.eli.click(second.response, label="Confirm it")
        assert await rounded(club) == ONCE

    async def test_after_a_dispute_the_typed_result_is_reported_by_one_press(self, club: SimulatedClub) -> None:
        first, second = await self.both_won(club)
        disputed = await club.eli.click(second.response, label="Dispute it")
        assert "does not count" in str(disputed.followups[0].embeds[0].description)
        assert labels(second) == ["Report my result"]
        mine = await club.eli.click(second.response, label="Report my result")
        assert "### Eli 2 – 1 Dana" in text(mine)
        assert "undone" in refused(await club.eli.click(first.response, label="Confirm"))
        await club.dana.click(mine.response, label="Confirm")
        assert await rounded(club) == {"Dana": 1484, "Eli": 1516}
        assert await verify_club(club.services, club.guild.id) == []

    async def test_it_can_be_another_match(self, club: SimulatedClub) -> None:
        _, second = await self.both_won(club)
        assert "### Eli 2 – 1 Dana" in text(await club.eli.click(second.response, label="Another match"))
        assert await stored(club) == 2

    @pytest.mark.parametrize("door", ["form", "challenge", "doubles", "oracle", "director"])
    async def test_every_door_asks(self, club: SimulatedClub, door: str) -> None:
        await set_settings(club, default_list="oracle" if door == "oracle" else ELO)
        if door == "doubles":
            fay, gus = club.add("Fay"), club.add("Gus")
            await report(club, club.dana, f"me + {fay.mention}, {club.eli.mention} + {gus.mention}", "2-1")
            second = await report(club, gus, "Eli + Gus, Fay + Dana", "2-1")
        else:
            await report(club, club.dana, club.eli.mention, "2-1", list="oracle" if door == "oracle" else ELO)
            if door == "challenge":
                second = await challenged(club)
            elif door == "director":
                second = await report(club, club.td, "Dana, Eli", "1-2")
            else:
                form = await club.eli.context_menu(club.channel, "Report a result", club.dana)
                second = await fill_in(club.eli, form, results="WLW")
        assert labels(second) == ["Confirm it", "Dispute it", "Another match"]
        assert await stored(club) == 1

    async def test_what_counts_or_is_of_another_day_is_another_match(self, club: SimulatedClub) -> None:
        first, second = await both_report(club)
        await club.eli.click(second.response, label="Confirm it")
        assert "Confirm" in labels(await report(club, club.eli, "Dana", "1"))
        assert first is not None
        assert await stored(club) == 2

    async def test_a_partner_can_neither_confirm_nor_dispute(self, club: SimulatedClub) -> None:
        fay, gus = club.add("Fay"), club.add("Gus")
        await report(club, club.dana, f"me + {fay.mention}, {club.eli.mention} + {gus.mention}", "2-1")
        assert labels(await report(club, fay, "Fay + Dana, Eli + Gus", "1-2")) == ["Another match"]


async def test_the_menus_form_and_a_challenge_ask_too(club: SimulatedClub) -> None:
    await set_settings(club, default_list=ELO)
    await report(club, club.dana, club.eli.mention, "2-1")
    form = await club.eli.context_menu(club.channel, "Report a result", club.dana)
    assert "Confirm it" in labels(await fill_in(club.eli, form, results="LWL"))
    card = await club.dana.slash(club.channel, "challenge", player=club.eli, list=ELO, games=3)
    await club.eli.click(card.response, label="Accept")
    form = await club.eli.click(card.response, label="Report result")
    told = await club.eli.submit_modal(form, {"game-1": "0", "game-2": "1", "game-3": "0"})
    done = await club.eli.click(told.response, label="Confirm it")
    assert "### Dana 2 – 1 Eli" in text(done)
    assert await stored(club) == 1


async def test_doubles_and_oracle_ask_too(club: SimulatedClub) -> None:
    fay, gus = club.add("Fay"), club.add("Gus")
    await report(club, club.dana, f"me + {fay.mention}, {club.eli.mention} + {gus.mention}", "2-1")
    second = await report(club, gus, "Eli + Gus, Fay + Dana", "1-2")
    assert labels(second) == ["Confirm it", "Another match"]
    await gus.click(second.response, label="Confirm it")
    assert (await rounded(club))["Fay"] == 1516
    await report(club, club.dana, "Eli", "12-8", list="oracle")
    assert labels(await report(club, club.eli, "Dana", "8-12", list="oracle")) == ["Confirm it", "Another match"]


async def test_sets_tell_matches_apart_on_a_list_by_points(club: SimulatedClub) -> None:
    await found(club, start="1000", k="24", sets="points")
    tennis = "elo:Table tennis"
    await report(club, club.dana, club.eli.mention, "11-7 9-11 11-5", list=tennis)
    other = await report(club, club.eli, "Dana", "7-11 11-9 9-11", list=tennis)
    assert "with another result" in text(other)
    same = await report(club, club.eli, "Dana", "7-11 11-9 5-11", list=tennis)
    assert labels(same) == ["Confirm it", "Another match"]


async def test_only_who_asked_decides(club: SimulatedClub) -> None:
    _, second = await both_report(club)
    assert "Only the member who asked" in await said(club.dana.click(second.response, label="Another match"))
    assert "Only the opponent or a tournament director" in refused(
        await club.dana.click(second.response, label="Confirm it")
    )


async def test_a_match_of_a_directors_file_is_asked_about(club: SimulatedClub) -> None:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, list=ELO)
    file = b"white,black,result\nDana,Eli,1-0\n"
    preview = await club.td.slash(
        club.channel, "td import", file=("friday.csv", file), list=ELO, date="2026-11-21", name="Friday"
    )
    await club.td.click(preview.response, label="Store it")
    before = await stored(club)
    match = await report(club, club.dana, club.eli.mention, "1", losses=0)
    assert "Friday of 2026-11-21 has this match already, which would count twice." in text(match)
    assert labels(match) == ["Another match"]
    assert await stored(club) == before

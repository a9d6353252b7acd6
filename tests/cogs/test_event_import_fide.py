"""TRF files move FIDE's lists where the club says so."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import entrant, event, event_list, player, standing
from core.files.recognise import read_event_file
from tests.conftest import SimulatedClub, rows
from tests.file_answers import players_of
from tests.flows import coming_list, export_event, import_event, set_settings

PLAYERS = (
    # number, sex, title, name, rating, federation, id, birth, points, rank, rounds
    (1, "m", "FM", "Quill, Ada", 2310, "NOR", 90000001, "1990/01/01", 2.0, 1, "   2 w 1     3 b 1"),
    (2, "w", "", "Fenn, Rosa", 1810, "SWE", 90000002, "2012/05/30", 1.0, 2, "   1 b 0     4 w 1"),
    (3, "m", "", "Holt, Max", 1650, "DEN", 90000003, "1980/00/00", 0.5, 3, "   4 b =     1 w 0"),
    (4, "m", "", "Reed, Tom", 0, "NOR", 0, "", 0.5, 4, "   3 w =     2 b 0"),
)


def trf(began: str = "2026/10/30", ended: str = "2026/11/01") -> str:
    lines = ["012 Northern Open", "022 Tromso", f"042 {began}", f"052 {ended}"]
    for number, sex, title, name, rating, federation, fide_id, born, points, rank, rounds in PLAYERS:
        lines.append(
            f"001 {number:4d} {sex}{title:>3} {name:<33} {rating or '':>4} {federation} {fide_id or '':>11} "
            f"{born:<10} {points:4.1f} {rank:4d}  {rounds}"
        )
    return "\r\n".join(lines) + "\r\n"


async def imported(club: SimulatedClub, text: str, **options: Any) -> Any:
    preview = await import_event(club.td, club.channel, ("open.trf", text.encode()), **options)
    return await club.td.click(preview.response, label="Store it")


async def lists_of_events(club: SimulatedClub) -> set[str]:
    return {row.list for row in await rows(club.services.database, select(event_list.c.list))}


async def ratings(club: SimulatedClub, rating_list: str) -> dict[str, int]:
    query = select(player.c.name, standing.c.shown).join(player, player.c.id == standing.c.player_id)
    found = await rows(club.services.database, query.where(standing.c.list == rating_list))
    return {row.name: row.shown for row in found}


@pytest.mark.parametrize(
    ("setting", "lists"),
    [
        (None, {"fide-standard"}),  # most players are of NOR
        ("never", {"fide-standard"}),
        ("also", {"uschess-regular", "fide-standard"}),
        ("only", {"fide-standard"}),
    ],
)
async def test_the_clubs_setting_says_which_lists_a_file_moves(
    club: SimulatedClub, setting: str | None, lists: set[str]
) -> None:
    if setting is not None:
        await set_settings(club, fide_files=setting)
    await imported(club, trf())
    assert await lists_of_events(club) == lists


@pytest.mark.both_databases
async def test_an_event_uses_the_list_of_its_start_and_waits_for_december(
    club: SimulatedClub,
) -> None:
    """Rosa, 14, K 40: against 2310, D 500 limited to 400, expects .08; the unrated Tom does not count: −3.20.

    Ada: K 20, 2310 − 1810 = 500, limited to 400: .92; against Holt 660, limited: .92; +3.20.
    """
    await set_settings(club, fide_files="only")
    await imported(club, trf())

    assert await ratings(club, "fide-standard") == {"Ada Quill": 2310, "Rosa Fenn": 1810, "Max Holt": 1650}
    coming = await coming_list(club.dana, club)
    text = coming.response.embeds[0].description.replace("\u00a0", " ")
    assert text.startswith("### FIDE Standard · 1 December 2026\n**3 ratings change**, from 1 event\n")
    assert "`2313 ▲3` Ada Quill" in text  # +3.20
    assert "`1807 ▼3` Rosa Fenn" in text

    ((began, ended),) = await rows(club.services.database, select(event.c.began, event.c.date))
    assert (began.isoformat(), ended.isoformat()) == ("2026-10-30", "2026-11-01")


@pytest.mark.parametrize(("year", "strong"), [(2011, 2200), (2023, 2400)])
async def test_how_slow_a_game_must_be_is_asked_of_the_rules_of_its_day(
    club: SimulatedClub, year: int, strong: int
) -> None:
    """90+10 is 100 minutes: too fast for a player of 2200 until 2021 (B.02 1.1 of then), since 2022 for one of 2400."""
    await set_settings(club, fide_files="only")
    text = trf(f"{year}/05/01", f"{year}/05/03").replace("2310", "2410")
    looked = await import_event(club.td, club.channel, ("open.trf", text.encode()), time_control="90+10")
    assert f"with a player of {strong} or more" in looked.response.embeds[0].description


@pytest.mark.both_databases
async def test_what_a_file_tells_of_people_is_kept(club: SimulatedClub) -> None:
    await imported(club, trf(), list="fide-standard")
    known = await rows(
        club.services.database,
        select(player.c.name, player.c.fide_id, player.c.federation, player.c.sex, player.c.title, player.c.born_year),
    )
    by_name = {row.name: tuple(row)[1:] for row in known}
    assert by_name["Ada Quill"][:4] == ("90000001", "NOR", "m", "FM")
    assert by_name["Max Holt"] == ("90000003", "DEN", "m", None, 1980)
    entrants = await rows(club.services.database, select(entrant.c.federation, entrant.c.title).order_by("number"))
    assert [tuple(row) for row in entrants] == [("NOR", "FM"), ("SWE", None), ("DEN", None), ("NOR", None)]


async def test_a_player_is_known_by_the_fide_id_whatever_the_name(club: SimulatedClub) -> None:
    await imported(club, trf(), list="fide-standard")
    again = trf("2026/11/10", "2026/11/12").replace("Quill, Ada ", "Ada Quillen")
    preview = await club.td.slash(club.channel, "td import", file=("open.trf", again.encode()), list="fide-standard")
    assert "👤 4 players, all known here, 1 under another name" in preview.response.embeds[0].description
    assert any(
        "` Ada Quill · " in line and "*Ada Quillen in the file*" in line for line in await players_of(club.td, preview)
    )


async def test_a_rating_that_no_list_of_that_day_had_is_none(club: SimulatedClub) -> None:
    """1350 in October 2026 is no FIDE rating: Holt is unrated, and so are games against Holt."""
    await imported(club, trf().replace("1650 DEN", "1350 DEN"), list="fide-standard")
    assert await ratings(club, "fide-standard") == {"Ada Quill": 2310, "Rosa Fenn": 1810}
    text = (await coming_list(club.dana, club)).response.embeds[0].description.replace("\u00a0", " ")
    assert "`2312 ▲2` Ada Quill" in text  # +1.60
    assert "`   –   ` Max Holt · a first event without a point does not count" in text


async def test_a_rating_of_older_lists_may_be_lower(club: SimulatedClub) -> None:
    """Its only game that counts is lost to 2310, D -960 as -400: 20 x -.08 = -1.6, -2 on the list of April 2023."""
    await imported(club, trf("2023/03/03", "2023/03/05").replace("1650 DEN", "1350 DEN"), list="fide-standard")
    assert (await ratings(club, "fide-standard"))["Max Holt"] == 1348


@pytest.mark.parametrize(
    ("written", "host"), [("NOR", "NOR"), ("Norway (NOR)", "NOR"), ("the north", None), ("", None)]
)
async def test_the_federation_of_an_event_is_kept_for_title_norms(
    club: SimulatedClub, written: str, host: str | None
) -> None:
    await imported(club, trf() + f"032 {written}\r\n", list="fide-standard")
    ((told,),) = await rows(club.services.database, select(event.c.title_norms))
    assert told == (None if host is None else {"host": host})


async def test_what_a_file_gave_is_in_the_file_that_is_exported(club: SimulatedClub) -> None:
    await imported(club, trf(), list="fide-standard")
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    answer = await export_event(club.td, club.channel, str(event_id), "trf")
    (file,) = answer.response.attachments
    read = read_event_file(await file.read())
    assert (read.began, read.day) == (date(2026, 10, 30), date(2026, 11, 1))
    known = [(one.rating, one.title, one.federation) for one in read.sections[0].players]
    assert known == [(2310, "FM", "NOR"), (1810, None, "SWE"), (1650, None, "DEN"), (None, None, "NOR")]


def _line(number: int, name: str, points: float, *cells: str) -> str:
    born = f"{'1990/01/01':<10}"
    start = f"001 {number:4d} m    {name:<33} 2000 NOR {90000010 + number:>11} {born}"
    return f"{start} {points:4.1f} {number:4d}  {'  '.join(cells)}"


@pytest.mark.both_databases
async def test_rounds_of_an_event_over_30_days_count_with_the_lists_of_their_days(club: SimulatedClub) -> None:
    """B.01 1.4.6a. A win of 10 October brings Ada to 2010 and Bo to 1990 on 1 November (K 20, .50 expected).

    Of two draws on 2 October and 2 November, the table expects .50 and, at D = 20, .53: 20 × (1 − 1.03) = −0.60.
    """
    await set_settings(club, fide_files="only")
    one_day = ["012 Autumn Day", "042 2026/10/10", "052 2026/10/10"]
    one_day += [_line(1, "Quill, Ada", 1.0, "   2 w 1"), _line(2, "Fenn, Bo", 0.0, "   1 b 0")]
    await imported(club, "\r\n".join(one_day))
    assert await ratings(club, "fide-standard") == {"Ada Quill": 2010, "Bo Fenn": 1990}
    league = ["012 Club League", "042 2026/10/02", "052 2026/11/02", f"{'132':<91}26/10/02  26/11/02"]
    league += [_line(1, "Quill, Ada", 1.0, "   2 w =", "   2 b ="), _line(2, "Fenn, Bo", 1.0, "   1 b =", "   1 w =")]
    answer = await imported(club, "\r\n".join(league))
    text = str(answer.response.embeds[0].description)
    assert "`1991` ▲ 1 Bo Fenn" in text
    assert "`2009` ▼ 1 Ada Quill" in text
    assert await verify_club(club.services, club.guild.id) == []

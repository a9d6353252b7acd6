"""A European club's month: FIDE files, accents, family names first, a time control in the arbiter's own language."""

import re
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import event, event_list, player
from tests.cogs.test_event_import_fide import ratings
from tests.conftest import SimulatedClub, rows
from tests.file_answers import parts_of
from tests.flows import coming_list

GERMAN, FRENCH = "90 Minuten + 30 Sekunden pro Zug", "15 minutes + 10 secondes par coup"

# Name, rating, FIDE id; then by round the opponent's number, the colour and the result.
AUTUMN = (
    ("Żółć, Łukasz", 2105, 90000011, [(2, "w", "1"), (3, "b", "1"), (4, "w", "=")]),
    ("Müller-Straße, Jürgen", 1890, 90000012, [(1, "b", "0"), (4, "w", "1"), (3, "b", "1")]),
    ("D'Août, Maëlys", 1765, 90000013, [(4, "b", "1"), (1, "w", "0"), (2, "w", "0")]),
    ("Nagyné Őri, Zsófia", 1702, 90000014, [(3, "w", "0"), (2, "b", "0"), (1, "b", "=")]),
)


def trf(name: str, day: str, control: str, rounds: int, people: Any = AUTUMN) -> bytes:
    """Return an event as a FIDE arbiter's program writes it, up to a round."""
    lines = [f"012 {name}", "022 Görlitz", "032 GER", f"042 {day}", f"052 {day}", f"122 {control}"]
    for number, (who, rating, fide_id, games) in enumerate(people, start=1):
        cells = [f"{other:4d} {colour} {result}" for other, colour, result in games[:rounds]]
        points = sum({"1": 1.0, "=": 0.5, "0": 0.0}[result] for _, _, result in games[:rounds])
        lines.append(
            f"001 {number:4d} m    {who:<33} {rating:>4} GER {fide_id:>11} {'':10} {points:4.1f} {number:4d}  "
            + "  ".join(cells)
        )
    return ("\r\n".join(lines) + "\r\n").encode()


def corrected(number: int, round_number: int, result: str) -> Any:
    """Return the autumn's people with another result of one game, told by both."""
    people = [(*one[:3], list(one[3])) for one in AUTUMN]
    other, colour, _ = people[number - 1][3][round_number - 1]
    people[number - 1][3][round_number - 1] = (other, colour, result)
    back = people[other - 1][3][round_number - 1]
    people[other - 1][3][round_number - 1] = (*back[:2], {"1": "0", "0": "1", "=": "="}[result])
    return people


async def look(club: SimulatedClub, file: bytes, **options: Any) -> Any:
    return await club.td.slash(club.channel, "td import", file=("turnier.trf", file), **options)


def buttons(answer: Any) -> list[str]:
    return [part["label"] for part in parts_of(answer.response) if part.get("label")]


async def store(club: SimulatedClub, looked: Any) -> Any:
    """Press the first button, as a director in a hurry does."""
    return await club.td.click(looked.response, label=buttons(looked)[0])


async def lists(club: SimulatedClub) -> list[tuple[str, str]]:
    query = select(event.c.name, event_list.c.list).join(event_list, event_list.c.event_id == event.c.id)
    query = query.where(event.c.voided.is_(False)).order_by(event.c.date)
    return [tuple(row) for row in await rows(club.services.database, query)]


async def coming(club: SimulatedClub) -> dict[str, int]:
    """Return the changes that FIDE's coming list will bring."""
    text = (
        str((await coming_list(club.dana, club)).response.embeds[0].description)
        .replace("\u00a0", " ")
        .replace("\\", "")
    )
    found = re.findall(r"^`\s*\d+ +([▲▼]?)(\d*) *` (.+)$", text, re.MULTILINE)
    return {name: int(size or 0) * (-1 if sign == "▼" else 1) for sign, size, name in found}


@pytest.mark.both_databases
async def test_journey_of_a_european_club(club: SimulatedClub) -> None:
    # The autumn open's time control is in German: FIDE Standard.
    await store(club, await look(club, trf("Herbstopen", "2026/11/14", GERMAN, 2)))
    # Names come first name first, whatever letters they have.
    names = {row.name for row in await rows(club.services.database, select(player.c.name))}
    assert names == {"Łukasz Żółć", "Jürgen Müller-Straße", "Maëlys D'Août", "Zsófia Nagyné Őri"}
    assert await ratings(club, "fide-standard") == {
        "Łukasz Żółć": 2105, "Jürgen Müller-Straße": 1890, "Maëlys D'Août": 1765, "Zsófia Nagyné Őri": 1702,
    }  # fmt: skip
    # By FIDE's table (B.02 8.1.2), K 20: Żółć expects .77 and .88, so +7.0; Müller .23 and .74, +0.6;
    # D'Août .59 and .12, +5.8; Nagyné .41 and .26, -13.4.
    assert await coming(club) == {
        "Łukasz Żółć": 7, "Jürgen Müller-Straße": 1, "Maëlys D'Août": 6, "Zsófia Nagyné Őri": -13,
    }  # fmt: skip

    # The arbiter sends the file again: Żółć and D'Août drew. It replaces the first by default.
    right = corrected(1, 2, "=")
    again = await look(club, trf("Herbstopen", "2026/11/14", GERMAN, 2, right))
    assert buttons(again)[0] == "Replace"
    await store(club, again)
    # Half a point is 10: Żółć -3.0, D'Août +15.8.
    after_correction = {
        "Łukasz Żółć": -3, "Jürgen Müller-Straße": 1, "Maëlys D'Août": 16, "Zsófia Nagyné Őri": -13,
    }  # fmt: skip
    assert (await coming(club), await lists(club)) == (after_correction, [("Herbstopen", "fide-standard")])

    # A week on comes the file of all three rounds.
    longer = await look(club, trf("Herbstopen", "2026/11/14", GERMAN, 3, right))
    assert buttons(longer)[0] == "Replace"
    stored = await store(club, longer)
    # Żółć expects .92 of the draw with Nagyné (403 counts as 400), Müller .67 of the win over D'Août.
    assert await coming(club) == {
        "Łukasz Żółć": -11, "Jürgen Müller-Straße": 7, "Maëlys D'Août": 9, "Zsófia Nagyné Őri": -5,
    }  # fmt: skip

    # Round 3 is under appeal: one Undo, and the corrected two rounds count again.
    await club.td.click(stored.response, label="Undo")
    assert (await coming(club), await lists(club)) == (after_correction, [("Herbstopen", "fide-standard")])

    # The rapid's time control is in French; nobody says which list it is for.
    await store(club, await look(club, trf("Rapide de Noël", "2026/11/18", FRENCH, 3)))
    assert await lists(club) == [("Herbstopen", "fide-standard"), ("Rapide de Noël", "fide-rapid")]
    # Members are found as people type them.
    shown = await club.td.slash(club.channel, "td player", player="zolc lukasz")
    assert "Łukasz Żółć" in str(shown.response.embeds[0].to_dict())
    assert await verify_club(club.services, club.guild.id) == []

"""FIDE norms by /norms: typed rounds and stored events held against the title norms, through the real commands."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, event, player
from tests.conftest import SimulatedClub, by_names, rows, said
from tests.flows import edit_player, fide_norm

GOLDEN = Path(__file__).parents[1] / "golden" / "fide" / "norms.toml"
CASES = {case["id"]: case for case in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]}
NINE = [case for case in CASES.values() if len(case["opponents"]) == 9]

TOLD = {"confirmed": True, "time_control": "90+30"}
"""What leaves nothing to confirm of an event whose format is known."""


def results_of(score: float, games: int) -> list[str]:
    wins, half = divmod(score, 1)
    written = ["W"] * int(wins) + ["="] * int(2 * half)
    return written + ["L"] * (games - len(written))


def typed(case: dict[str, Any], rounds_to_come: int = 0) -> str:
    """Return the opponents of a golden case as a member types them."""
    met = case["opponents"]
    results = results_of(case["score"], len(met) - rounds_to_come) + [""] * rounds_to_come
    return ", ".join(
        f"{result} {one['rating'] or 'unrated'} {one['title']} {one['federation']}"
        for result, one in zip(results, met, strict=True)
    )


def round_robin(case: dict[str, Any], name: str, began: str = "2026/09/01", ended: str = "2026/09/09") -> bytes:
    """Return a TRF file in which somebody meets the opponents of a golden case in their order; the others draw."""
    met = case["opponents"]
    size = len(met) + 1
    lines = {1: (name, "", 2400, case["federation"])}
    lines |= {
        number: (f"Opponent {number}", one["title"], one["rating"], one["federation"])
        for number, one in enumerate(met, start=2)
    }
    cells: dict[int, list[str]] = {number: [] for number in lines}
    scores = {"W": ("1", "0"), "=": ("=", "="), "L": ("0", "1")}
    others = list(range(2, size + 1))
    # The first meets number 2 in round 1, 3 in round 2, ...: the circle turns around them.
    for turn, result in enumerate(results_of(case["score"], len(met))):
        circle = [1, *others[turn:], *others[:turn]]
        pairs = [(circle[0], circle[1]), *((circle[1 + at], circle[-at]) for at in range(1, size // 2))]
        for first, second in pairs:
            mine, theirs = scores[result] if first == 1 else ("=", "=")
            cells[first].append(f"{second:>4} w {mine}")
            cells[second].append(f"{first:>4} b {theirs}")
    text = ["012 Invented Masters", f"042 {began}", f"052 {ended}"]
    for number, (who, title, rating, federation) in lines.items():
        line = f"001 {number:>4} m{title:>3} {who:<33} {rating:>4} {federation:>3}".ljust(91)
        text.append(line + "  ".join(cells[number]))
    return ("\n".join(text) + "\n").encode()


def pages_text(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


async def norm(club: SimulatedClub, by: Any = None, **options: Any) -> str:
    return pages_text(await fide_norm(by or club.dana, club.channel, **options))


async def imported(club: SimulatedClub, data: bytes) -> Any:
    """Import a file, whose Dana is the member of that name."""
    await edit_player(club.dana, club.channel, fide_id="2020009")
    preview = await club.td.slash(club.channel, "td import", file=("event.trf", data), list="fide-standard")
    return await club.td.click((await by_names(club.td, preview)).response, label="Store it")


@pytest.mark.parametrize("case", NINE, ids=[case["id"] for case in NINE])
async def test_typed_rounds_are_judged_as_in_the_source(club: SimulatedClub, case: dict[str, Any]) -> None:
    text = await norm(
        club, opponents=typed(case), title=case["title"], federation=case["federation"], woman=True, format="swiss",
        **TOLD,
    )  # fmt: skip
    verdict = f"{case['title']} norm earned" if case["achieved"] else f"No {case['title']} norm"
    assert text.startswith(f"## {verdict}\n")
    assert f"Ra **{case['average']}**" in text
    if "performance" in case:
        assert f"Rp **{case['performance']}**" in text


async def test_what_nobody_told_is_to_be_confirmed(club: SimulatedClub) -> None:
    text = await norm(club, opponents=typed(CASES["NORM-1"]))
    assert text.startswith("## IM norm earned, to be confirmed")
    assert "❔ To confirm: rated by FIDE (1.4); registered 30 days ahead (1.1.1)" in text
    assert "federation not given" in text


async def test_the_answer_to_typed_rounds_is_for_whoever_asks_alone(club: SimulatedClub) -> None:
    answer = await fide_norm(club.dana, club.channel, opponents=typed(CASES["NORM-1"]))
    assert answer.response.ephemeral
    assert "not stored" in answer.response.embeds[0].footer.text
    assert await rows(club.services.database, select(event.c.id)) == []


async def test_rounds_to_come_say_what_they_must_bring(club: SimulatedClub) -> None:
    """Nine GMs rated 2500: 9 games, Ra 2500, so dp 100 is needed, from 64% on: 6 points; after 5 of 7, one more."""
    seven = ", ".join(f"{result}2500 GM {country}" for result, country in zip("WWWWWLL", FEDERATIONS, strict=False))
    text = await norm(club, opponents=f"{seven}, 2500 GM USA, 2500 GM CHN", federation="NOR", format="swiss", **TOLD)
    assert text.startswith("**Needed from the last 2 rounds**\n❔ **GM**: **1** of 2\n✅ **IM**: safe already")
    assert "**Check list of the GM norm, so far**" in text


FEDERATIONS = ("NED", "FRA", "GER", "ESP", "ITA", "POL", "IND")


async def test_scheduled_rounds_that_are_not_typed_are_against_anybody(club: SimulatedClub) -> None:
    """With 7 of 8 against 2500s, a loss to the ninth needs R: 7 of 9 is 78%, dp 220, so any average of 2380 does."""
    eight = ", ".join(f"{result}2500 GM {country}" for result, country in zip("WWWWWWWL", [*FEDERATIONS, "USA"],
                                                                              strict=True))  # fmt: skip
    text = await norm(club, opponents=eight, federation="NOR", format="swiss", rounds=9, **TOLD)
    assert "**Needed from the last round**" in text
    assert "- **0** of 1 or more: whatever their rating" in text


async def test_the_longest_event_of_unknown_opponents_takes_several_pages(club: SimulatedClub) -> None:
    """GM over 22 games, 8 of them: 36%, dp -102, so 2702 on average."""
    answer = await fide_norm(club.dana, club.channel, opponents=", ".join("?" * 22))
    (embed,) = answer.response.embeds
    assert "- **8** of 22: each rated 2702 or more" in embed.description
    assert "page 1 of" in embed.footer.text


async def test_a_direct_message_takes_typed_rounds_alone(club: SimulatedClub) -> None:
    user = club.env.create_user("alone")
    form = await user.slash("norms")
    assert "IM norm earned" in pages_text(await user.submit_modal(form, {"opponents": typed(CASES["NORM-1"])}))


@pytest.mark.long
async def test_a_stored_event_is_judged_by_its_crosstable(club: SimulatedClub) -> None:
    case = CASES["NORM-1"]
    posted = await imported(club, round_robin(case, "Dana"))
    assert "**Norms:** Dana IM (to confirm)" in posted.response.embeds[0].description

    answer = await fide_norm(club.dana, club.channel, **TOLD)

    text = pages_text(answer)
    assert text.startswith("## IM norm earned\n")
    assert f"Ra **{case['average']}** + dp **273** = Rp **{case['performance']}** (7½ of 9, 83%)" in text
    assert "round robin · 9 rounds · from 2026-09-01 · a player of BEL" in text
    assert not answer.response.ephemeral
    assert answer.response.embeds[0].footer.text.startswith("FIDE B.01, since 2024 · ratings of the first day · ")
    way = text[text.index("**The way to the IM title**") :]
    assert "Norms: IM 2026-09-09 (9)" in way
    assert "❌ Games in norms: **9** of 27, 18 missing (1.5.1)" in way
    assert "❌ Norms from a large Swiss" in way


async def test_three_norms_and_the_rating_are_the_title(club: SimulatedClub) -> None:
    for month in ("07", "08", "09"):
        await imported(club, round_robin(CASES["NORM-1"], "Dana", f"2026/{month}/01", f"2026/{month}/09"))
    text = await norm(club)
    assert "✅ Games in norms: **27** of 27 (1.5.1)" in text
    assert "✅ Highest rating: **24" in text
    assert "Norms: IM 2026-07-09 (9), IM 2026-08-09 (9), IM 2026-09-09 (9)" in text


@pytest.mark.both_databases
async def test_a_director_keeps_what_is_told_of_an_event(club: SimulatedClub) -> None:
    await imported(club, round_robin(CASES["NORM-1"], "Dana"))
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    told = {"host": "GER", "rounds_a_day": 1, **TOLD}
    kept = await fide_norm(club.td, club.channel, event=str(event_id), player=club.dana, keep=True, **told)
    assert " · kept with the event · " in kept.response.embeds[0].footer.text

    text = await norm(club)

    assert text.startswith("## IM norm earned\n")
    assert "rounds a day: 1 (1.1.3)" in text
    ((stored,),) = await rows(club.services.database, select(event.c.title_norms))
    assert stored == {"host": "GER", "rounds_a_day": 1, "confirmed": True, "time_control": [90, 30]}
    query = select(audit.c.subject_id).where(audit.c.action == "norm-settings")
    assert [tuple(row) for row in await rows(club.services.database, query)] == [(event_id,)]

    await fide_norm(club.td, club.channel, event=str(event_id), player=club.dana, keep=True, host="none",
                        rounds_a_day=2)  # fmt: skip
    ((stored,),) = await rows(club.services.database, select(event.c.title_norms))
    assert stored == {"rounds_a_day": 2, "confirmed": True, "time_control": [90, 30]}


@pytest.mark.long
async def test_only_a_director_keeps_it_and_a_refusal_stores_nothing(club: SimulatedClub) -> None:
    await imported(club, round_robin(CASES["NORM-1"], "Dana"))
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    refused = fide_norm(club.dana, club.channel, event=str(event_id), keep=True, host="GER")
    assert "Only a tournament director (TD)" in await said(refused)
    # The director did not play, and names nobody.
    assert "You did not play" in await said(club.td.slash(club.channel, "norms", event=str(event_id)))
    other = club.other_server()
    assert "no such event" in await said(other.td.slash(other.channel, "norms", event=str(event_id)))
    assert [tuple(row) for row in await rows(club.services.database, select(event.c.title_norms))] == [(None,)]


@pytest.mark.long
async def test_a_player_who_is_not_on_discord_is_asked_about_by_name(club: SimulatedClub) -> None:
    await imported(club, round_robin(CASES["NORM-1"], "Dana"))
    answer = await fide_norm(club.eli, club.channel, player="Opponent 2")
    assert answer.response.embeds[0].author.name == "Opponent 2 · FIDE Standard"
    assert pages_text(answer).startswith("## No ")


@pytest.mark.long
async def test_titles_and_sex_come_from_the_players_too(club: SimulatedClub) -> None:
    case = CASES["NORM-1"]
    bare = {**case, "opponents": [{**one, "title": ""} for one in case["opponents"]]}
    await imported(club, round_robin(bare, "Dana"))
    assert "title-holders among the opponents 5 short" in await norm(club)
    for number, one in enumerate(case["opponents"], start=2):
        if one["title"]:
            await edit_player(club.td, club.channel, player=f"Opponent {number}", title=one["title"].lower())
    assert (await norm(club)).startswith("## IM norm earned")

    assert "**WIM**: earned, for women; " in await norm(club, title="WIM")
    await edit_player(club.td, club.channel, player="Dana", sex="w")
    assert "earned, for women" not in await norm(club, title="WIM")
    assert {row.title for row in await rows(club.services.database, select(player.c.title))} == {
        None, "GM", "IM", "FM",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponents": "W2450 Ivan"}, '"Ivan" in "W2450 Ivan" is not a result, rating, title or federation'),
        ({"opponents": "W2450 IM NED, =2380 GM FRA", "rounds": 1}, "There is no round 2 in an event of 1 round"),
        ({"event": "99"}, "There is no such event in this club"),
    ],
)
async def test_a_question_that_cannot_be_answered_is_refused(
    club: SimulatedClub, options: dict[str, Any], sentence: str
) -> None:
    assert sentence in await said(fide_norm(club.dana, club.channel, **options))


def test_the_invented_round_robin_is_one() -> None:
    lines = round_robin(CASES["NORM-1"], "Dana").decode().splitlines()[3:]
    met: list[Sequence[str]] = [[line[91 + 10 * at :][:4] for at in range(9)] for line in lines]
    assert [sorted(map(int, opponents)) for opponents in met] == [
        [other for other in range(1, 11) if other != number] for number in range(1, 11)
    ]

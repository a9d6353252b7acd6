"""Chances and "What do I need?" under a paired evening: certain figures, hidden players, one simulation for many."""

import asyncio
import re
from typing import Any

import pytest

from bot.services.evenings import chances
from bot.services.evenings.chances import chances_of, schedule_of
from bot.services.evenings.tournament import seeds_for
from core.errors import RuleError
from core.tournament.odds.open_event import Method
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import edit_player, hide_player

NBSP = "\u00a0"


def text_of(answer: Any) -> str:
    assert answer.response.ephemeral
    return str(answer.response.content or answer.response.embeds[0].description).replace(NBSP, " ")


async def rated(club: SimulatedClub, clock: Clock, ratings: dict[str, float], **options: Any) -> PairedEvening:
    """Return an evening of members with these ratings after 100 games."""
    evening = await PairedEvening.opened(club, clock, **options)
    for name, rating in ratings.items():
        member = evening.member(name)
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=100)
        await evening.join(name)
    return evening


FOUR = {"Ann": 1900.0, "Bo": 1800.0, "Cy": 1700.0, "Di": 1600.0}


def figures(text: str) -> dict[str, tuple[str, str]]:
    """Return the chances of being first alone."""
    cell = r"`\s*([<>]?\d+%)\s+([<>]?\d+%)\s+(?:\d+|–)` \**(\w+)"
    return {name: (alone, first) for alone, first, name in re.findall(cell, text)}


@pytest.mark.long
async def test_what_is_certain_is_told_as_certain(club: SimulatedClub, clock: Clock) -> None:
    """Ann beats Bo in the only round: nothing is left, and she is first alone whatever the ratings."""
    evening = await rated(club, clock, {"Ann": 1500.0, "Bo": 1900.0}, rounds=1)
    before = text_of(await evening.member("Ann").click(evening.card, label="Chances"))
    assert "Before round 1" in before
    assert all(not alone.startswith(("0", "100")) for alone, _ in figures(before).values())
    await evening.begin()
    assert "While round 1 is played" in text_of(await evening.member("Ann").click(evening.card, label="Chances"))
    await evening.member("Ann").click(evening.boards(), label="I won")
    await evening.member("Bo").click(evening.boards(), label="I lost")
    answer = await evening.member("Ann").click(evening.card, label="Chances")
    assert figures(text_of(answer)) == {"Ann": ("100%", "100%"), "Bo": ("0%", "0%")}
    assert answer.response.embeds[0].footer.text == "No rounds are left to play"


@pytest.mark.long
async def test_everybody_sees_the_same_and_the_small_print(club: SimulatedClub, clock: Clock) -> None:
    evening = await rated(club, clock, FOUR, rounds=3)
    first = await evening.member("Ann").click(evening.card, label="Chances")
    small = "10,000 simulated finishes, ratings uncertain; a rough guide"
    assert first.response.embeds[0].footer.text == small
    second = await evening.member("Di").click(evening.card, label="Chances")
    found = figures(text_of(first))
    assert found == figures(text_of(second))
    assert list(found) == ["Ann", "Bo", "Cy", "Di"]  # by strength before anything is played
    assert sum(int(alone.strip("<>% ")) for alone, _ in found.values()) <= 100
    assert "**Ann** ◂ you" in text_of(first)
    await evening.begin()
    playing = await evening.member("Ann").click(evening.card, label="Chances")
    assert playing.response.embeds[0].footer.text.startswith("2,000 simulated finishes")


async def test_hidden_players_are_shown_to_directors_and_themselves_alone(club: SimulatedClub, clock: Clock) -> None:
    evening = await rated(club, clock, FOUR, rounds=3)
    await hide_player(club.td, club.channel, player="Cy")
    assert "Cy" not in text_of(await evening.member("Ann").click(evening.card, label="Chances"))
    for who in (evening.member("Cy"), club.td):
        assert "Cy" in text_of(await who.click(evening.card, label="Chances"))


async def test_many_who_ask_at_once_cost_one_simulation(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await rated(club, clock, FOUR, rounds=3)
    key, simulate, done = (await evening.state()).evening.id, chances._simulate, []

    def counted(*args: Any) -> Any:
        done.append(args)
        return simulate(*args)

    monkeypatch.setattr(chances, "_simulate", counted)
    asked = await asyncio.gather(*(chances_of(club.services, club.guild.id, key) for _ in range(64)))
    assert len(done) == 1
    assert {id(one.simulated) for one in asked} == {id(asked[0].simulated)}
    await evening.begin()
    await chances_of(club.services, club.guild.id, key)
    assert len(done) == 2


async def test_without_ratings_or_with_a_child_nothing_is_told(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    sentence = await refusal(evening.member("Ann").click(evening.card, label="Chances"))
    assert "Nobody in this event has a rating yet" in sentence
    await edit_player(club.td, club.channel, player="Bo", born="2015")
    sentence = await refusal(evening.member("Ann").click(evening.card, label="Chances"))
    assert sentence.endswith("A player here is under 13. Chances are not shown for children.")


@pytest.mark.long
async def test_what_one_needs(club: SimulatedClub, clock: Clock) -> None:
    """Ann meets Bo in the last round of two: a row for each result, and no guess of who it is once it is paired."""
    evening = await rated(club, clock, FOUR, rounds=2)
    text = text_of(await evening.member("Ann").click(evening.card, label="What do I need?"))
    assert "by points from 2 games to come" in text
    assert "Opponents not paired yet are assumed to be rated 1700" in text  # (1800 + 1700 + 1600) / 3
    assert len(re.findall(r"^`", text, re.MULTILINE)) == 5
    await evening.begin()
    stranger = await refusal(club.add("Zoe").click(evening.card, label="What do I need?"))
    assert "You are not in this event" in stranger


async def test_methods_without_rounds_to_foresee_have_no_such_buttons(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", method="quads")
    assert "chances:" not in str(evening.card.components)
    key = (await evening.state()).evening.id
    with pytest.raises(RuleError, match="There is no forecast for Quads"):
        await chances_of(club.services, club.guild.id, key)


@pytest.mark.long
async def test_what_is_left_to_play_comes_from_the_evening(club: SimulatedClub, clock: Clock) -> None:
    evening = await rated(club, clock, FOUR, rounds=3)
    await evening.begin()
    first, second = (await evening.opponents())[0]
    await evening.member(first).click(evening.boards(), label="I won")
    form = await evening.member("Di").click(evening.card, label="Bye")
    await evening.member("Di").submit_modal(form, {"round": "2", "kind": "H"})
    state = await evening.state()
    seeds = seeds_for(state, state.next_round)
    schedule = schedule_of(state, seeds)
    seed_of = {state.name_of(number): seed for number, seed in seeds.items()}
    assert (schedule.method, schedule.rounds, schedule.paired) == (Method.SWISS, 3, 1)
    ((one, other),) = schedule.boards
    assert {one, other} == set(seed_of.values()) - {seed_of[first], seed_of[second]}
    assert seed_of["Di"] not in schedule.playing(2)
    assert seed_of["Di"] in schedule.playing(3)
    assert schedule.half_points()[seed_of["Di"]] == 1
    assert schedule.half_points()[seed_of[first]] == 2


async def refusal(pressing: Any) -> str:
    """Return the one sentence that a press is refused with, for whoever pressed alone."""
    answer = await pressing
    shown = [one for one in (answer.response, *answer.followups) if one is not None and one.ephemeral]
    (message,) = [one for one in shown if one.content]
    return str(message.content)


@pytest.mark.parametrize(
    ("system", "ratings"),
    [
        ("elo", (1700.0, 1500.0)),
        ("glicko-2", (1700.0, 1500.0)),
        ("fide-standard", (1700.0, 1500.0)),
        # Ann's strength is four to one against the Keeper, Bo's one to four.
        ("oracle", (80.0, 20.0)),
    ],
)
async def test_chances_are_told_on_every_scale(
    club: SimulatedClub, clock: Clock, system: str, ratings: tuple[float, float]
) -> None:
    evening = await PairedEvening.opened(club, clock, list=system, rounds=1)
    for name, rating in zip(("Ann", "Bo"), ratings, strict=True):
        member = evening.member(name)
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=100, list=system)
        await evening.join(name)
    shown = figures(text_of(await evening.member("Ann").click(evening.card, label="Chances")))
    ann, bo = (int(shown[name][1].removesuffix("%")) for name in ("Ann", "Bo"))
    assert 1 <= bo < 50 < ann <= 99
    need = text_of(await evening.member("Ann").click(evening.card, label="What do I need?"))
    assert "what you need" in need

"""Prizes: what a director writes, who gets what and why, while an evening is played and once it is closed."""

from typing import Any

import pytest

from core.errors import InputError
from core.files.typed.results import parse_winners
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import close_evening, correct


async def asked(club: SimulatedClub, who: Any = None) -> Any:
    who = who or club.td
    (offered,) = await who.autocomplete(club.channel, "events", "event", "Friday")
    shown = await who.slash(club.channel, "events", event=offered["value"])
    return (await who.click(shown.response, label="Prizes")).response


async def written(club: SimulatedClub, prizes: str, people: str = "", sharing: str = "uschess") -> Any:
    form = await club.td.click(await asked(club), label="Set prizes (TD)")
    return await club.td.submit_modal(form, {"prizes": prizes, "people": people, "sharing": sharing})


def text(message: Any) -> str:
    embed = message.embeds[0]
    return f"{embed.title}\n{embed.description}\n{embed.footer.text if embed.footer else ''}".replace("\u00a0", " ")


def lines(message: Any) -> list[str]:
    return [line for line in text(message).splitlines() if line]


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_an_evening_with_prizes(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    assert "No prizes are set." in text(await asked(club))

    answer = await written(club, "1st $300\n2nd 200\njunior 150; best game 20", "junior: Cy, Di\nbest game: Bo")
    assert "`$300` 1st" in text(answer.response)
    assert "shared by US Chess 32B · $670 in total" in text(answer.response)

    await evening.begin()
    for one, _ in await evening.opponents():
        await evening.member(one).click(evening.boards(), label="Draw")
    # Everybody has half a point: 300, 200 and the juniors' 150 make a pool of 650 (US Chess 32B3).
    so_far = await asked(club)
    assert [line for line in lines(so_far) if line.startswith("`$162.50`")][:1]
    assert text(so_far).count("`$162.50`") == 4
    assert "US Chess 32B3: 1st + 2nd + top junior, 650 divided by 4" in text(so_far)
    assert "by a director: best game" in text(so_far)
    assert "$670 of $670 won · if it ended now" in text(so_far)
    cy = evening.member("Cy")
    how = (await cy.click(await asked(club, cy), label="How?")).response
    assert "**Cy**, ½ points, unrated" in text(how)
    assert "top junior, by " in text(how)

    await evening.direct("Close round")
    closed = await close_evening(club)
    final = closed.followups[-1]
    assert text(final).count("`$162.50`") == 4
    assert "· final" in text(final)
    (offered,) = await club.td.autocomplete(club.channel, "events", "event", "Friday")
    assert lines(await asked(club)) == lines(final)

    # A correction of the closed event is a correction of its prizes.
    ann = evening.member("Ann")
    await correct(club, offered["value"], f"round 1: {ann.mention} win")
    corrected = text(await asked(club))
    assert "`$300` Ann" in corrected


async def test_they_are_taken_back_changed_and_removed(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
    first = await written(club, "1st 100", sharing="by-places")
    assert "shared equally by places" in text(first.response)
    second = await written(club, "1st 90\nbest game 10", "best game: Ann")
    form = await club.td.click(second.response, label="Undo")
    assert (await evening.state()).evening.prizes == "1st 100"
    assert "as before" in "".join(str(one.embeds and one.embeds[0].description) for one in form.followups)
    await written(club, "")
    assert (await evening.state()).evening.prizes is None


@pytest.mark.parametrize(
    ("prizes", "people", "said"),
    [
        ("frist 100", "", '"frist 100" is not a prize'),
        ("1st 100", "junior: Ann", "This event has no prize that is awarded by name"),
        ("junior 10", "junior Ann", "Write, for example, junior: Dana"),
        ("best game 10", "best game: Ann, Bo", "best game goes to one"),
        ("junior 10", "junior: Zoe", 'junior: "Zoe" is not in this event'),
    ],
)
async def test_what_cannot_be_read_changes_nothing_and_is_given_back(
    club: SimulatedClub, clock: Clock, prizes: str, people: str, said: str
) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
    answer = await written(club, prizes, people)
    told = "".join(str(one.content) for one in (answer.response, *answer.followups) if one is not None)
    assert said in told
    assert "Edit again" in str([one.components for one in (answer.response, *answer.followups) if one is not None])
    assert (await evening.state()).evening.prizes is None


def test_names_follow_their_prize() -> None:
    read = parse_winners("Top Junior:  Dana ,Eli;\n\nBest game: Bo", ["junior", "best game"])
    assert list(read) == [("junior", ["Dana", "Eli"]), ("best game", ["Bo"])]
    with pytest.raises(InputError):
        list(parse_winners("senior: Bo", ["junior"]))


@pytest.mark.both_databases
async def test_best_for_rating_is_won_while_played_and_when_closed(club: SimulatedClub, clock: Clock) -> None:
    """FIDE's table: 400 points apart, 0.08 is expected of the lower; a draw is 0.42 above. Of Ann, 0.92 is expected."""
    evening = await PairedEvening.opened(club, clock, list="fide-standard", rounds=1)
    for name, rating in (("Ann", 1900.0), ("Bo", 1500.0)):
        player = evening.member(name)
        await club.td.slash(club.channel, "td rating", player=player, rating=rating, games=30, list="fide-standard")
        await evening.join(name)
    await written(club, "best for rating 20")
    await evening.begin()
    await evening.member("Ann").click(evening.boards(), label="Draw")
    words = "special prize: best for rating, 0.42 above the expected score"
    assert words in lines(await asked(club))
    assert "`20` Bo" in lines(await asked(club))
    await evening.direct("Close round")
    await close_evening(club)
    assert "`20` Bo" in lines(await asked(club))
    assert words in lines(await asked(club))

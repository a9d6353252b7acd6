"""A rating of exactly .5 is one figure on every line of a card."""

import re
from typing import Any

import pytest

from tests.cogs.test_own_lists import found
from tests.conftest import SimulatedClub

GO = "elo:Go"


def text(answer: Any) -> str:
    return "\n".join(f"{embed.title}\n{embed.description}" for embed in answer.response.embeds)


async def match(club: SimulatedClub) -> str:
    told = await club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins="0", losses=1, list=GO)
    return text(await club.eli.click(told.response, label="Confirm"))


@pytest.mark.both_databases
async def test_a_match_of_equals_with_an_odd_k_is_a_half_that_goes_up(club: SimulatedClub) -> None:
    """Elo, K 25: equals move by 12.5, so 1512.5 and 1487.5 are 1513 and 1488.

    Then 25 / (1 + 10^(25/400)) = 11.60 more: 1524.1 and 1475.9, 11 and 12 from what was shown.
    """
    await found(club, "Go", start="1500", k="25")
    first = await match(club)
    assert "new → **1513** Eli" in first
    assert "new → **1488** Dana" in first
    second = await match(club)
    assert "1513 → **1524** ▲ 11 Eli" in second
    assert "1488 → **1476** ▼ 12 Dana" in second
    history = await club.eli.slash(club.channel, "rating history", list=GO)
    assert re.search(r"1524\s*▲\s*11", text(history).replace("\N{NO-BREAK SPACE}", " "))


async def test_a_first_rating_is_the_same_figure_as_its_performance(club: SimulatedClub) -> None:
    """A win over 1200 and a loss to 1301: the mean, 1250.5, is both."""
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1200 L1301", games=0)
    assert "new → 1251P" in text(answer)
    assert "performance **1251**" in text(answer)

"""What the tests of /oracle share."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select

from bot.services.matches.match import confirm_match
from bot.store.database.tables import player, standing
from core.lists import RatingList
from tests.conftest import SimulatedClub, rows, text_of
from tests.flows import oracle_match, set_pool

FIRST_POOL = RatingList.ORACLE


async def name_keeper(club: SimulatedClub, keeper: str = "Keeper", **options: Any) -> Any:
    return await set_pool(club, keeper=keeper, **options)


async def reported(
    club: SimulatedClub, opponent: str, by: Any = None, member: str | None = None, **options: Any
) -> Any:
    """Report a match and leave it at that: a member's waits. member: whose results a director enters."""
    sides = opponent if member is None else f"{member}, {opponent}"
    return await oracle_match(by or club.dana, club.channel, sides, **options)


async def match(club: SimulatedClub, opponent: str, by: Any = None, **options: Any) -> Any:
    """Report a match, which a director confirms where it waits; return the answer with its card as it is then."""
    answer = await reported(club, opponent, by, **options)
    if answer.response is not None and answer.response.components and "Confirm" in labels(answer):
        await club.td.click(answer.response, label="Confirm")
    elif (
        answer.response is not None
        and answer.response.embeds
        and "Waiting for a director to confirm" in text_of(answer)
    ):
        event_id = int(answer.response.components[0]["components"][-1]["custom_id"].removeprefix("undo:"))
        await confirm_match(club.services, replace(club.actor(club.td), manager=True), event_id)
    return answer


async def three_matches(club: SimulatedClub) -> None:
    """Play the three matches of the seed's third test, guide_test3 of its program."""
    await name_keeper(club)
    await match(club, "Keeper", wins=15, losses=5)
    await match(club, "Keeper", by=club.eli, wins=8, losses=12)
    await match(club, f"<@{club.eli.id}>", wins=12, losses=8)


async def ratings(club: SimulatedClub, pool: RatingList = FIRST_POOL) -> dict[str, float]:
    query = (
        select(player.c.name, standing.c.rating)
        .join(player, player.c.id == standing.c.player_id)
        .where(standing.c.list == pool.value)
    )
    return {row.name: row.rating for row in await rows(club.services.database, query)}


def refused(clicked: Any) -> str:
    """Return the ephemeral sentence that a click is refused with."""
    (message,) = clicked.followups
    assert message.ephemeral
    return str(message.content)


def labels(answer: Any) -> list[str]:
    return [button["label"] for row in answer.response.components for button in row["components"]]

"""A paired evening by its use cases alone, for the tests of it."""

import asyncio
from dataclasses import dataclass
from typing import Any

from bot.services.evenings.entries import join_evening
from bot.services.evenings.lifecycle import Plan, new_evening
from bot.services.evenings.results import enter_results
from bot.services.evenings.rounds import close_round, draft_round, pairing_digest, publish_round
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.services.framework.context import Actor, Services
from core.errors import RatingError
from core.files.typed.results import parse_results_list
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from tests.conftest import Actors


@dataclass
class Steps:
    """An evening, and who acts at it: Tess directs."""

    services: Services
    actor: Actors
    key: int = 0

    async def opened(self, *names: str, method: str = "swiss", **plan: Any) -> "Steps":
        """Open an evening that members of these names have joined."""
        chosen = Plan(method_named(method), plan.get("rounds"), plan.get("places"))
        moved = RatingList("elo") if chosen.method.game is not None else None
        card = await new_evening(self.services, self.td, "Friday", moved, chosen)
        self.key = card.evening.id
        for name in names:
            await join_evening(self.services, self.actor(name), self.key)
        return self

    @property
    def td(self) -> Actor:
        return self.actor("Tess", manager=True)

    async def state(self) -> Tournament:
        return await tournament_of(self.services, self.actor.club_id, self.key)

    async def draft(self) -> Tournament:
        return await draft_round(self.services, self.td, self.key)

    async def publish(self) -> Tournament:
        state = await self.state()
        assert state.draft is not None
        digest = pairing_digest(state, state.draft)
        return await publish_round(self.services, self.td, self.key, state.draft.number, digest, anyway=True)

    async def begin(self) -> Tournament:
        await self.draft()
        return await self.publish()

    async def enter(self, text: str, reason: str | None = None) -> None:
        await enter_results(self.services, self.td, self.key, parse_results_list(text), reason)

    async def play(self) -> Tournament:
        """Let whoever begins win every board."""
        state = await self.state()
        assert state.open_round is not None
        games = [one for one in state.pairings_of(state.open_round.number) if one.is_game]
        await self.enter("\n".join(f"#{one.first} 1-0 #{one.second}" for one in games))
        return (await close_round(self.services, self.td, self.key)).tournament


async def refusals(*doings: Any) -> list[str]:
    """Do things at once; return the sentence of each that was refused, and fail for any other error."""
    done = await asyncio.gather(*doings, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException) and not isinstance(one, RatingError):
            raise one
    return [str(one) for one in done if isinstance(one, RatingError)]

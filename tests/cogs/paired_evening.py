"""A paired evening on simulated Discord, for the tests of it."""

import re
from typing import Any

from bot.services.evenings.tournament import Tournament, tournament_of
from tests.conftest import Clock, SimulatedClub
from tests.flows import open_evening
from tests.said_scenes import as_answered


class PairedEvening:
    """An evening that is open, its card, and who plays."""

    def __init__(self, club: SimulatedClub, clock: Clock, card: Any) -> None:
        self.club, self.clock, self.card = club, clock, card
        self.members: dict[str, Any] = {}

    @classmethod
    async def opened(cls, club: SimulatedClub, clock: Clock, *names: str, **options: Any) -> "PairedEvening":
        """Open an evening that members of these names have joined."""
        answer = await open_evening(club, **{"method": "swiss", **options})
        evening = cls(club, clock, answer.response)
        for name in names:
            await evening.join(name)
        return evening

    def member(self, name: str) -> Any:
        if name not in self.members:
            self.members[name] = self.club.add(name)
        return self.members[name]

    async def join(self, name: str) -> Any:
        return await self.member(name).click(self.card, label="Join")

    async def send(self, seconds: float = 6) -> None:
        """Let the bot send what is due, now and a little later."""
        for later in (0, seconds):
            self.clock.move(later)
            with self.club.env._bot_scope():
                await self.club.env.bot.outbox.send_due()

    async def panel(self, who: Any = None) -> Any:
        return (await (who or self.club.td).click(self.card, label="Directors (TD)")).response

    async def direct(self, *labels: str) -> Any:
        """Press buttons of the panel one after the other."""
        panel = await self.panel()
        for label in labels:
            await self.club.td.click(panel, label=label)
        return panel

    async def begin(self) -> None:
        tournament = await self.state()
        await self.direct(f"Pair round {tournament.next_round}", "Publish")
        await self.send()

    async def state(self) -> Tournament:
        found = re.search(r"evening-join:(\d+)|evening-directors:(\d+)", str(self.card.components))
        assert found is not None
        key = int(found[1] or found[2])
        return await tournament_of(self.club.services, self.club.guild.id, key)

    @property
    def place(self) -> Any:
        (thread,) = self.club.channel.threads
        return thread

    def messages(self, containing: str = "") -> list[Any]:
        """Return the messages of the thread in the order in which they came."""
        found = [message for message in self.place.history() if containing in (message.content or "")]
        return [as_answered(self.club, one) for one in sorted(found, key=lambda message: message.id)]

    def boards(self) -> Any:
        """Return the message with the boards of the latest round."""
        return self.messages("paired")[-1]

    async def opponents(self) -> list[tuple[str, str]]:
        state = await self.state()
        assert state.open_round is not None
        return [
            (state.name_of(one.first), state.name_of(one.second))
            for one in state.pairings_of(state.open_round.number)
            if one.second is not None
        ]

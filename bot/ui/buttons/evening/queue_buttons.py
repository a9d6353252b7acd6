"""Free pairing by a press: to wait for a game, not to wait, and for a director to pair those who do."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.rounds.pair_me import not_now, pair_me, pair_those_who_wait
from bot.services.live_events.rounds.queue import waiting
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import Pairing
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.directors.panel_item import PanelItem
from bot.ui.buttons.evening.evening_items import BLUE, GREEN, EveningItem, lasting
from bot.ui.buttons.evening.game_buttons import ILost, IWon, MyGame, WeDrew
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.colours import GONE, RISE
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.text import count
from core.crosstable import GameType

NO_LONGER = discord.Embed(description="You wait no longer.", colour=GONE)


class PairMe(EveningItem, template=rf"evening-pair-me:(?P<evening>{KEY})"):
    """Wait for a game, and enter where that is not done."""

    name, label, style = "evening-pair-me", "Pair me now", GREEN

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await reply_waiting(interaction, await pair_me(services, actor, self.evening_id))


class NotNow(EveningItem, template=rf"evening-not-now:(?P<evening>{KEY})"):
    """Wait no longer."""

    name, label = "evening-not-now", "Not now"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await not_now(services, actor, self.evening_id)
        await reply(interaction, NO_LONGER, ephemeral=True)


class PairWaiting(PanelItem, template=rf"evening-pair-waiting:(?P<evening>{KEY})"):
    """Pair those who wait, at once."""

    name, label, style = "evening-pair-waiting", "Pair those who wait", BLUE

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        paired = await pair_those_who_wait(services, actor, self.evening_id)
        return paired.tournament, f"Paired: {count(len(paired.games), 'game')}."


async def reply_waiting(interaction: discord.Interaction[Any], tournament: Tournament) -> None:
    """Say to whoever waits alone that they do."""
    others = len(waiting(tournament)) - 1
    so_far = f"{count(others, 'player')} beside you." if others > 0 else "Nobody else waits yet."
    text = f"You wait for a game, and are told in the thread. {so_far}"
    await reply(
        interaction,
        discord.Embed(description=text, colour=RISE),
        lasting(NotNow(tournament.evening.id)),
        ephemeral=True,
    )


def game_view(tournament: Tournament, game: Pairing) -> discord.ui.View | None:
    """Return the buttons under a game: its result while nobody has told it, then to be paired again."""
    key = tournament.evening.id
    if tournament.evening.status is not EveningStatus.OPEN:
        return None
    if tournament.report_of(game) is not None:
        return lasting(PairMe(key))
    if tournament.game is GameType.SCRABBLE:
        return lasting(MyGame(key))
    return lasting(IWon(key), WeDrew(key), ILost(key), MyGame(key))


PAIR_ME_ITEMS = (PairMe, NotNow, PairWaiting)

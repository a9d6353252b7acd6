"""Tell members, after their next command, what was stored and whose answer Discord did not take."""

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.services.context import Services
from bot.services.stored_answers import all_unshown, forget_unshown, keep_unshown
from bot.store.kept.unshown import Unshown
from bot.ui.framework.server.actors import club_of

log = logging.getLogger(__name__)

MOST_AT_ONCE = 5
"""As many buttons as stand beside each other."""


class UnshownAnswers:
    """What this process has still to tell; the database has it too, so that a restart forgets nothing."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: dict[tuple[int, int], list[int]] = {}

    async def load(self) -> None:
        """Take up what an earlier run could not tell."""
        for one in await all_unshown(self._services):
            self._add(one)

    def _add(self, one: Unshown) -> None:
        ids = self._waiting.setdefault((one.club_id, one.user_id), [])
        if one.interaction_id not in ids:
            ids.append(one.interaction_id)

    def _put_back(self, key: tuple[int, int], interaction_ids: list[int]) -> None:
        self._waiting[key] = interaction_ids + self._waiting.get(key, [])

    async def keep(self, club_id: int, user_id: int, interaction_id: int) -> None:
        """Keep that a member has not been told what an interaction stored."""
        one = Unshown(interaction_id, club_id, user_id)
        self._add(one)
        try:
            await keep_unshown(self._services, one)
        except Exception:  # while this process runs it is known all the same
            log.exception("that interaction %d was not answered could not be kept", interaction_id)

    async def tell(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the member of a command, after its own answer, what they have not been told."""
        club_id = club_of(interaction)
        if club_id is None or interaction.type is not discord.InteractionType.application_command:
            return
        key = club_id, interaction.user.id
        waiting = self._waiting.pop(key, None)
        if waiting is None:
            return
        told, later = waiting[:MOST_AT_ONCE], waiting[MOST_AT_ONCE:]
        if later:
            self._put_back(key, later)
        if interaction.id in waiting:  # it is this very command whose answer Discord does not take
            self._put_back(key, told)
            return
        what = "Your earlier command was" if len(told) == 1 else f"{len(told)} of your earlier commands were"
        try:
            await interaction.followup.send(
                f"{what} stored, but Discord did not take the answer: press Show it.",
                ephemeral=True,
                allowed_mentions=discord.AllowedMentions.none(),
                view=show_buttons(told),
            )
        except Exception as failure:  # the next command tries again
            log.warning("member %d could not be told what was stored: %s", interaction.user.id, failure)
            self._put_back(key, told)
            return
        try:
            await forget_unshown(self._services, club_id, told)
        except Exception:  # told again after a restart, which does no harm
            log.exception("that answers were shown could not be kept")


def show_buttons(interaction_ids: Sequence[int]) -> discord.ui.View:
    """Return buttons that show answers again; they work after a restart (bot.ui.buttons.show_answer)."""
    view = discord.ui.View(timeout=None)
    for interaction_id in interaction_ids:
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label="Show it", style=style, custom_id=f"answer:{interaction_id}"))
    view.stop()  # the library need not remember it
    return view

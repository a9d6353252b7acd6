"""Who is who, by pressing: "That's me", under an event or when the bot asks."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.services.context import Actor, Member, Services
from bot.services.players.identity.claims import (
    ClaimReport,
    claim_player,
    deny_player,
)
from bot.services.players.identity.who_is_who import Candidate, unlinked_in, who_may_be
from bot.services.someone import Someone
from bot.ui.buttons.people.decision_buttons import DECISION_ITEMS, claim_buttons
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.people.claims import SHOWN, claim_card, question_card
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, reply, take_buttons_away
from bot.ui.framework.custom_ids import KEY, chosen_number
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingMenu, NamedButton
from bot.ui.framework.server.actors import actor_of, club_of, member_of, services_of
from bot.ui.framework.server.server_members import find_member
from bot.ui.framework.text import plain
from core.errors import NotFoundError

_View = discord.ui.View


class ThatsMe(KeyButton, template=rf"me-in:(?P<key>{KEY})"):
    """Under a stored event: choose which of its players one is."""

    name, label = "me-in", "That's me"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        found = await unlinked_in(services, actor, self.key, SHOWN)
        if not found:
            raise NotFoundError("Nobody of that event is left to be claimed: /player show tells whose they are.")
        text = "Which of them are you? A director confirms it. The names most like yours come first."
        embed = discord.Embed(title="That's me", description=text)
        menu = ChooseMe(self.key, [(number, player.id, player.name) for number, player in found])
        await reply(interaction, embed, persistent(menu), ephemeral=True)


class ChooseMe(LastingMenu, template=rf"me:(?P<event>{KEY})"):
    """Choose which of an event's players one is."""

    def __init__(self, event_id: int, players: Sequence[tuple[int, int, str]] = ()) -> None:
        options = [
            discord.SelectOption(label=f"{number}. {plain(name, 80)}", value=str(player_id))
            for number, player_id, name in players
        ]
        super().__init__(
            discord.ui.Select(custom_id=f"me:{event_id}", placeholder="I am …" if options else None, options=options)
        )

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        chosen: Any = interaction.data
        player_id = chosen_number(chosen.get("values"))
        await acknowledge(interaction)
        report = await claim_player(services_of(interaction), actor_of(interaction), player_id)
        await post_claim(interaction, report)


class SayWho(NamedButton, template=r"say-who"):
    """Answer whether a member is a player: they themselves, or a director for them."""

    def __init__(self, player_id: int, user_id: int) -> None:
        super().__init__(player_id, user_id)
        self.player_id, self.user_id = player_id, user_id

    async def say(
        self, interaction: discord.Interaction[Any], services: Services, actor: Actor, member: Member
    ) -> None:
        """Do what the answer means."""
        raise NotImplementedError

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        member = await self._member(interaction, actor)
        await acknowledge(interaction)
        await self.say(interaction, services, actor, member)

    async def _member(self, interaction: discord.Interaction[Any], actor: Actor) -> Member:
        if self.user_id == actor.member.user_id:
            return actor.member
        found = await find_member(interaction, self.user_id)
        if found is None:
            raise NotFoundError("They are no member of this server any more: link them with /player link.")
        return member_of(found)


class SayMe(SayWho, template=rf"claim:(?P<player>{KEY}):(?P<user>{KEY})"):
    """Say that one is the player."""

    name, label, style = "claim", "That's me", discord.ButtonStyle.success

    async def say(
        self, interaction: discord.Interaction[Any], services: Services, actor: Actor, member: Member
    ) -> None:
        report = await claim_player(services, actor, self.player_id, member)
        await post_claim(interaction, report)


class SayNot(SayWho, template=rf"not-me:(?P<player>{KEY}):(?P<user>{KEY})"):
    """Say that one is somebody else, and be asked no more."""

    name, label, style = "not-me", "No, somebody else", discord.ButtonStyle.secondary

    async def say(
        self, interaction: discord.Interaction[Any], services: Services, actor: Actor, member: Member
    ) -> None:
        report = await deny_player(services, actor, self.player_id, member)
        await edit_answer(interaction, embed=claim_card(report), view=None)


async def post_claim(interaction: discord.Interaction[Any], report: ClaimReport) -> None:
    """Show a claim to everybody, so that a director sees it, and take the question away."""
    interaction.extras[ANSWERING] = True
    view = claim_buttons(report) or discord.utils.MISSING
    await interaction.followup.send(embed=claim_card(report), view=view, ephemeral=False)
    await take_buttons_away(interaction)


async def asked_first(interaction: discord.Interaction[Any], who: Someone | None, *, further: bool = False) -> bool:
    """Ask whether somebody is a player whom the club knows under another row; tell whether there was a question.

    further: it comes after an answer, in a message of its own.
    """
    if club_of(interaction) is None:
        return False
    actor = actor_of(interaction)
    found = await who_may_be(services_of(interaction), actor, who)
    if not found:
        return False
    await reply_question(interaction, found, who, further=further)
    return True


async def reply_question(
    interaction: discord.Interaction[Any], found: Sequence[Candidate], who: Someone | None, *, further: bool = False
) -> None:
    """Ask whether somebody is one of those whom they may be; further: in a message of its own."""
    actor = actor_of(interaction)
    subject = who or actor.member
    if subject.user_id is None:
        return
    whose = None if subject.user_id == actor.member.user_id else subject.name
    embed, view = question_card(found[0], whose), _question_buttons(found[0], subject.user_id)
    if further:
        await afterwards(interaction.followup.send(embed=embed, view=view, ephemeral=True), "a question")
    else:
        await reply(interaction, embed, view, ephemeral=True)


def _question_buttons(candidate: Candidate, user_id: int) -> _View:
    key = candidate.player.id
    return persistent(SayMe(key, user_id), SayNot(key, user_id))


CLAIM_ITEMS = (ThatsMe, ChooseMe, SayMe, SayNot, *DECISION_ITEMS)

"""Under challenges: accept, decline, report, confirm. Only the two and directors may press."""

import re
from typing import Any

import discord

from bot.services.challenges.card import ChallengeCard
from bot.services.challenges.propose import (
    NewChallenge,
    accept,
    challenge_to_report,
    decline,
    keep_place,
    propose,
)  # fmt: skip
from bot.services.challenges.results import confirm_match, object_to_result, report_match
from bot.services.context import Actor, Services
from bot.store.events.challenges import ChallengeStatus
from bot.store.rows import MessagePlace
from bot.ui.buttons.undo_buttons import Undo, persistent
from bot.ui.cards.challenges import challenge_embed, question
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.custom_ids import DAMAGED, KEY, filled_in
from bot.ui.framework.items import KeyButton
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import plain
from core.errors import InputError
from core.formats.typed.match_results import parse_match_results

GREEN = discord.ButtonStyle.success
FIELDS = 5
"""As many as a form has: longer matches are written."""

RESULTS = "challenge-results"
_CHOICES = {"1": 1.0, "½": 0.5, "0": 0.0, "–": None}


class ChallengeButton(KeyButton, template=r"challenge-button"):
    """A button about one challenge, which shows it as it stands then."""

    async def press(self, services: Services, actor: Actor) -> ChallengeCard:
        """Do what it says; return the challenge as it stands then."""
        raise NotImplementedError

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        card = await self.press(services, actor)
        await edit_answer(interaction, content=None, embed=challenge_embed(card), view=challenge_view(card))


class AcceptChallenge(ChallengeButton, template=rf"challenge-accept:(?P<key>{KEY})"):
    """Accept a challenge, for whoever is challenged or a director."""

    name, label, style = "challenge-accept", "Accept", GREEN

    async def press(self, services: Services, actor: Actor) -> ChallengeCard:
        return await accept(services, actor, self.key)


class DeclineChallenge(ChallengeButton, template=rf"challenge-decline:(?P<key>{KEY})"):
    """Decline a challenge, or take one's own back."""

    name, label = "challenge-decline", "Decline"

    async def press(self, services: Services, actor: Actor) -> ChallengeCard:
        return await decline(services, actor, self.key)


class ConfirmChallenge(ChallengeButton, template=rf"challenge-confirm:(?P<key>{KEY})"):
    """Confirm what the other side reported."""

    name, label, style = "challenge-confirm", "Confirm", GREEN

    async def press(self, services: Services, actor: Actor) -> ChallengeCard:
        return await confirm_match(services, actor, self.key)


class ObjectToChallenge(ChallengeButton, template=rf"challenge-wrong:(?P<key>{KEY})"):
    """Say that a report is wrong, or take one's own back."""

    name, label = "challenge-wrong", "That's wrong"

    async def press(self, services: Services, actor: Actor) -> ChallengeCard:
        return await object_to_result(services, actor, self.key)


class ReportChallenge(KeyButton, template=rf"challenge-report:(?P<key>{KEY})"):
    """Open the form for the results."""

    name, label, style = "challenge-report", "Report result", discord.ButtonStyle.primary

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        card, is_director = await challenge_to_report(services, actor, self.key)
        form = ChallengeModal(card, is_director=is_director)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class ChallengeModal(discord.ui.Modal, title="Report the match"):
    """The form for a match: a choice for each game, or one line for a longer one."""

    def __init__(self, card: ChallengeCard, *, is_director: bool) -> None:
        super().__init__(custom_id=f"{RESULTS}:{card.challenge.id}", timeout=None)
        games = card.challenge.games
        words = ("I won", "Draw", "I lost")
        if is_director:
            words = (f"{plain(card.first.player.name)} won", "Draw", f"{plain(card.second.player.name)} won")
        if games > FIELDS:
            whose = plain(card.first.player.name) if is_director else "yours"
            self.add_item(
                discord.ui.Label(
                    text=f"Results in order, {whose}"[:45],
                    description="Such as WWLDW; or won-drawn-lost, such as 6-1-3",
                    component=discord.ui.TextInput(custom_id="results", max_length=60),
                )
            )
            return
        for number in range(1, games + 1):
            options = [
                discord.RadioGroupOption(label=label[:100], value=value)
                for label, value in zip((*words, "Not played"), _CHOICES, strict=True)
            ]
            if games == 1:
                options.pop()
            component: Any = discord.ui.RadioGroup(custom_id=f"game-{number}", options=options, required=True)
            self.add_item(discord.ui.Label(text=f"Game {number}", component=component))


async def submit_match(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store what was filled in, which may have been opened before a restart, and ask the other side."""
    services, actor, key = services_of(interaction), actor_of(interaction), int(match["key"])
    card, _ = await challenge_to_report(services, actor, key)
    results = _results(filled_in(interaction), card.challenge.games)
    await defer(interaction)
    await reply_challenge(interaction, await report_match(services, actor, key, results))


def _results(filled: dict[str, list[str]], games: int) -> tuple[float, ...]:
    """Return the results of a form; raise InputError for a form that is not filled in."""
    if "results" in filled:
        return parse_match_results("".join(filled["results"]), games)
    words = ["".join(filled.get(f"game-{number}", ["–"])) for number in range(1, games + 1)]
    if set(words) - _CHOICES.keys():
        raise InputError(DAMAGED)
    results = tuple(result for word in words if (result := _CHOICES[word]) is not None)
    if not results:
        raise InputError("No game is played yet: report the match afterwards.")
    return results


def challenge_view(card: ChallengeCard) -> discord.ui.View | None:
    """Return what can be done about a challenge; None where nothing can."""
    key, status = card.challenge.id, card.challenge.status
    if card.has_lapsed:
        return None
    if status is ChallengeStatus.OPEN:
        return persistent(AcceptChallenge(key), DeclineChallenge(key))
    if status is ChallengeStatus.ACCEPTED:
        return persistent(ReportChallenge(key), DeclineChallenge(key, "Call it off"))
    if status is ChallengeStatus.REPORTED:
        return persistent(ConfirmChallenge(key), ObjectToChallenge(key))
    if status is ChallengeStatus.DONE and card.challenge.event_id is not None:
        return persistent(Undo(card.challenge.event_id, "Undo (TD)"))
    return None


async def reply_challenge(interaction: discord.Interaction[Any], card: ChallengeCard) -> None:
    """Show a challenge where everybody sees it, and ask whoever is to answer, once.

    The question is a message of its own: Discord notifies nobody of a mention in an answer that took its time.
    """
    message_id = await reply(interaction, challenge_embed(card), challenge_view(card))
    services, actor = services_of(interaction), actor_of(interaction)
    if message_id is not None and interaction.channel_id is not None:
        place = MessagePlace(interaction.channel_id, message_id)
        keeping = keep_place(services, actor, card.challenge.id, place)
        await afterwards(keeping, "where a challenge stands cannot be kept")
    asked = question(card)
    if asked is not None:
        text, user_id = asked
        only = discord.AllowedMentions(everyone=False, users=[discord.Object(user_id)], roles=False, replied_user=False)
        asking = interaction.followup.send(text, allowed_mentions=only)
        await afterwards(asking, "the other side of a challenge cannot be asked")


async def challenge_and_reply(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, written: NewChallenge
) -> None:
    """Challenge somebody and post it."""
    await defer(interaction)
    await reply_challenge(interaction, await propose(services, actor, written))


CHALLENGE_FORMS = {rf"{RESULTS}:(?P<key>{KEY})": submit_match}
CHALLENGE_ITEMS = (AcceptChallenge, DeclineChallenge, ReportChallenge, ConfirmChallenge, ObjectToChallenge)

"""The form of an evening's prizes, for directors."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.ranked.prizes import Prizes, prizes_of
from bot.services.live_events.told.announced import set_prizes
from bot.services.live_events.tournament import Tournament
from bot.services.transaction import check_director
from bot.ui.buttons.evening.announced_buttons import UndoAnnounced
from bot.ui.buttons.evening.directors.director_forms import FormButton
from bot.ui.buttons.evening.evening_items import NOTHING, Filled, Reopen, choice, lasting, line
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.custom_ids import DAMAGED, KEY, filled_in
from bot.ui.framework.pages import below
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.live_events.prizes_card import SHARINGS, prizes_embed, prizes_view
from core.errors import InputError
from core.prizes.distribution import Sharing

FORM = "evening-prizes-form"


class PrizesForm(discord.ui.Modal):
    """The prizes, a line each, how ties share them, and who is named for some."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Prizes", custom_id=f"{FORM}:{about['evening']}", timeout=None)
        described = "U1600 30, class B 25, unrated 20, junior 20, upset 20, best game 10; empty: none"
        self.add_item(
            line(
                "prizes",
                "Prizes, one a line",
                filled,
                description=described,
                placeholder="1st 100",
                most=2000,
                is_long=True,
                required=False,
            )
        )
        before = filled if filled.get("sharing") else {**filled, "sharing": [Sharing.USCHESS.value]}
        self.add_item(
            choice("sharing", "How ties share", [(text, key.value) for key, text in SHARINGS.items()], before)
        )
        described = "Only for juniors, seniors, women, and what you award by hand"
        self.add_item(
            line(
                "people",
                "Who is named, a group or prize a line",
                filled,
                description=described,
                placeholder="junior: Dana, Eli",
                most=2000,
                is_long=True,
                required=False,
            )
        )


class SetPrizes(FormButton, template=rf"evening-prizes:(?P<evening>{KEY})"):
    """Write the prizes, or change them."""

    name, label = "evening-prizes", "Set prizes (TD)"

    opens = PrizesForm

    def filled(self, tournament: Tournament) -> Filled:
        evening = tournament.evening
        people = [
            f"{what}: {', '.join(f'#{number}' for number in numbers)}"
            for what, numbers in (evening.prize_people or {}).items()
        ]
        sharing = evening.prize_sharing or Sharing.USCHESS.value
        return {"prizes": [evening.prizes or ""], "people": ["\n".join(people)], "sharing": [sharing]}


async def show_prizes(interaction: discord.Interaction[Any], found: Prizes, *more: discord.ui.Item[Any]) -> None:
    """Answer with an evening's prizes. more: what else stands below."""
    view = prizes_view(found)
    await reply(interaction, prizes_embed(found), lasting(*more) if view is None else below(view, more))


async def submit_prizes(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store the prizes that were written, and show them with Undo."""
    services, actor = services_of(interaction), actor_of(interaction)
    await defer(interaction)
    await check_director(services, actor, "set the prizes of an event")
    filled, evening_id = filled_in(interaction), int(match["evening"])
    text, people, sharing = ("".join(filled.get(field, ())) for field in ("prizes", "people", "sharing"))
    if sharing not in [one.value for one in Sharing]:
        raise InputError(DAMAGED)
    await set_prizes(services, actor, evening_id, text, people, Sharing(sharing))
    await answer_set(interaction, services, actor, evening_id)


async def answer_set(interaction: discord.Interaction[Any], services: Services, actor: Actor, evening_id: int) -> None:
    """Show what was set, with Undo."""
    found = await prizes_of(services, actor.club_id, evening_id)
    await show_prizes(interaction, found, UndoAnnounced(actor.interaction_id))


PRIZE_ITEMS = (SetPrizes,)
PRIZE_FORMS = {rf"{FORM}:(?P<evening>{KEY})": submit_prizes}
PRIZE_REOPENED: dict[str, Reopen] = {rf"{FORM}:(?P<evening>{KEY})": PrizesForm}

"""Undo buttons, and the form that opens again."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Concatenate, TypeVar

import discord

from bot.services.club.privacy import forget_player
from bot.services.events.void import undo_event, undo_file
from bot.services.framework.rating_changes import AskFirstError, Moves
from bot.services.framework.typed_text import keep_typed, typed_before
from bot.services.people.merge import undo_merge
from bot.services.ratings.set_rating import undo_rating
from bot.services.ratings.uschess import undo_demotion
from bot.ui.cards.corrections import ratings_pages
from bot.ui.cards.events import file_undone_card, rating_undone_card, undo_card
from bot.ui.cards.me import forgotten_card
from bot.ui.cards.players import merge_card
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, reply
from bot.ui.framework.buttons import BLUE, RED, Act, Filled, Form, P, Press, Who, button, filled_in, find, lasting
from bot.ui.framework.errors import ANSWERING, BESIDE
from bot.ui.framework.layout import INACTIVE, LEVEL
from bot.ui.framework.pages import EmbedBook, kept, open_button, store_book
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import safe
from bot.ui.systems.uschess.title_cards import demotion_card
from bot.ui.wording.shared_lines import WAITS
from core.errors import NotFoundError

Report = TypeVar("Report")


def undoing(undo: Callable[Concatenate[Press, P], Awaitable[discord.Embed]]) -> Act[P]:
    """Strike the undone answer and post what changed."""

    @wraps(undo)
    async def act(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await acknowledge(press.interaction)
        embed = await undo(press, *args, **kwargs)
        press.interaction.extras[ANSWERING] = True
        await press.interaction.followup.send(embed=embed, ephemeral=False)
        await strike(press.interaction)

    return act


async def confirm_undo(
    press: Press,
    doing: Awaitable[Report],
    card: Callable[..., discord.Embed],
    sure: Callable[[str], discord.ui.Button[discord.ui.View]],
) -> None:
    """Undo; if later facts depend on it, preview the changes with the button of `sure`."""
    interaction = press.interaction
    await acknowledge(interaction)
    try:
        report = await doing
    except AskFirstError as asked:
        found = asked.found
        preview = card(found, asks=True, has_changed=asked.has_changed)
        view = lasting(sure(found.moves.digest), *moves_buttons(interaction, found.moves))
        if asked.has_changed:
            await edit_answer(interaction, embed=preview, view=view)
        else:
            interaction.extras[ANSWERING] = True
            await interaction.followup.send(embed=preview, view=view, ephemeral=True)
        return
    interaction.extras[ANSWERING] = True
    await interaction.followup.send(embed=card(report), ephemeral=False)
    await strike(interaction)


def moves_buttons(interaction: discord.Interaction[Any], moves: Moves) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the button for all changed ratings, if the card does not list them."""
    pages = ratings_pages(moves)
    if not pages:
        return []
    return [open_button(interaction.user.id, "All ratings", store_book(interaction, EmbedBook(pages), kept()))]


@button("undo", "Undo", Who.OWN, style=RED)
@undoing
async def undo_button(press: Press, event_id: int) -> discord.Embed:
    return undo_card(await undo_event(press.services, press.actor, event_id))


@button("undo-file", "Undo all", Who.DIRECTOR, style=RED)
@undoing
async def undo_file_button(press: Press, event_id: int) -> discord.Embed:
    """Undo every section of a file that still counts."""
    return file_undone_card(await undo_file(press.services, press.actor, event_id))


@button("undo-demotion", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_demotion_button(press: Press, demotion_id: int) -> discord.Embed:
    """Restore a lowered lifetime title."""
    return demotion_card(await undo_demotion(press.services, press.actor, demotion_id))


@button("undo-rating", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_rating_button(press: Press, entered_rating_id: int) -> discord.Embed:
    return rating_undone_card(await undo_rating(press.services, press.actor, entered_rating_id))


@button("undo-merge", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_merge_button(press: Press, merge_id: int) -> discord.Embed:
    return merge_card(await undo_merge(press.services, press.actor, merge_id))


async def strike(interaction: discord.Interaction[Any]) -> None:
    """Mark the pressed message as undone; sections that still count keep their buttons."""
    message = interaction.message
    if message is None or not message.embeds:
        return
    struck, view = message.embeds[0].copy(), discord.ui.View.from_message(message, timeout=None)
    custom_id = Press(interaction).data.get("custom_id")
    pressed = next((item for item in view.children if _id_of(item) == custom_id), None)
    others = [item for item in view.children if item is not pressed and undo_button.read(_id_of(item))]
    if isinstance(pressed, discord.ui.Button) and undo_button.read(_id_of(pressed)) and others:
        struck.description = (
            f"{struck.description or ''}\nUndone: **{safe((pressed.label or '').removeprefix('Undo '))}**"
        )
        view.remove_item(pressed)
        view.stop()
    else:
        struck.title = f"Undone: {struck.title}" if struck.title else "Undone"
        struck.colour = discord.Colour(INACTIVE)
        kept = [line for line in (struck.description or "").split("\n") if not line.startswith(WAITS)]
        struck.description = "\n".join(kept)
        view.clear_items()
    edit = interaction.edit_original_response(embed=struck, view=view if view.children else None)
    await afterwards(edit, "marking a message as undone failed")


def _id_of(item: discord.ui.Item[Any]) -> str:
    return str(getattr(item, "custom_id", None) or "")


@button("edit-again", "Edit again", Who.EVERYONE, style=BLUE)
async def reopen_form_button(press: Press) -> None:
    """Open a refused form again with the typed values."""
    custom_id, filled = await typed_before(press.services, press.actor)
    form = find(custom_id)
    if not isinstance(form, Form) or form.fields is None:
        raise NotFoundError("That form is from an older version. Open it again.")
    await form.open(press.interaction, filled, *(form.read(custom_id) or ()))


async def give_back(interaction: discord.Interaction[Any], form: Form[...], custom_id: str) -> None:
    """Remember a refused form's values, and add Edit again to the error."""
    if form.fields is not None:
        await keep_typed(services_of(interaction), actor_of(interaction), custom_id, filled_in(interaction))
        interaction.extras[BESIDE] = lasting(reopen_form_button())


async def open_or_offer(
    interaction: discord.Interaction[Any], form: Form[P], filled: Filled, /, *args: P.args, **kwargs: P.kwargs
) -> None:
    """Open a form; after another form, which no form can answer, offer a button that opens it."""
    if interaction.type is not discord.InteractionType.modal_submit:
        await form.open(interaction, filled, *args, **kwargs)
        return
    await keep_typed(services_of(interaction), actor_of(interaction), form.id(*args, **kwargs), filled)
    embed = discord.Embed(
        title=form.title,
        description="Nothing is stored yet. Press **Go on** to answer the last questions.",
        colour=LEVEL,
    )
    await reply(interaction, embed, lasting(reopen_form_button.but(label="Go on")()), ephemeral=True)


@button("forget", "Forget for ever", Who.OWN, style=RED)
async def forget_button(press: Press, player_id: int) -> None:
    await acknowledge(press.interaction)
    report = await forget_player(press.services, press.actor, player_id)
    await edit_answer(press.interaction, embed=forgotten_card(report), view=None)

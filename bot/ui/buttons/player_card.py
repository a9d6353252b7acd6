"""A player's card and its buttons."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import discord

from bot.services.framework.find_player import find_by_user
from bot.services.ratings.fide.lists import first_rating_of
from bot.services.ratings.overview import games_of, person_card
from bot.services.ratings.rating_card import ProfileCard, player_card, profile_card
from bot.services.ratings.uschess import norms_of
from bot.store.database.club_choices import SitePart
from bot.store.database.rows import Player
from bot.ui.buttons.charts import chart_button
from bot.ui.buttons.claims import ask_afterwards
from bot.ui.buttons.empty import fill_buttons
from bot.ui.buttons.event import norm_buttons
from bot.ui.buttons.ratings import reply_lowering
from bot.ui.buttons.versus import reply_versus
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.cards.players import games_embed, latest_lines, player_card_lines, private_embed, profile_embed
from bot.ui.framework.answers import acknowledge, afterwards, defer, reply
from bot.ui.framework.buttons import Press, Who, button, chosen_list, chosen_number, lasting, menu
from bot.ui.framework.layout import answer
from bot.ui.framework.pages import Book, Page, look_button, pages, turning
from bot.ui.framework.server import actor_of, avatar_of, look_of, services_of, web_button
from bot.ui.systems.uschess.norms_card import norms_card
from bot.ui.wording.shared_lines import rank_line
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.rating.systems import PUBLISHED, is_pool, system_of

if TYPE_CHECKING:
    from bot.services.ratings.overview import CardRating, PersonCard


@button("compare", "Compare", Who.EVERYONE)
async def compare_button(press: Press, player_id: int) -> None:
    """Compare the player with the member, or with a chosen one."""
    me = await find_by_user(press.services, press.actor, press.user_id)
    if me is None or me.id != player_id:
        await reply_versus(press.interaction, None, _player(player_id), ephemeral=True)
        return
    select: discord.ui.UserSelect[discord.ui.View] = discord.ui.UserSelect(
        custom_id=compare_menu.id(player_id), placeholder="A member"
    )
    await reply(press.interaction, answer(["Compare with whom?"]), lasting(select), ephemeral=True)


@menu("compare-with", Who.EVERYONE, kind=discord.ComponentType.user_select)
async def compare_menu(press: Press, player_id: int) -> None:
    other = await find_by_user(press.services, press.actor, chosen_number(press.values))
    if other is None:
        raise NotFoundError(
            "The member is not a player of this club yet. A first report with /rating update makes them one."
        )
    await reply_versus(press.interaction, _player(player_id), other, ephemeral=True)


_MOST_OPTIONS = 25


async def show_card(interaction: discord.Interaction[Any], card: "PersonCard") -> None:
    from bot.ui.cards.player import card_embed, card_figures
    from bot.ui.pictures.people import card_scene
    from bot.ui.pictures.rendering import Picture

    rated = card.rated
    assert rated is not None
    look = await look_of(interaction, card.profile.profile.user_id)
    figures = card_figures(card, rated, look, interaction.guild.name if interaction.guild is not None else "")

    def caption(drawn: Picture | None) -> discord.Embed:
        if drawn is None:
            return card_embed(card, rated)
        return card_embed(card, rated, picture=FILE, note=drawn.in_full)

    view, profile = card_buttons(card, rated, interaction.user.id), card.profile.profile
    if profile.on_site and not profile.hidden and not profile.card_private:
        for item in await web_button(interaction, SitePart.PLAYERS, f"player-{profile.id}"):
            view.add_item(item)
    await reply_picture(interaction, lambda: card_scene(figures), caption, view)


def card_buttons(card: "PersonCard", rated: "CardRating", owner: int) -> discord.ui.View:
    """Return the buttons of a card. owner: for whom the list changes in place."""
    player, which = card.profile.profile.id, rated.card.rating_list
    events = look_button("Events", f"events:all:{player}")
    view = lasting(chart_button(player, which), card_games_button(player, which), events)
    if system_of(which).key in NORMS:
        view.add_item(card_norms_button(player, which))
    view.add_item(compare_button(player))
    if len(card.profile.ratings) > 1:
        options = [
            discord.SelectOption(
                label=f"{one.label} {standing.displayed}{'P' * standing.provisional}",
                value=one.value,
                default=one is card.which,
            )
            for one, standing in islice(card.profile.ratings.items(), _MOST_OPTIONS)
        ]
        view.add_item(discord.ui.Select(custom_id=card_list_menu.id(player, owner), options=options))
    view.add_item(card_details_button(player, which))
    return view


async def details_of(
    interaction: discord.Interaction[Any], profile: ProfileCard, which: RatingList | None
) -> discord.Embed:
    from bot.services.ratings.oracle.pools import pool_card
    from bot.ui.systems.oracle.pool_cards import pool_card_lines

    services, actor, player = services_of(interaction), actor_of(interaction), profile.profile.player
    is_rated = which in profile.ratings
    lines: list[str] = []
    if which is not None and is_pool(which):
        lines = pool_card_lines(await pool_card(services, actor, which, player))
        if is_rated:  # a Keeper needs no game
            card = await player_card(services, actor, player, which)
            lines += [rank_line(card), latest_lines(card)]
    elif is_rated:
        lines = player_card_lines(await player_card(services, actor, player, which))
    return profile_embed(profile, lines, which, await avatar_of(interaction, profile.profile.user_id))


def _player(player_id: int) -> Player:
    return Player(player_id, None, "That player")


@dataclass(frozen=True, slots=True)
class GamesBook(Book):
    """A player's games on a list."""

    player_id: int
    rating_list: RatingList

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        found = await games_of(services, actor, self.player_id, self.rating_list, at)
        return Page(games_embed(found), found.page, found.pages)


@pages("games")
async def games_pages(press: Press, player_id: int, which: RatingList) -> Book:
    return GamesBook(player_id, which)


@button("card-games", "Games", Who.EVERYONE)
async def card_games_button(press: Press, player_id: int, which: RatingList) -> None:
    page = await GamesBook(player_id, which).page(press.interaction, 0)
    view = turning(press.user_id, games_pages.id(player_id, which), 0, page.pages) if page.pages > 1 else None
    await reply(press.interaction, page.embed, view, ephemeral=True)


@button("card-norms", "Norms", Who.EVERYONE)
async def card_norms_button(press: Press, player_id: int, which: RatingList) -> None:
    """Show the norms of the last event and the way to the next title."""
    profile = await profile_card(press.services, press.actor, _player(player_id))
    await NORMS[system_of(which).key](press.interaction, profile.profile.player)


@button("card-details", "Details", Who.EVERYONE)
async def card_details_button(press: Press, player_id: int, which: RatingList) -> None:
    """Show every figure; private ones only to members who may see them."""
    profile = await profile_card(press.services, press.actor, _player(player_id))
    shown = [await details_of(press.interaction, profile, which), private_embed(profile)]
    embeds = [embed for embed in shown if embed is not None]
    await press.interaction.response.send_message(embeds=embeds, ephemeral=True)


@menu("card-list", Who.EVERYONE)
async def card_list_menu(press: Press, player_id: int, owner: int) -> None:
    """Choose the list of a card; in place only for the member who asked."""
    card = await person_card(press.services, press.actor, _player(player_id), chosen_list(press.values))
    if card.rated is None:
        raise InputError("The player no longer has a rating on that list. Use /rating show again.")
    if press.user_id == owner:
        await acknowledge(press.interaction)
    else:
        await defer(press.interaction, ephemeral=True)
    await show_card(press.interaction, card)


async def _uschess_norms(interaction: discord.Interaction[Any], player: Player) -> None:
    report = await norms_of(services_of(interaction), actor_of(interaction), player, None)
    below = norm_buttons(report.event, *reply_lowering(interaction, report))
    await reply(interaction, norms_card(report), below, ephemeral=True)


async def _fide_norms(interaction: discord.Interaction[Any], player: Player) -> None:
    from bot.services.ratings.fide.norms import NormQuestion
    from bot.ui.buttons.norms import reply_norm

    await defer(interaction, ephemeral=True)
    await reply_norm(interaction, NormQuestion(member=player))


NORMS: dict[str, Callable[[discord.Interaction[Any], Player], Awaitable[None]]] = {
    "uschess": _uschess_norms,
    "fide": _fide_norms,
}


async def reply_player(interaction: discord.Interaction[Any], card: "PersonCard") -> None:
    which, player_id = card.which, card.profile.profile.id
    if card.rated is None and which is not None and which in PUBLISHED:
        from bot.ui.systems.fide.list_card import first_card

        first = await first_rating_of(services_of(interaction), actor_of(interaction), player_id, which)
        await reply(interaction, first_card(first))
        return
    if card.rated is None:
        is_own = card.profile.profile.user_id == interaction.user.id
        view = lasting(*await fill_buttons(interaction, which)) if is_own else None
        await reply(interaction, await details_of(interaction, card.profile, card.which), view)
        private = private_embed(card.profile)
        if private is not None:
            await afterwards(interaction.followup.send(embed=private, ephemeral=True), "showing ids failed")
    else:
        await defer(interaction)
        await show_card(interaction, card)
    await ask_afterwards(interaction, card.may_be)

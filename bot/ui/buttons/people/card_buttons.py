"""A player's card as it is shown, and what stands below it: games, norms, a comparison, every figure, other lists."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

import discord

from bot.services.context import Actor, Services
from bot.services.players.profile import ProfileCard, profile_card
from bot.services.players.rating_card import player_card
from bot.services.uschess.norms import norms_of
from bot.store.rows import Player
from bot.ui.buttons.chart_buttons import chart_button
from bot.ui.buttons.events.event_buttons import norm_buttons
from bot.ui.buttons.page_sources import book_of
from bot.ui.buttons.people.versus_buttons import VERSUS_ITEMS, Compare
from bot.ui.cards.people.player import latest_lines, player_card_lines
from bot.ui.cards.people.profile import private_embed, profile_embed
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import acknowledge, defer, reply, reply_pages
from bot.ui.framework.custom_ids import KEY, chosen_word
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.items import LastingMenu, NamedButton
from bot.ui.framework.looks import look_of
from bot.ui.framework.pages import turning
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.uschess.norms_card import norms_card
from bot.ui.wording.entry_lines import rank_line
from core.errors import InputError
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS
from core.systems import SYSTEMS

if TYPE_CHECKING:
    from bot.services.people.person import PersonCard, RatedThere

_LIST = f"(?P<which>{'|'.join(one.value for one in RatingList)})"
_MOST_OPTIONS = 25


async def show_card(interaction: discord.Interaction[Any], card: "PersonCard", *, picture: bool = True) -> None:
    """Put somebody's card in the place of the "thinking", or of the message that was clicked."""
    from bot.ui.cards.people.person import card_embed, card_figures
    from bot.ui.pictures.door import Picture
    from bot.ui.pictures.drawn.card import card_scene

    rated = card.rated
    assert rated is not None
    look = await look_of(interaction, card.profile.profile.user_id)
    figures = card_figures(card, rated, look, interaction.guild.name if interaction.guild is not None else "")

    def say(drawn: Picture | None) -> discord.Embed:
        if drawn is None:
            return card_embed(card, rated)
        return card_embed(card, rated, picture=FILE, beside=drawn.in_full)

    layout = (lambda: card_scene(figures)) if picture else None
    await reply_picture(interaction, layout, say, card_buttons(card, rated, interaction.user.id))


def card_buttons(card: "PersonCard", rated: "RatedThere", owner: int) -> discord.ui.View:
    """Return what stands below a card; owner: who asked, for whom the list is changed in place."""
    player, which = card.profile.profile.id, rated.card.rating_list
    view = discord.ui.View(timeout=None)
    view.add_item(chart_button(player, which))
    view.add_item(CardGames(player, which.value))
    if SYSTEMS[which].key in NORMS:
        view.add_item(CardNorms(player, which.value))
    view.add_item(Compare(player))
    if len(card.profile.ratings) > 1:
        view.add_item(CardList(player, owner, card))
    view.add_item(CardDetails(player, which.value))
    view.stop()  # the library need not remember it: each click finds its class by its id
    return view


async def details_of(
    interaction: discord.Interaction[Any], profile: ProfileCard, which: RatingList | None
) -> discord.Embed:
    """Return every figure of a player's card, but for what is not for everybody."""
    from bot.services.oracle.board import pool_card
    from bot.ui.oracle.player_card import pool_card_lines

    services, actor, player = services_of(interaction), actor_of(interaction), profile.profile.player
    is_rated = any(one is which for one, _ in profile.ratings)
    lines: list[str] = []
    if which in POOLS:
        lines = pool_card_lines(await pool_card(services, actor, which, player))
        if is_rated:  # a Keeper needs no game
            there = await player_card(services, actor, player, which)
            lines += [rank_line(there), latest_lines(there)]
    elif is_rated:
        lines = player_card_lines(await player_card(services, actor, player, which))
    return profile_embed(profile, lines, which)


class OnList(NamedButton, template=r"card-of-list"):
    """A button about a player on a list."""

    def __init__(self, player_id: int, which: str) -> None:
        super().__init__(player_id, which)
        self.player, self.which = Player(player_id, None, "That player"), RatingList(which)


class CardGames(OnList, template=rf"card-games:(?P<player>{KEY}):{_LIST}"):
    """Open the player's games, latest first."""

    name, label = "card-games", "Games"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        source = f"games:{self.player.id}:{self.which.value}"
        page = await (await book_of(interaction, source)).page(interaction, 0)
        view = turning(interaction.user.id, source, 0, page.pages) if page.pages > 1 else None
        await reply(interaction, page.embed, view, ephemeral=True)


class CardNorms(OnList, template=rf"card-norms:(?P<player>{KEY}):{_LIST}"):
    """Open the norms of the player's last event, and the way to the next title."""

    name, label = "card-norms", "Norms"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        profile = await profile_card(services, actor, self.player)
        await NORMS[SYSTEMS[self.which].key](interaction, profile.profile.player)


class CardDetails(OnList, template=rf"card-details:(?P<player>{KEY}):{_LIST}"):
    """Open every figure, with what is not for everybody where whoever presses may see it."""

    name, label = "card-details", "Details"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        profile = await profile_card(services, actor, self.player)
        shown = [await details_of(interaction, profile, self.which), private_embed(profile)]
        await interaction.response.send_message(embeds=[embed for embed in shown if embed is not None], ephemeral=True)


class CardList(LastingMenu, template=rf"card-list:(?P<player>{KEY}):(?P<owner>{KEY})"):
    """Choose the list of a card: in place for who asked, for whoever presses else."""

    def __init__(self, player_id: int, owner: int, card: "PersonCard | None" = None) -> None:
        ratings = () if card is None else card.profile.ratings[:_MOST_OPTIONS]
        options = [
            discord.SelectOption(
                label=f"{one.label} {standing.displayed}{'P' * standing.provisional}",
                value=one.value,
                default=card is not None and one is card.which,
            )
            for one, standing in ratings
        ]
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"card-list:{player_id}:{owner}",
            options=options or [discord.SelectOption(label="–")],
        )
        super().__init__(menu)
        self.player, self.owner = Player(player_id, None, "That player"), owner

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.people.person import person_card

        chosen = chosen_word(cast("dict[str, Any]", interaction.data).get("values"))
        if chosen not in {one.value for one in RatingList}:
            raise InputError("There is no such list: use the command again.")
        card = await person_card(services_of(interaction), actor_of(interaction), self.player, RatingList(chosen))
        if card.rated is None:
            raise InputError("There is no rating on that list any more: use the command again.")
        if interaction.user.id == self.owner:
            await acknowledge(interaction)
        else:
            await defer(interaction, ephemeral=True)
        await show_card(interaction, card)


async def _uschess_norms(interaction: discord.Interaction[Any], player: Player) -> None:
    report = await norms_of(services_of(interaction), actor_of(interaction), player, None)
    await reply(interaction, norms_card(report), norm_buttons(report.event), ephemeral=True)


async def _fide_norms(interaction: discord.Interaction[Any], player: Player) -> None:
    from bot.services.fide.norm import NormQuestion, norm_of
    from bot.ui.fide.norm_card import norm_pages

    await defer(interaction, ephemeral=True)
    async with heavy_turn(interaction):
        report = await norm_of(services_of(interaction), actor_of(interaction), NormQuestion(member=player))
    await reply_pages(interaction, norm_pages(report))


NORMS: dict[str, Callable[[discord.Interaction[Any], Player], Awaitable[None]]] = {
    "uschess": _uschess_norms,
    "fide": _fide_norms,
}
"""What shows a player's norms, by the system's key; the others give none."""

CARD_ITEMS = (CardGames, CardNorms, CardDetails, CardList, *VERSUS_ITEMS)

"""The list of the club's events, and one of them."""

from dataclasses import dataclass
from typing import Annotated, Any

import discord

from bot.services.evenings.standings import paired_evening_of
from bot.services.events.listing import EventFilter, EventPage, list_events
from bot.services.events.report import stored_section
from bot.services.framework.context import Actor, Services
from bot.store.database.club_choices import SitePart
from bot.store.database.evening_rows import Evening
from bot.ui.buttons.empty import fill_buttons
from bot.ui.buttons.evening import show_evening
from bot.ui.buttons.evening_forms import prizes_button
from bot.ui.buttons.event import reply_section
from bot.ui.buttons.exports import event_files_button
from bot.ui.buttons.league import league_button
from bot.ui.cards.events import events_embed
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import BLUE, DAMAGED, Press, Who, button, chosen_number, chosen_word, menu
from bot.ui.framework.pages import Book, Page, pages, turned
from bot.ui.framework.server import actor_of, services_of, web_button
from bot.ui.framework.text import plain
from core.errors import InputError
from core.event.similarity import event_and_day

EVERYTHING = "all"

KINDS = {
    EventFilter.WHOLE.value: "Events of the club",
    EventFilter.SECTIONS.value: "Imported events",
    EventFilter.EVENINGS.value: "Club evenings",
    EventFilter.REPORTS.value: "Members' own reports",
    EventFilter.MATCHES.value: "Matches",
    EVERYTHING: "Everything",
}


@dataclass(frozen=True, slots=True)
class EventsBook(Book):
    """The club's events, or those of one kind or player."""

    kind: EventFilter | None = None
    player_id: int | None = None

    @property
    def source(self) -> str:
        return f"events:{self.kind or EVERYTHING}:{self.player_id or 0}"

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        found = await list_events(services_of(interaction), actor_of(interaction), at, self.kind, self.player_id)
        below = self._menus(found, interaction.user.id)
        if not found.lines and self.player_id is None:
            below += tuple(await fill_buttons(interaction))
        return Page(events_embed(found), found.page, found.pages, below)

    def _menus(self, page: EventPage, owner: int) -> tuple[discord.ui.Item[Any], ...]:
        more = tuple[discord.ui.Item[Any], ...](_button_of(one.evening) for one in page.evenings)
        if page.directs and self.player_id is None:
            more += (league_button(),)
        if not page.events and not page.others:
            return more
        kinds = discord.ui.Select[discord.ui.View](
            custom_id=events_kind_menu.id(owner, self.player_id or 0),
            options=[
                discord.SelectOption(label=label, value=value, default=value == (self.kind or EVERYTHING))
                for value, label in KINDS.items()
            ],
        )
        if not page.lines:
            return kinds, *more
        options = [
            discord.SelectOption(
                label=plain(event_and_day(one.event.name, one.event.place.date), 100), value=str(one.event.id)
            )
            for one in page.lines
        ]
        events = discord.ui.Select[discord.ui.View](
            custom_id=open_event_menu.id(), placeholder="Open an event", options=options
        )
        return events, kinds, *more


def _button_of(evening: Evening) -> discord.ui.Button[discord.ui.View]:
    opening = open_evening_button(evening.id)
    opening.label = plain(evening.name, 40)
    return opening


@button("evening-open", "Open evening", Who.EVERYONE, style=BLUE)
async def open_evening_button(press: Press, evening_id: int) -> None:
    """Show an open evening with its card's buttons."""
    await show_evening(press.interaction, press.services, press.actor, evening_id, ephemeral=True)


@menu("events-kind", Who.EVERYONE)
async def events_kind_menu(press: Press, owner: int, player_id: int) -> None:
    """Choose the kind of events; in place only for the member who asked."""
    chosen = chosen_word(press.values)
    if chosen not in KINDS:
        raise InputError(DAMAGED)
    book = EventsBook(None if chosen == EVERYTHING else EventFilter(chosen), player_id or None)
    page = await book.page(press.interaction, 0)
    view = turned(press.user_id, book.source, book, page)
    if press.user_id == owner:
        await press.interaction.response.edit_message(embed=page.embed, view=view)
    else:
        await reply(press.interaction, page.embed, view, ephemeral=True)


@menu("event-open", Who.EVERYONE)
async def open_event_menu(press: Press) -> None:
    await reply_event(press.interaction, chosen_number(press.values), ephemeral=True)


async def reply_event(interaction: discord.Interaction[Any], event_id: int, *, ephemeral: bool = False) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    section = await stored_section(services, actor, event_id)
    more = await _more(services, actor, event_id)
    if len(section.players) > 2:  # a report or a match has no page
        more += await web_button(interaction, SitePart.EVENTS, f"event-{event_id}")
    await reply_section(interaction, section, *more, ephemeral=ephemeral)


async def _more(services: Services, actor: Actor, event_id: int) -> list[discord.ui.Item[Any]]:
    evening = await paired_evening_of(services, actor, event_id)
    return [*([] if evening is None else [prizes_button(evening)]), event_files_button(event_id)]


_Kind = Annotated[str, "|".join((EVERYTHING, *EventFilter))]


@pages("events")
async def events_pages(press: Press, kind: _Kind | None = None, player_id: int | None = None) -> Book:
    return EventsBook(None if kind in (None, EVERYTHING) else EventFilter(kind), player_id or None)

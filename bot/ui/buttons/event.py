"""Buttons below a stored event."""

import asyncio
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import discord

from bot.services.evenings.teams import standings_in
from bot.services.events.published import agreement, published_section
from bot.services.events.report import EventReport, SectionReport, stored_report, stored_section
from bot.services.framework.context import Actor, Services
from bot.services.ratings.uschess import event_norms
from bot.ui.buttons.charts import chart_button
from bot.ui.buttons.claims import thats_me_button
from bot.ui.buttons.printing import print_event_button
from bot.ui.buttons.undo import undo_button, undo_file_button
from bot.ui.cards.evening_teams import how_pages, place_of_member, team_pages
from bot.ui.cards.events import calculation_pages, chart_pages
from bot.ui.cards.published import PUBLISHED, published_pages
from bot.ui.cards.scores import EVENT_RECORDS, record_pages
from bot.ui.cards.section import expected_pages, section_book, section_embed, section_source
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply, reply_pages
from bot.ui.framework.buttons import KEY, Press, Who, button, lasting
from bot.ui.framework.layout import LEVEL, whole
from bot.ui.framework.pages import Book, EmbedBook, Page, below, look_button, pages, turned
from bot.ui.framework.server import find_member
from bot.ui.framework.text import plain, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.systems.qursh.standings import qursh_column
from bot.ui.systems.uschess.norms_card import all_levels, by_round, has_tables, norm_rules_pages, norms_card
from bot.ui.wording.wall_chart import ExtraColumn, wall_chart_csv, wall_chart_of, wall_chart_text
from core.errors import NotFoundError
from core.event.similarity import event_name, names_meant

if TYPE_CHECKING:
    from bot.ui.pictures.wall_chart import ChartPictures


async def _open_pages(
    press: Press, name: str, event_id: int, player_id: int | None, pages: Callable[[EventReport], list[discord.Embed]]
) -> None:
    """Open pages about a player's event; `name` begins their source."""
    report = await stored_report(press.services, press.actor, event_id, player_id)
    await reply_pages(press.interaction, pages(report), f"{name}:{event_id}:{report.player.id}")


@button("calculation", "Calculation", Who.EVERYONE)
async def calculation_button(press: Press, event_id: int, player_id: int | None = None) -> None:
    await _open_pages(press, "calculation", event_id, player_id, calculation_pages)


@button("how", "How?", Who.EVERYONE)
async def norm_rules_button(press: Press, event_id: int, player_id: int | None = None) -> None:
    """Show the sums per opponent for the norms."""
    await _open_pages(press, "how", event_id, player_id, norm_rules_pages)


@button("norm-rounds", "Round by round", Who.EVERYONE)
async def norm_rounds_button(press: Press, event_id: int, player_id: int | None = None) -> None:
    """Show each norm level's expected score by round."""
    await _open_pages(press, "norm-rounds", event_id, player_id, by_round)


@button("norms", "Norms", Who.EVERYONE)
async def norms_button(press: Press, event_id: int, player_id: int | None = None) -> None:
    report = await event_norms(press.services, press.actor, event_id, player_id)
    await reply(press.interaction, norms_card(report), norm_buttons(report.event), ephemeral=True)


@button("norm-levels", "All levels", Who.EVERYONE)
async def norm_levels_button(press: Press, event_id: int, player_id: int | None = None) -> None:
    """Show the tables of all norm levels."""
    report = await event_norms(press.services, press.actor, event_id, player_id)
    await reply(press.interaction, all_levels(report), ephemeral=True)


def event_buttons(report: EventReport, *more: discord.ui.Item[Any]) -> discord.ui.View:
    return lasting(*shown_by(report), undo_button(report.event_id or 0), *more)


def shown_by(report: EventReport) -> list[discord.ui.Button[discord.ui.View]]:
    about = report.event_id or 0, report.player.id
    norms = [norms_button(*about)] if CARDS[report.rating_list].has_norms(report) else []
    return [*norms, calculation_button(*about), chart_button(report.player.id, report.rating_list)]


def norm_buttons(report: EventReport, *more: discord.ui.Item[Any]) -> discord.ui.View:
    about = report.event_id or 0, report.player.id
    norms = (
        [norm_levels_button(*about), norm_rounds_button(*about), norm_rules_button(*about)]
        if has_tables(report)
        else []
    )
    return lasting(*norms, calculation_button(*about), *more)


_MOST_ASKED = 10

_EXPLAINED = ("W", "D", "L")


@dataclass(frozen=True)
class ChartBook(Book):
    """The pictures of a wall chart, or its text if one cannot be drawn."""

    section: SectionReport
    extra: ExtraColumn | None = None

    @cached_property
    def pictures(self) -> "ChartPictures":
        from bot.ui.pictures.wall_chart import ChartPictures

        return ChartPictures(wall_chart_of(self.section, self.extra))

    @property
    def has_jump(self) -> bool:
        return self.pictures.pages > 1

    @property
    def below(self) -> tuple[discord.ui.Item[Any], ...]:
        event_id = self.section.event_id
        text = chart_text_pages.look("As text", event_id)
        file, post = wall_chart_file_button(event_id), post_chart_button(event_id)
        return file, print_event_button(event_id), text, post

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        from bot.ui.pictures.rendering import picture_of

        if not interaction.response.is_done():  # drawing can exceed Discord's three seconds
            await acknowledge(interaction)
        pictures = await self._named_on_discord(interaction)
        pages = pictures.pages
        drawn = max(0, min(at, pages - 1))
        picture = await picture_of(lambda: pictures.page(drawn))
        if picture is None:
            texts = chart_pages(self.section, self.extra)  # of other lengths than the pictures
            at = max(0, min(at, len(texts) - 1))
            return Page(texts[at], at, len(texts), self.below)
        at = drawn
        embed = discord.Embed(colour=LEVEL, description=picture.in_full or None)
        name = f"crosstable-{at + 1}.png"
        embed.set_image(url=f"attachment://{name}")
        legend = [words for words in self.pictures.chart.legend if not words.startswith(_EXPLAINED)]
        if legend:
            embed.set_footer(text=" · ".join(legend))
        return Page(embed, at, pages, self.below, (picture.file(name),))

    async def _named_on_discord(self, interaction: discord.Interaction[Any]) -> "ChartPictures":
        called: dict[int, str] = {}
        for number in (await asyncio.to_thread(self._nameless))[:_MOST_ASKED]:
            player = self.section.players.get(number)
            if player is not None and player.user_id is not None and interaction.guild is not None:
                try:
                    known = interaction.guild.get_member(player.user_id)
                    member = known or await find_member(interaction, player.user_id)
                except discord.HTTPException:
                    break
                called |= {number: member.display_name} if member is not None else {}
        return replace(self.pictures, called=called) if called else self.pictures

    def _nameless(self) -> list[int]:
        """Return the numbers whose names cannot be drawn; measure the layout in this thread."""
        _ = self.pictures.layout
        return self.pictures.nameless()

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        await asyncio.to_thread(self._nameless)
        user_id = interaction.user.id
        for number, player in self.section.players.items():
            if player.user_id == user_id and self.pictures.page_of(number) is not None:
                return await self._page_with(interaction, number)
        raise NotFoundError("You are not in this event. Turn the pages to see its players.")

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        await asyncio.to_thread(self._nameless)
        for line in names_meant(words, self.pictures.chart.lines, lambda line: line.name):
            return await self._page_with(interaction, line.number)
        raise NotFoundError(f'"{words}" is not in this event. Write a page number or another name.')

    async def _page_with(self, interaction: discord.Interaction[Any], number: int) -> Page:
        page = await self.page(interaction, self.pictures.page_of(number) or 0)
        if page.files:
            return page
        name = next(line.name for line in self.pictures.chart.lines if line.number == number)
        texts = [embed.description or "" for embed in chart_pages(self.section, self.extra)]
        return await self.page(interaction, next((at for at, text in enumerate(texts) if whole(name) in text), 0))


async def chart_book(services: Services, actor: Actor, event_id: int) -> ChartBook:
    section = await stored_section(services, actor, event_id)
    return ChartBook(section, await qursh_column(services, actor, section))


@button("wall-chart-file", "File", Who.EVERYONE)
async def wall_chart_file_button(press: Press, event_id: int) -> None:
    from bot.ui.pictures.rendering import pictures_of

    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    async with heavy_turn(interaction):
        book = await chart_book(press.services, press.actor, event_id)
        pictures = await pictures_of(lambda: book.pictures.sheets())
        files = [picture.file(f"crosstable-{at}.png") for at, picture in enumerate(pictures, start=1)]
        files += await asyncio.to_thread(_text_files, book)
    await edit_answer(interaction, embed=section_embed(book.section, "", LEVEL), attachments=files)


def _text_files(book: ChartBook) -> list[discord.File]:
    table, text = wall_chart_csv(book.pictures.chart), wall_chart_text(book.section, book.extra).encode()
    return [discord.File(io.BytesIO(table), "crosstable.csv"), discord.File(io.BytesIO(text), "crosstable.txt")]


@button("wall-chart-post", "Post here", Who.EVERYONE)
async def post_chart_button(press: Press, event_id: int) -> None:
    interaction = press.interaction
    await defer(interaction)
    async with heavy_turn(interaction):
        book = await chart_book(press.services, press.actor, event_id)
        page = await book.page(interaction, 0)
    view = turned(press.user_id, wall_chart_pages.id(event_id), book, page)
    await edit_answer(interaction, embed=page.embed, view=view, attachments=page.files)


def chart_look(section: SectionReport) -> discord.ui.Button[discord.ui.View]:
    label = "Wall chart" if section.crosstable.has_points else "Crosstable"
    return wall_chart_pages.look(label, section.event_id)


def scrabble_looks(section: SectionReport) -> list[discord.ui.Item[Any]]:
    key = section.event_id
    return [look_button("QURSH", f"qursh:{key}:0:0"), event_records.look("Records", key)]


def teams_look(section: SectionReport) -> Sequence[discord.ui.Button[discord.ui.View]]:
    teams = {entrant.team for entrant in section.crosstable.entrants if entrant.team is not None}
    return [teams_source.look("Teams", section.event_id)] if len(teams) > 1 else []


def published_look(sections: Sequence[SectionReport]) -> discord.ui.Button[discord.ui.View]:
    return look_button("Published ratings", section_source(sections, PUBLISHED))


MOST_UNDO_BUTTONS = 5


def stored_view(sections: Sequence[SectionReport], players: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(look_button(f"Players {players}", section_source(sections)))
    if any(map(agreement, sections)):
        view.add_item(published_look(sections))
    if len(sections) == 1:
        view.add_item(chart_look(sections[0]))
        below(view, teams_look(sections[0]))
        if sections[0].crosstable.has_points:
            below(view, scrabble_looks(sections[0]))
    if len(sections) == 1:
        view.add_item(thats_me_button(sections[0].event_id))
        view.add_item(undo_button(sections[0].event_id))
    else:
        called = list(zip(_names(sections), sections, strict=True))[:MOST_UNDO_BUTTONS]
        for name, section in called:
            view.add_item(thats_me_button.but(label=f"That's me in {name}")(section.event_id))
        for name, section in called:
            view.add_item(undo_button.but(label=f"Undo {name}")(section.event_id))
        view.add_item(undo_file_button(sections[0].event_id))
    view.stop()
    return view


def _names(sections: Sequence[SectionReport]) -> list[str]:
    names = [plain(section.name or "", 50) for section in sections]
    return [
        name if name and names.count(name) == 1 else f"section {number}" for number, name in enumerate(names, start=1)
    ]


async def reply_section(
    interaction: discord.Interaction[Any], section: SectionReport, *more: discord.ui.Item[Any], ephemeral: bool = False
) -> None:
    book = await asyncio.to_thread(section_book, [section])
    page = await book.page(interaction, 0)
    view = turned(interaction.user.id, section_source([section]), book, page)
    below(view, (chart_look(section), *teams_look(section)))
    if section.crosstable.has_points:
        below(view, scrabble_looks(section))
    if agreement(section):
        view.add_item(published_look([section]))
    view.add_item(thats_me_button(section.event_id))
    await reply(interaction, page.embed, below(view, more), ephemeral=ephemeral)


# Pages of a stored event.


_Events = Annotated[str, f"{KEY}(?:-{KEY})*"]


async def _sections(press: Press, event_ids: str) -> list[SectionReport]:
    return [await stored_section(press.services, press.actor, int(each)) for each in event_ids.split("-")]


@pages("section")
async def section_pages(press: Press, event_ids: _Events) -> Book:
    return section_book(await _sections(press, event_ids))


@pages("expected")
async def expected_source(press: Press, event_ids: _Events) -> Book:
    return EmbedBook([page for section in await _sections(press, event_ids) for page in expected_pages(section)])


@pages(PUBLISHED, slow=True)
async def published_source(press: Press, event_ids: _Events) -> Book:
    sections = [await published_section(press.services, press.actor, int(each)) for each in event_ids.split("-")]
    found = await asyncio.to_thread(lambda: [page for section in sections for page in published_pages(section)])
    if not found:
        raise NotFoundError("No ratings were published with this event.")
    return EmbedBook(found)


@pages("chart")
async def chart_text_pages(press: Press, event_id: int) -> Book:
    book = await chart_book(press.services, press.actor, event_id)
    return EmbedBook(chart_pages(book.section, book.extra))


@pages("wall-chart")
async def wall_chart_pages(press: Press, event_id: int) -> Book:
    return await chart_book(press.services, press.actor, event_id)


@pages(EVENT_RECORDS)
async def event_records(press: Press, event_id: int) -> Book:
    section = await stored_section(press.services, press.actor, event_id)
    name = event_name(section.name, section.crosstable.date)
    return EmbedBook(record_pages(name, section.crosstable, section.name_of))


@pages("teams")
async def teams_source(press: Press, event_id: int) -> Book:
    section = await stored_section(press.services, press.actor, event_id)
    found = standings_in(section)
    how = (how_teams.look("How?", section.event_id),) if found is not None and found.order else ()
    embeds = team_pages(section)
    place = None if found is None else place_of_member(found, _number_of(section, press.user_id))
    # The teams' own pages come last.
    me = None if found is None or place is None else len(embeds) - len(found.rows) + place
    return EmbedBook(embeds, jumps=True, me=me, below=how)


@pages("teams-how")
async def how_teams(press: Press, event_id: int) -> Book:
    section = await stored_section(press.services, press.actor, event_id)
    found = standings_in(section)
    if found is None:
        raise NotFoundError("This event has no teams.")
    place = place_of_member(found, _number_of(section, press.user_id))
    name = safe(event_name(section.name, section.crosstable.date), 80)
    return EmbedBook(how_pages(name, found), jumps=True, me=None if place is None else place * len(found.order))


def _number_of(section: SectionReport, user_id: int) -> int | None:
    return next((one for one, player in section.players.items() if player.user_id == user_id), None)


@pages("calculation")
async def calculation_source(press: Press, event_id: int, player_id: int) -> Book:
    return EmbedBook(calculation_pages(await stored_report(press.services, press.actor, event_id, player_id)))


@pages("how")
async def norm_rules_source(press: Press, event_id: int, player_id: int) -> Book:
    return EmbedBook(norm_rules_pages(await stored_report(press.services, press.actor, event_id, player_id)))


@pages("norm-rounds")
async def norm_rounds_source(press: Press, event_id: int, player_id: int) -> Book:
    return EmbedBook(by_round(await stored_report(press.services, press.actor, event_id, player_id)))

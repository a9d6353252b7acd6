"""Buttons that turn and open pages, also after a restart."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Annotated, Any

import discord

from bot.services.club_audit import AuditKind, club_audit
from bot.services.context import Actor, Services
from bot.services.events.listing import EventFilter
from bot.services.events.published import published_section
from bot.services.events.report import SectionReport, stored_report, stored_section
from bot.services.fide.lists import coming_list, published_list
from bot.services.imports.import_event import may_import, preview_waiting
from bot.services.live_events.standings import live_standings, prizes_of, tie_breaks_of
from bot.services.live_events.teams import TeamStandings, standings_in, standings_of_teams
from bot.services.live_events.tournament import crosstable_of, tournament_of
from bot.services.oracle.calibrate import stored_calibration
from bot.services.oracle.match import pool_comparison
from bot.services.oracle.pools import pool_board
from bot.services.people import games_of
from bot.services.players.find import find_player
from bot.services.players.leaderboard import BoardOrder, BoardQuery, leaderboard, page_with
from bot.services.players.past_board import past_board, past_board_with
from bot.services.qursh import StandingsQuery, standings_of_event
from bot.services.season_figures import SeasonOrder
from bot.services.seasons import season_board, season_board_with
from bot.services.transaction import stored_by
from bot.store.rows import Player
from bot.ui.buttons.event import chart_book
from bot.ui.buttons.events import EventsBook
from bot.ui.buttons.imports import PARTS, store_parts
from bot.ui.buttons.qursh import views_of
from bot.ui.cards.club import audit_embed
from bot.ui.cards.events import calculation_pages, chart_pages
from bot.ui.cards.leaderboard import board_below, board_page, season_page
from bot.ui.cards.players import games_embed
from bot.ui.cards.published import PUBLISHED, published_pages
from bot.ui.cards.scores import EVENING_RECORDS, EVENT_RECORDS, record_pages
from bot.ui.cards.section import expected_pages, section_book
from bot.ui.fide.list_card import list_book
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply_pages
from bot.ui.framework.buttons import DIGEST, KEY, Press, Small, Who, button, form
from bot.ui.framework.pages import (
    FORM,
    GO,
    JUMP,
    LOOK,
    OPEN,
    TURN,
    Book,
    EmbedBook,
    Page,
    find_book,
    look_button,
    require_book,
    turned,
)
from bot.ui.framework.server import actor_of, match_members, services_of
from bot.ui.framework.text import NAME_CHARACTERS, safe
from bot.ui.live_events.chances_card import PRIZES, PrizesBook, chances_source
from bot.ui.live_events.chances_card import SOURCE as CHANCES
from bot.ui.live_events.standings_card import ALL_TIE_BREAKS, ROWS_ON_A_PAGE, HowBook, tie_break_pages
from bot.ui.live_events.teams_card import how_pages, place_of_member, team_pages
from bot.ui.oracle.pool_cards import board_book, calibration_pages, comparison_pages
from bot.ui.qursh.standings import StandingsBook
from bot.ui.uschess.norms_card import by_round, norm_rules_pages
from core.errors import InputError, NotAllowedError, NotFoundError
from core.formats.common.text import clean_name
from core.lists import LIST_PATTERN, RatingList
from core.similarity import event_name
from core.systems import is_pool

Make = Callable[[Services, Actor, re.Match[str]], Awaitable[Book]]


@dataclass(frozen=True, slots=True)
class AuditBook(Book):
    """The club's audit log, for directors."""

    kind: AuditKind | None
    of: int | None

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        found = await club_audit(services_of(interaction), actor_of(interaction), at, self.kind, self.of)
        return Page(audit_embed(found), found.page, found.pages)


@dataclass(frozen=True, slots=True)
class BoardBook(Book):
    """A leaderboard that marks the viewer."""

    query: BoardQuery

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor, query = services_of(interaction), actor_of(interaction), self.query
        if self._is_pool:
            return await (await self._pool(interaction)).page(interaction, at)
        if query.on is not None:
            return board_page(await past_board(services, actor, query, at), interaction.user.id)
        found = await leaderboard(services, actor, query.rating_list, query.order, everyone=query.everyone, page=at)
        return board_page(found, interaction.user.id)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        if self._is_pool:
            return await (await self._pool(interaction)).mine(interaction)
        return await self._with(interaction)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        if self._is_pool:
            return await (await self._pool(interaction)).named(interaction, words)
        return await self._with(interaction, await find_player(services_of(interaction), actor_of(interaction), words))

    async def _with(self, interaction: discord.Interaction[Any], player: Player | None = None) -> Page:
        look = page_with if self.query.on is None else past_board_with
        found = await look(services_of(interaction), actor_of(interaction), self.query, player)
        return board_page(found, interaction.user.id)

    @property
    def _is_pool(self) -> bool:
        return is_pool(self.query.rating_list) and self.query.order is BoardOrder.RATING and self.query.on is None

    async def _pool(self, interaction: discord.Interaction[Any]) -> EmbedBook:
        query, services = self.query, services_of(interaction)
        found = await pool_board(
            services, actor_of(interaction), query.rating_list, everyone=query.everyone, sure=query.sure
        )
        is_empty = not found.lines and not found.inactive
        below = board_below(query, len(found.lines), found.season, interaction.user.id, is_empty=is_empty)
        return board_book(found, below)


@dataclass(frozen=True, slots=True)
class SeasonBook(Book):
    """A season's leaderboard in one order."""

    season_id: int
    order: SeasonOrder

    @property
    def has_jump(self) -> bool:
        return True

    @property
    def source(self) -> str:
        return f"season:{self.season_id}:{self.order.value}"

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        found = await season_board(services, actor, self.season_id, self.order, at)
        return season_page(found, interaction.user.id)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        return season_page(await season_board_with(services, actor, self.season_id, self.order), interaction.user.id)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        player = await find_player(services, actor, words)
        found = await season_board_with(services, actor, self.season_id, self.order, player)
        return season_page(found, interaction.user.id)


@dataclass(frozen=True, slots=True)
class GamesBook(Book):
    """A player's games on a list."""

    player_id: int
    rating_list: RatingList

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        found = await games_of(services, actor, self.player_id, self.rating_list, at)
        return Page(games_embed(found), found.page, found.pages)


async def book_of(interaction: discord.Interaction[Any], source: str) -> Book:
    """Return the pages of a source; raise NotFoundError if they cannot be made again."""
    if re.fullmatch(r"kept:[0-9a-f]{16}", source):
        return require_book(interaction, source)
    waiting = re.fullmatch(FILE_SOURCE, source)
    if waiting is not None:
        return await _of_file(interaction, source, waiting)
    for pattern, make in SOURCES.items():
        match = re.fullmatch(pattern, source)
        if match is not None:
            return await make(services_of(interaction), actor_of(interaction), match)
    raise NotFoundError("These pages have expired. Use the command again.")


FILE_SOURCE = rf"file:(?P<pending>{KEY}):(?P<digest>{DIGEST}):(?P<part>{'|'.join(PARTS)})"
"""Pages of a waiting file, made by another preview if not in memory."""


async def _of_file(interaction: discord.Interaction[Any], source: str, match: re.Match[str]) -> Book:
    services, actor = services_of(interaction), actor_of(interaction)
    await may_import(services, actor)
    if find_book(interaction, source) is None:
        async with heavy_turn(interaction):
            ask = partial(match_members, interaction)
            report = await preview_waiting(services, actor, int(match["pending"]), match["digest"], ask)
        await store_parts(interaction, report)
    book = find_book(interaction, source)
    if book is None:
        raise NotFoundError("The file no longer has any of these. Look at the preview.")
    return book


def _number(match: re.Match[str], group: int) -> int:
    return int(match[group])


async def _events(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return EventsBook()


async def _some_events(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return EventsBook(None if match[1] == "all" else EventFilter(match[1]), _number(match, 2) or None)


async def _audit(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return AuditBook(None if match[1] == "all" else AuditKind(match[1]), _number(match, 2) or None)


async def _board(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    on = None if match[5] is None else date.fromordinal(_number(match, 5))
    return BoardBook(BoardQuery(RatingList(match[1]), BoardOrder(match[2]), match[3] == "1", match[4] == "1", on))


async def _games(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return GamesBook(_number(match, 1), RatingList(match[2]))


async def _section(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return section_book([await stored_section(services, actor, int(each)) for each in match[1].split("-")])


async def _expected(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    sections = [await stored_section(services, actor, int(each)) for each in match[1].split("-")]
    return EmbedBook([page for section in sections for page in expected_pages(section)])


async def _published(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    sections = [await published_section(services, actor, int(each)) for each in match[1].split("-")]
    pages = await asyncio.to_thread(lambda: [page for section in sections for page in published_pages(section)])
    if not pages:
        raise NotFoundError("No ratings were published with this event.")
    return EmbedBook(pages)


async def _chart(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    book = await chart_book(services, actor, _number(match, 1))
    return EmbedBook(chart_pages(book.section, book.extra))


async def _wall_chart(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return await chart_book(services, actor, _number(match, 1))


async def _teams(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    section = await stored_section(services, actor, _number(match, 1))
    found = standings_in(section)
    how = (look_button("How?", f"teams-how:{section.event_id}"),) if found is not None and found.order else ()
    pages, place = team_pages(section), _own_team(section, found, actor)
    # The teams' own pages come last.
    me = None if found is None or place is None else len(pages) - len(found.rows) + place
    return EmbedBook(pages, jumps=True, me=me, below=how)


def _own_team(section: SectionReport, found: TeamStandings | None, actor: Actor) -> int | None:
    numbers = (one for one, player in section.players.items() if player.user_id == actor.member.user_id)
    return None if found is None else place_of_member(found, next(numbers, None))


async def _how_teams(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    section = await stored_section(services, actor, _number(match, 1))
    found = standings_in(section)
    if found is None:
        raise NotFoundError("This event has no teams.")
    pages = how_pages(safe(event_name(section.name, section.crosstable.date), 80), found)
    return EmbedBook(pages, jumps=True, me=_page_of(_own_team(section, found, actor), found))


def _page_of(place: int | None, found: TeamStandings) -> int | None:
    return None if place is None else place * len(found.order)


async def _how_teams_of_evening(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    tournament = await tournament_of(services, actor.club_id, _number(match, 1))
    found = standings_of_teams(tournament)
    if found is None:
        raise NotFoundError("This event has no teams.")
    me = _page_of(place_of_member(found, tournament.number_of(actor)), found)
    return EmbedBook(how_pages(safe(tournament.evening.name, 80), found), jumps=True, me=me)


async def _calculation(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    report = await stored_report(services, actor, _number(match, 1), _number(match, 2))
    return EmbedBook(calculation_pages(report))


async def _how(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return EmbedBook(norm_rules_pages(await stored_report(services, actor, _number(match, 1), _number(match, 2))))


async def _rounds(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return EmbedBook(by_round(await stored_report(services, actor, _number(match, 1), _number(match, 2))))


async def _compared(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    async with services.heavy.turn(actor.club_id, actor.member.user_id):
        return EmbedBook(comparison_pages(await pool_comparison(services, actor, RatingList(match[1]))))


async def _calibration(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    entry = await stored_by(services, actor.club_id, _number(match, 1))
    found = entry.subject_id if entry is not None and entry.action == "calibrate" else None
    return EmbedBook(calibration_pages(await stored_calibration(services, actor, found or 0)))


async def _coming(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    found = await coming_list(services, actor, RatingList(match[1]))
    return list_book(found, actor.member.user_id, None if match[2] is None else _number(match, 2))


async def _listed(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    found = await published_list(services, actor, _number(match, 1))
    return list_book(found, actor.member.user_id, None if match[2] is None else _number(match, 2))


async def _qursh(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    query = StandingsQuery(match[2] == "1", match[3] == "1", None)
    more = partial(views_of, f"e{_number(match, 1)}")
    return StandingsBook(await standings_of_event(services, actor, _number(match, 1), query), more)


async def _records(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    section = await stored_section(services, actor, _number(match, 1))
    name = event_name(section.name, section.crosstable.date)
    return EmbedBook(record_pages(name, section.crosstable, section.name_of))


async def _evening_records(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    tournament = await tournament_of(services, actor.club_id, _number(match, 1))
    return EmbedBook(record_pages(tournament.evening.name, crosstable_of(tournament), tournament.name_of))


async def _tie_breaks(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return HowBook(await tie_breaks_of(services, actor.club_id, _number(match, 1)))


async def _all_tie_breaks(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    found = await live_standings(services, actor.club_id, _number(match, 1))
    mine = found.tournament.number_of(actor)
    at = next((place for place, row in enumerate(found.rows) if row.number == mine), None)
    return EmbedBook(tie_break_pages(found), jumps=True, me=None if at is None else at // ROWS_ON_A_PAGE)


async def _prizes(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return PrizesBook(await prizes_of(services, actor.club_id, _number(match, 1)))


async def _season(services: Services, actor: Actor, match: re.Match[str]) -> Book:
    return SeasonBook(_number(match, 1), SeasonOrder(match[2]))


_LIST = f"({LIST_PATTERN})"
_ORDER = f"({'|'.join(one.value for one in BoardOrder)})"
_FLAG = "([01])"
_DAY = "([0-9]{6})"

SOURCES: dict[str, Make] = {
    "events": _events,
    f"events:(all|{'|'.join(EventFilter)}):({KEY})": _some_events,
    f"audit:(all|{'|'.join(AuditKind)}):({KEY})": _audit,
    f"board:{_LIST}:{_ORDER}:{_FLAG}:{_FLAG}(?::{_DAY})?": _board,
    f"games:({KEY}):{_LIST}": _games,
    f"section:({KEY}(?:-{KEY})*)": _section,
    f"expected:({KEY}(?:-{KEY})*)": _expected,
    f"{PUBLISHED}:({KEY}(?:-{KEY})*)": _published,
    f"chart:({KEY})": _chart,
    f"wall-chart:({KEY})": _wall_chart,
    f"teams:({KEY})": _teams,
    f"teams-how:({KEY})": _how_teams,
    f"team-tie-breaks:({KEY})": _how_teams_of_evening,
    f"calculation:({KEY}):({KEY})": _calculation,
    f"how:({KEY}):({KEY})": _how,
    f"norm-rounds:({KEY}):({KEY})": _rounds,
    f"compared:{_LIST}": _compared,
    f"calibration:({KEY})": _calibration,
    f"coming:{_LIST}(?::({KEY}))?": _coming,
    f"listed:({KEY})(?::({KEY}))?": _listed,
    f"season:({KEY}):({'|'.join(SeasonOrder)})": _season,
    f"{EVENT_RECORDS}:({KEY})": _records,
    f"{EVENING_RECORDS}:({KEY})": _evening_records,
    f"tie-breaks:({KEY})": _tie_breaks,
    f"{ALL_TIE_BREAKS}:({KEY})": _all_tie_breaks,
    f"{PRIZES}:({KEY})": _prizes,
    f"qursh:({KEY}):{_FLAG}:{_FLAG}": _qursh,
    f"{CHANCES}:({KEY})": chances_source,
}


SOURCE_PATTERN = r"[\w .,'’&×+/():-]{1,60}"

Source = Annotated[str, SOURCE_PATTERN]


async def _book(press: Press, source: str) -> Book:
    await give_time(press.interaction, source)
    return await book_of(press.interaction, source)


async def give_time(interaction: discord.Interaction[Any], source: str) -> None:
    """Defer if the pages take a preview or a simulation."""
    is_file = re.fullmatch(FILE_SOURCE, source) and find_book(interaction, source) is None
    if is_file or source.startswith((f"{CHANCES}:", f"{PUBLISHED}:")):
        await acknowledge(interaction)


async def show(interaction: discord.Interaction[Any], owner: int, source: str, book: Book, page: Page) -> None:
    """Show another page in place, or privately to another member."""
    user_id = interaction.user.id
    view = turned(user_id, source, book, page)
    if user_id != owner or interaction.message is None:
        if interaction.response.is_done():
            await interaction.followup.send(embed=page.embed, view=view, files=list(page.files), ephemeral=True)
        else:
            await interaction.response.send_message(embed=page.embed, view=view, ephemeral=True)
        return
    here = {_name_of(item) for item in view.children}
    for item in discord.ui.View.from_message(interaction.message, timeout=None).children:
        if not _name_of(item).startswith(TURN) and _name_of(item) not in here:
            view.add_item(item)
    if interaction.response.is_done():
        await interaction.edit_original_response(embed=page.embed, view=view, attachments=page.files)
    else:
        await interaction.response.edit_message(embed=page.embed, view=view)


def _name_of(item: discord.ui.Item[Any]) -> str:
    return str(getattr(item, "custom_id", "")).partition(":")[0]


@button(TURN, "…", Who.EVERYONE, outside=True)
async def turn_page_button(press: Press, owner: int, at: Small, source: Source) -> None:
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.page(press.interaction, at))


@button(JUMP, "Me", Who.EVERYONE, outside=True)
async def jump_to_me_button(press: Press, owner: int, source: Source) -> None:
    book = await _book(press, source)
    await show(press.interaction, owner, source, book, await book.mine(press.interaction))


@button(GO, "1 / 2", Who.EVERYONE, outside=True)
async def page_number_button(press: Press, owner: int, source: Source) -> None:
    where: discord.ui.Label[Any] = discord.ui.Label(
        text="Page or name", component=discord.ui.TextInput(custom_id="where", max_length=NAME_CHARACTERS)
    )
    await page_form.open_with(press.interaction, [where], owner, source)


@form(FORM, "Go to page, or a name", Who.EVERYONE, outside=True)
async def page_form(press: Press, owner: int, source: Source) -> None:
    written = clean_name(press.written("where"), NAME_CHARACTERS)
    if not written:
        raise InputError("The field is empty. Write a page number or a name.")
    book = await _book(press, source)
    is_number = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    page = await (
        book.page(press.interaction, int(written) - 1) if is_number else book.named(press.interaction, written)
    )
    await show(press.interaction, owner, source, book, page)


MOST_DIGITS = 6


@button(OPEN, "…", Who.ASKED, outside=True)
async def open_pages_button(press: Press, owner: int, source: Source) -> None:
    """Open more pages, such as the calculation of an estimate."""
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
    book = await _book(press, source)
    if not isinstance(book, EmbedBook):
        raise NotFoundError("These pages cannot be opened here. Use the command again.")
    await reply_pages(press.interaction, book.embeds, source)


@button(LOOK, "…", Who.EVERYONE, outside=True)
async def look_into_button(press: Press, source: Source) -> None:
    """Open pages, such as an event's players or an evening's chances."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    book = await book_of(interaction, source)
    page = await book.first(interaction)
    view = turned(press.user_id, source, book, page)
    await edit_answer(interaction, embed=page.embed, view=view if view.children else None, attachments=page.files)

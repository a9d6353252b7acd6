"""Pages of a club evening: tie-breaks, prizes, chances, records."""

from bot.services.evenings.standings import live_standings, prizes_of, tie_breaks_of
from bot.services.evenings.teams import standings_of_teams
from bot.services.evenings.tournament import crosstable_of, tournament_of
from bot.ui.cards.evening_chances import PRIZES, SOURCE, PrizesBook, chances_book
from bot.ui.cards.evening_standings import ALL_TIE_BREAKS, ROWS_ON_A_PAGE, HowBook, tie_break_pages
from bot.ui.cards.evening_teams import how_pages, place_of_member
from bot.ui.cards.scores import EVENING_RECORDS, record_pages
from bot.ui.framework.buttons import Press
from bot.ui.framework.pages import Book, EmbedBook, pages
from bot.ui.framework.text import safe
from core.errors import NotFoundError


@pages("team-tie-breaks")
async def how_teams_of_evening(press: Press, evening_id: int) -> Book:
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    found = standings_of_teams(tournament)
    if found is None:
        raise NotFoundError("This event has no teams.")
    place = place_of_member(found, tournament.number_of(press.actor))
    me = None if place is None else place * len(found.order)
    return EmbedBook(how_pages(safe(tournament.evening.name, 80), found), jumps=True, me=me)


@pages(EVENING_RECORDS)
async def evening_records(press: Press, evening_id: int) -> Book:
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    return EmbedBook(record_pages(tournament.evening.name, crosstable_of(tournament), tournament.name_of))


@pages("tie-breaks")
async def tie_breaks(press: Press, evening_id: int) -> Book:
    return HowBook(await tie_breaks_of(press.services, press.actor.club_id, evening_id))


@pages(ALL_TIE_BREAKS)
async def all_tie_breaks(press: Press, evening_id: int) -> Book:
    found = await live_standings(press.services, press.actor.club_id, evening_id)
    mine = found.tournament.number_of(press.actor)
    at = next((place for place, row in enumerate(found.rows) if row.number == mine), None)
    return EmbedBook(tie_break_pages(found), jumps=True, me=None if at is None else at // ROWS_ON_A_PAGE)


@pages(PRIZES)
async def prizes(press: Press, evening_id: int) -> Book:
    return PrizesBook(await prizes_of(press.services, press.actor.club_id, evening_id))


@pages(SOURCE, slow=True)
async def chances(press: Press, evening_id: int) -> Book:
    from bot.services.evenings.chances import chances_of

    found = await chances_of(press.services, press.actor.club_id, evening_id)
    return chances_book(found, press.user_id, is_director=press.actor.is_director(found.of.tournament.club))

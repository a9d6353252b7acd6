"""Every command, button and form that stores something, each with the shortest way to it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from sqlalchemy import select

from bot.services.club.club_copy import export_whole
from bot.services.evenings.no_shows import REMINDED, run_clock
from bot.services.framework.context import Actor
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import evening as evening_table
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds
from tests.cogs.scrabble_files import SEED
from tests.conftest import SimulatedClub, by_names, person, rows
from tests.connect.standin import connect
from tests.file_answers import part_of, rest_are_new
from tests.flows import (
    ask_to_forget,
    ask_to_lower,
    card_of_evening,
    claim_player,
    close_evening,
    distribution,
    fide_norm,
    fill_in,
    hide_player,
    merge_players,
    on_page,
    open_evening,
    oracle_match,
    panel_button,
    plan_roles,
    post_panel,
    report_for,
    report_results,
    set_pool,
    set_qursh,
    set_settings,
    show_td,
    start_season,
)

Act = Callable[[], Awaitable[Any]]
Scene = Callable[[SimulatedClub], Awaitable[Act]]
"""Prepares a club; what it returns does the one thing that stores something."""

ANOTHER_CLUB = 900

TABLE = b"number,name,rating,games,1\n1,Ada Blank,1500,30,W2\n2,Bob Blank,1400,20,L1\n"
TWINS = b"number,name,rating,games,1\n1,Ada Blnk,1500,30,W2\n2,Cy Blank,1400,20,L1\n"
POOL = (
    b"player_id,name,type,rating,bt_strength,games,wins\n"
    b"0,Keeper,1,50,1.000000,4,1\n1,Alice,0,55,1.236304,3,2\n2,AggroBot,2,44,0.864022,2,0\n"
)
HISTORY = "winnerscore,loserscore,winneroldrating,loseroldrating\n" + "400,380,1500,1480\n" * 40


async def update(club: SimulatedClub, **options: Any) -> Any:
    return await club.dana.slash(
        club.channel, "rating update", opponents="W1500 L1600", rating=1400.0, games=60, **options
    )


async def card(club: SimulatedClub) -> Any:
    await update(club)
    return await club.dana.slash(club.channel, "rating show")


async def exported(club: SimulatedClub, what: str) -> Any:
    """Return what a director exports of a club with a rating and a match."""
    await update(club)
    await match(club)
    return await club.td.slash(club.channel, "td export", what=what)


async def shown_event(club: SimulatedClub) -> Any:
    await imported(club)
    return await club.td.slash(club.channel, "events", event="1")


async def crowd(club: SimulatedClub) -> Any:
    """Return a leaderboard of ten members with established ratings."""
    table = "name,rating,games\n" + "".join(f"Member {number},{1000 + number},30\n" for number in range(10))
    preview = await club.td.slash(club.channel, "td import", file=("r.csv", table.encode()))
    await club.td.click(preview.response, label="Store it")
    return await club.dana.slash(club.channel, "leaderboard")


async def chart(club: SimulatedClub) -> Any:
    await crowd(club)
    return await distribution(club.dana, club)


def td(club: SimulatedClub, command: str, **options: Any) -> Act:
    return lambda: club.td.slash(club.channel, command, **options)


def press(who: Any, answer: Any, label: str) -> Act:
    return lambda: who.click(answer.response, label=label)


async def _update(club: SimulatedClub) -> Act:
    return lambda: update(club)


async def history(club: SimulatedClub) -> Any:
    await update(club)
    return await club.dana.slash(club.channel, "rating history")


async def compared(club: SimulatedClub) -> Any:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30)
    return await club.dana.slash(club.channel, "rating compare", players="Eli")


async def _undo_last(club: SimulatedClub) -> Act:
    await update(club)
    return lambda: club.dana.slash(club.channel, "rating undo")


async def _set(club: SimulatedClub) -> Act:
    return td(club, "td rating", player=club.dana, rating=1500.0, games=30)


async def _limits(club: SimulatedClub) -> Act:
    answer = await (await _set(club))()
    form = await club.td.click(answer.response, label="Set floor")
    return lambda: club.td.submit_modal(form, {"floor": "1400", "peak": ""})


async def _with_title(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30, date="2026-01-01")
    for day in range(1, 5):
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="1720 1750 1800 1770 1600", score="3", date=date)


async def _demote(club: SimulatedClub) -> Act:
    await _with_title(club)
    page = await club.td.slash(club.channel, "td player", player="Dana")
    form = await club.td.click(page.response, label="Lower title")
    return lambda: fill_in(club.td, form, reason="bad years")


async def _undo_demotion(club: SimulatedClub) -> Act:
    await _with_title(club)
    answer = await on_page(club.td, club.channel, club.dana, "Lower title", reason="bad years")
    return press(club.td, answer, "Undo")


async def _below_title(club: SimulatedClub) -> None:
    await _with_title(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1650.0)


async def norms_above(club: SimulatedClub) -> Any:
    await _below_title(club)
    return await club.dana.slash(club.channel, "norms")


async def asked_to_lower(club: SimulatedClub) -> Any:
    await _below_title(club)
    return await ask_to_lower(club, club.dana, "bad years")


async def _ask_to_lower(club: SimulatedClub) -> Act:
    form = await club.dana.click((await norms_above(club)).response, label="Ask to lower title")
    return lambda: fill_in(club.dana, form, reason="bad years")


async def reporters_page(club: SimulatedClub) -> Any:
    await update(club)
    return await club.td.slash(club.channel, "td player", player="Dana")


async def _report_for(club: SimulatedClub) -> Act:
    form = await club.td.click((await reporters_page(club)).response, label="Report an event")
    return lambda: fill_in(club.td, form, opponents="W1500 L1600", date="2026-10-01", event="Other")


async def club_panel(club: SimulatedClub) -> Any:
    await update(club)
    return SimpleNamespace(response=as_answered(club, await post_panel(club)), followups=[])


async def _report_by_form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await club_panel(club)).response, label="Report an event")
    return lambda: fill_in(club.dana, form, opponents="W1700 L1800", event="Other")


async def _match_by_form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await club_panel(club)).response, label="Report a match")
    return lambda: fill_in(club.dana, form, opponent="Eli", result="2-1", list="elo")


async def _challenge_by_form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await club_panel(club)).response, label="Challenge")
    return lambda: fill_in(club.dana, form, player=club.eli, list="elo")


async def _details(club: SimulatedClub) -> Act:
    form = await club.dana.click((await update(club)).response, label="Add details")
    return lambda: fill_in(club.dana, form, time_control="90+30")


async def _undo_last_of(club: SimulatedClub) -> Act:
    page = await reporters_page(club)
    return lambda: club.td.click(page.response, label="Undo last report")


async def _grant(club: SimulatedClub) -> Act:
    return press(club.td, await asked_to_lower(club), "Lower the title (TD)")


async def alerted(club: SimulatedClub) -> Any:
    """Let Dana make a norm of 2000 at a rating of 1730 or so; return the answer, below which directors are told."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=200, date="2026-01-01")
    four = {"opponents": "2060 2060 2060 2060", "score": "2"}
    return await report_for(club.td, club.channel, club.dana, **four)


async def _floor(club: SimulatedClub) -> Act:
    (alert,) = (await alerted(club)).followups
    return lambda: club.td.click(alert, label="Floor 1800 for Dana (TD)")


async def _void(club: SimulatedClub) -> Act:
    await update(club)
    return td(club, "td void", event="1", reason="typed twice")


async def corrected(club: SimulatedClub) -> Any:
    """Show a director what a correction would move."""
    await update(club)
    return await club.td.slash(club.channel, "td correct", event="1", reason="board 1", change="round 1: draw")


async def _correct_event(club: SimulatedClub) -> Act:
    return press(club.td, await corrected(club), "Correct event")


async def _undo_correction(club: SimulatedClub) -> Act:
    preview = await corrected(club)
    await club.td.click(preview.response, label="Correct event")
    return press(club.td, preview, "Undo")


async def voided_section(club: SimulatedClub) -> Any:
    """Show a director what voiding an imported event would move."""
    await imported(club)
    (offered,) = await club.dana.autocomplete(club.channel, "events", "event", "")
    return await club.td.slash(club.channel, "td void", event=offered["value"], reason="typed twice")


async def _void_event(club: SimulatedClub) -> Act:
    return press(club.td, await voided_section(club), "Void event")


async def _undo_void(club: SimulatedClub) -> Act:
    return press(club.td, await (await _void(club))(), "Undo")


async def _new(club: SimulatedClub) -> Act:
    return td(club, "td evening", name="Friday")


async def evening(club: SimulatedClub) -> Any:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30)
    card = await club.td.slash(club.channel, "td evening", name="Friday")
    for member in (club.dana, club.eli):
        await member.click(card.response, label="Join")
    return card


async def played(club: SimulatedClub) -> tuple[Any, Any]:
    card = await evening(club)
    return card, await report_results(club, club.dana, results="1: Dana 1-0 Eli")


async def asked_to_close(club: SimulatedClub) -> Any:
    await played(club)
    return await close_evening(club)


async def played_and_reported(club: SimulatedClub) -> Any:
    """Return the question of an evening whose game Dana has reported too."""
    _, result = await played(club)
    await club.eli.click(result.response, label="Confirm")
    await club.dana.slash(club.channel, "rating update", opponents=f"W<@{club.eli.id}>")
    return await close_evening(club)


async def played_again(club: SimulatedClub) -> Any:
    _, result = await played(club)
    await club.eli.click(result.response, label="Confirm")
    return await report_results(club, club.dana, results="Dana 1-0 Eli")


async def _close_instead(club: SimulatedClub) -> Act:
    return press(club.td, await played_and_reported(club), "Replace")


async def _close_beside(club: SimulatedClub) -> Act:
    return press(club.td, await played_and_reported(club), "Close as a separate event")


async def _store_again(club: SimulatedClub) -> Act:
    return press(club.dana, await played_again(club), "Store it anyway")


async def _close(club: SimulatedClub) -> Act:
    return press(club.td, await asked_to_close(club), "Count as reported")


async def _undo_settings(club: SimulatedClub) -> Act:
    return press(club.td, await set_settings(club, confirm_hours=5), "Undo")


async def _new_address(club: SimulatedClub) -> Act:
    return press(club.td, await set_settings(club, site="link", site_name="Test Club"), "New web address")


async def director_by_role(club: SimulatedClub) -> Any:
    await set_settings(club, td_role=club.td_role)
    member = club.add("Arb", club.td_role)
    await show_td(club, member)
    return member


async def asked_to_give_up(club: SimulatedClub) -> tuple[Any, Any]:
    """Return a director who changes the directors' role."""
    member = await director_by_role(club)
    page = await member.slash(club.channel, "td settings")
    form = await member.select(page.response, ["directors"], custom_id="settings-change")
    return member, await member.submit_modal(form, {})


async def _give_up(club: SimulatedClub) -> Act:
    member, asked = await asked_to_give_up(club)
    return lambda: member.click(asked.followups[0], label="Change the role")


async def _setting(club: SimulatedClub) -> Act:
    page = await club.td.slash(club.channel, "td settings")
    form = await club.td.select(page.response, ["zone"], custom_id="settings-change")
    return lambda: club.td.submit_modal(form, {"time_zone": "Asia/Tokyo"})


async def _live_board(club: SimulatedClub) -> Act:
    page = await club.td.slash(club.channel, "td settings")
    form = await club.td.select(page.response, ["boards"], custom_id="settings-change")
    board = {"channel": [club.channel], "list": "elo", "order": "rating", "top": "10"}
    return lambda: club.td.submit_modal(form, board)


async def looked_at_roles(club: SimulatedClub) -> Any:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    return await plan_roles(club, list="uschess-regular", by="class", create=True)


async def _roles(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_roles(club), "Turn on")


async def _zone_written(club: SimulatedClub) -> Act:
    card = await set_up(club)
    for _ in range(3):
        card = await club.td.click(card.response, label="Skip")
    form = await club.td.click(card.response, label="Other city")
    return lambda: fill_in(club.td, form, time_zone="Asia/Tokyo")


async def _first_evening(club: SimulatedClub) -> Act:
    card = await set_up(club)
    for label in ("Skip", "Skip", "Skip", "Skip", "Done"):
        card = await club.td.click(card.response, label=label)
    form = await club.td.click(card.response, label="Start an evening")
    return lambda: fill_in(club.td, form, name="Friday")


async def set_up(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td setup")


async def _choose(club: SimulatedClub) -> Act:
    card = await set_up(club)
    return lambda: club.td.select(card.response, ["fide-rapid"], custom_id="setup-choose:default_list")


async def _played(club: SimulatedClub) -> Act:
    return press(club.td, await set_up(club), "Chess: FIDE")


async def _own_game(club: SimulatedClub) -> Act:
    form = await club.td.click((await set_up(club)).response, label="Any other game")
    return lambda: fill_in(club.td, form, name="Table tennis")


async def of_fide(club: SimulatedClub) -> Any:
    return await (await _played(club))()


async def scrabble_file(club: SimulatedClub) -> Any:
    """Return the question what a new club plays, below its first file."""
    looked = await club.td.slash(club.channel, "td import", file=("a.t", SEED.encode()))
    return SimpleNamespace(response=looked.followups[-1])


async def _asked_what(club: SimulatedClub) -> Act:
    return press(club.td, await scrabble_file(club), "Set up for Scrabble")


async def game_set(club: SimulatedClub) -> Any:
    return await (await _asked_what(club))()


async def _undo_asked(club: SimulatedClub) -> Act:
    return press(club.td, await game_set(club), "Undo")


async def _skip(club: SimulatedClub) -> Act:
    return press(club.td, await set_up(club), "Skip")


async def _undo_step(club: SimulatedClub) -> Act:
    return press(club.td, await (await _choose(club))(), "Undo: What you play")


async def _fide(club: SimulatedClub) -> None:
    options = {"list": "fide-standard", "rating": 1500.0, "games": 50, "event": "Club Open"}
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500 W1500 W1500", **options)


async def _publish(club: SimulatedClub) -> Act:
    await _fide(club)
    return td(club, "td publish", what="fide-standard")


async def _undo_list(club: SimulatedClub) -> Act:
    await _fide(club)
    return press(club.td, await club.td.slash(club.channel, "td publish", what="fide-standard"), "Undo")


async def _norm(club: SimulatedClub) -> Act:
    await _fide(club)
    card = await fide_norm(club.td, club.channel, event="1", player=club.dana, host="GER")
    return press(club.td, card, "Store details (TD)")


async def pool_page(club: SimulatedClub) -> Any:
    return await set_pool(club, keeper="Keeper")


async def changed_pool(club: SimulatedClub) -> Any:
    return await set_pool(club, keeper="Keeper", a_max=1.5)


async def _pool(club: SimulatedClub) -> Act:
    page = await club.td.slash(club.channel, "td settings", page="oracle")
    form = await club.td.click(page.response, label="Name Keeper")
    return lambda: fill_in(club.td, form, keeper="Keeper")


async def own_lists(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td settings", page="own-lists")


async def _found_list(club: SimulatedClub) -> Act:
    form = await club.td.click((await own_lists(club)).response, label="New list")
    return lambda: fill_in(club.td, form, name="Table tennis", start="1000", k="24")


async def own_list(club: SimulatedClub) -> Any:
    founded = await (await _found_list(club))()
    return await club.td.select(founded.response, ["elo:Table tennis"], custom_id="own-list")


async def _change_list(club: SimulatedClub) -> Act:
    form = await club.td.click((await own_list(club)).response, label="Change")
    return lambda: fill_in(club.td, form, k="40")


async def _delete_list(club: SimulatedClub) -> Act:
    return press(club.td, await own_list(club), "Delete")


async def closed_list(club: SimulatedClub) -> Any:
    await own_list(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1200.0, games=3, list="elo:Table tennis")
    chosen = await club.td.select((await own_lists(club)).response, ["elo:Table tennis"], custom_id="own-list")
    return await club.td.click(chosen.response, label="Close")


async def _reopen_list(club: SimulatedClub) -> Act:
    return press(club.td, await closed_list(club), "Reopen")


async def _usual_pool(club: SimulatedClub) -> Act:
    return press(club.td, await changed_pool(club), "Reset figures")


async def _undo_rating(club: SimulatedClub) -> Act:
    return press(club.td, await (await _set(club))(), "Undo")


async def match(club: SimulatedClub) -> Any:
    await pool_page(club)
    return await oracle_match(club.dana, club.channel, f"<@{club.eli.id}>", wins=12, losses=8)


async def report(club: SimulatedClub) -> Any:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, date="2026-01-01")
    return await club.dana.slash(
        club.channel, "rating update", opponents=f"W<@{club.eli.id}>", rating=1400.0, games=60, event="Friday"
    )


ALL_FIVE = "Undo all 5 of one member"


async def waiting(club: SimulatedClub) -> Any:
    await report(club)
    return await club.td.slash(club.channel, "td queue")


async def first_report(club: SimulatedClub) -> Any:
    return await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600")


async def _never_rated(club: SimulatedClub) -> Act:
    return press(club.dana, await first_report(club), "I was never rated")


async def _rating_before(club: SimulatedClub) -> Act:
    form = await club.dana.click((await first_report(club)).response, label="Enter my rating")
    return lambda: fill_in(club.dana, form, rating="1400/60")


async def confirmed_twice(club: SimulatedClub) -> Any:
    await report(club)
    return await club.dana.slash(club.channel, "rating update", opponents=f"W<@{club.eli.id}>", event="Friday")


async def estimate(club: SimulatedClub) -> Any:
    return await club.dana.slash(club.channel, "rating estimate", opponents="W1500", rating=1500.0, games=60)


async def _store_estimate(club: SimulatedClub) -> Act:
    return press(club.dana, await estimate(club), "Store it")


async def _confirm_report(club: SimulatedClub) -> Act:
    return press(club.eli, await report(club), "Confirm")


async def _version(club: SimulatedClub) -> Act:
    form = await club.eli.click((await report(club)).response, label="Dispute")
    return lambda: club.eli.submit_modal(form, {"version": "It was a draw."})


async def _queue(club: SimulatedClub) -> Act:
    return press(club.td, await waiting(club), "1 Confirm")


async def long_queue(club: SimulatedClub) -> Any:
    for day in range(1, 6):
        options = {"rating": 1500.0, "games": 60} if day == 1 else {}
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date=date, **options)
    return await club.td.slash(club.channel, "td queue")


async def _reject_all(club: SimulatedClub) -> Act:
    return press(club.td, await long_queue(club), ALL_FIVE)


async def _confirmed_twice(club: SimulatedClub) -> Act:
    return press(club.dana, await confirmed_twice(club), "Store it anyway")


async def _match(club: SimulatedClub) -> Act:
    await pool_page(club)
    return lambda: oracle_match(club.dana, club.channel, f"<@{club.eli.id}>", wins=12, losses=8)


async def _new_player(club: SimulatedClub) -> Act:
    form = await club.dana.slash(club.channel, "match", opponent="Fritz", wins="2", losses=5, list="oracle")
    return lambda: club.dana.submit_modal(form, {"name": "Fritz", "kind": "ai_hybrid"})


async def _new_players(club: SimulatedClub) -> Act:
    form = await club.td.slash(club.channel, "match", opponent="Fritz, Rybka", wins="2", losses=5, list="oracle")
    values = {"name": "Fritz", "kind": "ai_hybrid", "other-name": "Rybka", "other-kind": "ai_hybrid"}
    return lambda: club.td.submit_modal(form, values)


async def _match_details(club: SimulatedClub) -> Act:
    form = await club.dana.click((await match(club)).response, label="Add details")
    return lambda: club.dana.submit_modal(form, {"date": "2026-11-20"})


async def _challenge_terms(club: SimulatedClub) -> Act:
    form = await club.dana.click((await challenged(club)).response, label="Change terms")
    return lambda: club.dana.submit_modal(form, {"begins": "black"})


async def match_told_twice(club: SimulatedClub) -> Any:
    """Let Eli report a match, and Dana the same one."""
    await oracle_match(club.eli, club.channel, f"<@{club.dana.id}>", wins=8, losses=12)
    return await oracle_match(club.dana, club.channel, f"<@{club.eli.id}>", wins=12, losses=8)


def old(name: str, made: Callable[[SimulatedClub], Awaitable[Any]]) -> Callable[[SimulatedClub], Awaitable[Any]]:
    """Return a message of an earlier version, whose button has another name."""

    async def answer(club: SimulatedClub) -> Any:
        found = await made(club)
        today = f"match-{name.partition('-')[2]}:"
        for row in found.response.components:
            for part in row["components"]:
                part["custom_id"] = part["custom_id"].replace(today, f"{name}:")
        return found

    return answer


def _old_press(name: str, made: Callable[[SimulatedClub], Awaitable[Any]]) -> Scene:
    async def pressed(club: SimulatedClub) -> Act:
        return press(club.eli, await old(name, made)(club), "Confirm" if name.endswith("confirm") else "Dispute")

    return pressed


async def _confirm_match(club: SimulatedClub) -> Act:
    return press(club.eli, await match(club), "Confirm")


async def _object_to_match(club: SimulatedClub) -> Act:
    return press(club.eli, await match(club), "Dispute")


async def events_and_evening(club: SimulatedClub) -> Any:
    await evening(club)
    return await club.dana.slash(club.channel, "events")


async def events_of_td(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "events")


async def doubles(club: SimulatedClub) -> Any:
    """Report doubles as Dana, against Eli's side."""
    written = f"<@{club.dana.id}> + <@{club.add('Fay').id}>, <@{club.eli.id}> + <@{club.add('Gus').id}>"
    return await club.dana.slash(club.channel, "match", opponent=written, wins="1", losses=0, list="elo")


async def looked_at_calibration(club: SimulatedClub) -> Any:
    await pool_page(club)
    for member, wins in ((club.dana, 15), (club.eli, 8)):
        await oracle_match(club.td, club.channel, f"<@{member.id}>, Keeper", wins=wins, losses=20 - wins)
    return await club.td.slash(club.channel, "td publish", what="oracle")


async def _calibrate(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_calibration(club), "Store it")


async def _undo_calibration(club: SimulatedClub) -> Act:
    looked = await looked_at_calibration(club)
    return press(club.td, await club.td.click(looked.response, label="Store it"), "Undo")


async def looked_at_pool(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td import", file=("pool.csv", POOL))


async def _roster(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_pool(club), "Store it")


async def _undo_roster(club: SimulatedClub) -> Act:
    return press(club.td, await (await _roster(club))(), "Undo")


async def looked_at_people(club: SimulatedClub) -> Any:
    table = b"name,id,rating,games\nAda Blank,10000001,1500,30\n"
    return await club.td.slash(club.channel, "td import", file=("roster.csv", table))


async def undecided(club: SimulatedClub) -> Any:
    """Return the question what a table is that has players and empty columns of rounds."""
    return await club.td.slash(club.channel, "td import", file=("r.csv", b"number,name,rating,1\n1,Ada,1500,\n"))


async def _people(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_people(club), "Store it")


async def _undo_people(club: SimulatedClub) -> Act:
    return press(club.td, await (await _people(club))(), "Undo")


async def player_page(club: SimulatedClub) -> Any:
    await imported(club)
    return await club.td.slash(club.channel, "td player", player="Ada Blank")


async def newcomers_page(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td player", player=club.dana)


async def _add(club: SimulatedClub) -> Act:
    return press(club.td, await newcomers_page(club), "Add to club")


async def merged_page(club: SimulatedClub) -> Any:
    """Return the directors' page of Ada Blank, into whom somebody has been merged."""
    await (await _merge_page(club))()
    return await club.td.slash(club.channel, "td player", player="Ada Blank")


async def linked_page(club: SimulatedClub) -> Any:
    await update(club)
    return await club.td.slash(club.channel, "td player", player="Dana")


async def hidden_page(club: SimulatedClub) -> Any:
    await imported(club)
    await hide_player(club.td, club.channel, "Ada Blank")
    return await club.td.slash(club.channel, "td player", player="Ada Blank")


def _on_page(label: str, page: Callable[[SimulatedClub], Awaitable[Any]] = player_page, **values: Any) -> Scene:

    async def scene(club: SimulatedClub) -> Act:
        form = await club.td.click((await page(club)).response, label=label)
        return lambda: fill_in(club.td, form, **values)

    return scene


async def _link_page(club: SimulatedClub) -> Act:
    form = await club.td.click((await player_page(club)).response, label="Link to a member")
    return lambda: fill_in(club.td, form, member=[club.dana])


async def merged(club: SimulatedClub) -> Any:
    return await (await _merge_page(club))()


async def _merge_page(club: SimulatedClub) -> Act:
    await imported(club, TWINS)
    return await _on_page("Merge a duplicate", duplicate="Ada Blnk", reason="one person")(club)


async def _delete_page(club: SimulatedClub) -> Act:
    await (await _edit(club))()
    page = await club.td.slash(club.channel, "td player", player="Dana")
    form = await club.td.click(page.response, label="Delete player")
    return lambda: fill_in(club.td, form, reason="a typo")


async def _split_page(club: SimulatedClub) -> Act:
    return press(club.td, await merged_page(club), "Split")


async def _edit(club: SimulatedClub) -> Act:
    page = await club.dana.slash(club.channel, "me")
    form = await club.dana.click(page.response, label="Edit profile")
    return lambda: fill_in(club.dana, form, federation="USA")


async def my_page(club: SimulatedClub) -> Any:
    """Return Dana's own page, with a report that she may undo."""
    await update(club)
    return await club.dana.slash(club.channel, "me")


async def _undo_own(club: SimulatedClub) -> Act:
    page = await my_page(club)
    return lambda: club.dana.select(page.response, ["1"], custom_id="me-undo")


async def looked_at_file(club: SimulatedClub, data: bytes = TABLE) -> Any:
    return await club.td.slash(club.channel, "td import", file=("e.csv", data), name="Club Open")


async def imported(club: SimulatedClub, data: bytes = TABLE) -> Any:
    """Store a file, in which whoever is not known is new."""
    looked = await looked_at_file(club, data)
    if part_of(looked.response, "settle:") is not None:
        await rest_are_new(club.td, looked)
    return await club.td.click(looked.response, label="Store it")


async def _undo_merge(club: SimulatedClub) -> Act:
    return press(club.td, await merged(club), "Undo")


KEEP_FILE = "Keep Club Open (2 players)"
DANAS = b"number,name,rating,games,1,2\n1,Dana,1500,60,W2,W2\n2,Bo Cart,1400,50,L1,L1\n"


async def claimed(club: SimulatedClub) -> Any:
    await imported(club)
    return await claim_player(club.dana, club.channel, player="Ada Blank")


async def asked(club: SimulatedClub) -> Any:
    """Ask a member whether she is somebody of a stored file."""
    await imported(club, DANAS)
    return await club.dana.slash(club.channel, "norms")


async def told_twice(club: SimulatedClub) -> Any:
    """Merge two players who have an event each on the same day."""
    await update(club)
    await imported(club)
    both = {"player": f"<@{club.dana.id}>", "duplicate": "Ada Blank"}
    return await merge_players(club.td, club.channel, **both, reason="one person")


async def _claim(club: SimulatedClub) -> Act:
    await imported(club)
    form = await club.dana.click((await club.dana.slash(club.channel, "me")).response, label="Claim a player")
    return lambda: fill_in(club.dana, form, player="Ada Blank")


async def _on_roster(club: SimulatedClub) -> Act:
    await imported(club)
    form = await club.dana.click((await update(club)).response, label="I am on the roster")
    return lambda: fill_in(club.dana, form, player="Ada Blank")


async def _choose_me(club: SimulatedClub) -> Act:
    shown = await club.dana.click((await imported(club)).response, label="That's me")
    (menu,) = [part for row in shown.response.components for part in row["components"]]
    return lambda: club.dana.select(shown.response, [menu["options"][0]["value"]])


async def _claims(club: SimulatedClub) -> Act:
    await claimed(club)
    shown = await club.td.slash(club.channel, "td queue")
    (menu,) = [part for row in shown.response.components for part in row["components"]]
    return lambda: club.td.select(shown.response, [menu["options"][0]["value"]])


async def _say_who(club: SimulatedClub) -> Act:
    return press(club.dana, await asked(club), "That's me")


async def _say_not(club: SimulatedClub) -> Act:
    return press(club.dana, await asked(club), "No, somebody else")


async def _confirm_claim(club: SimulatedClub) -> Act:
    return press(club.td, await claimed(club), "Confirm (TD)")


async def _refuse_claim(club: SimulatedClub) -> Act:
    return press(club.td, await claimed(club), "Dispute")


async def _undo_claim(club: SimulatedClub) -> Act:
    return press(club.td, await (await _confirm_claim(club))(), "Undo")


async def _take_out(club: SimulatedClub) -> Act:
    return press(club.td, await told_twice(club), KEEP_FILE)


async def looked_at_games(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "td import", file=("games.csv", HISTORY.encode()), name="club games")


async def _load(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_games(club), "Store it")


async def _qursh_settings(club: SimulatedClub) -> Act:
    page = await set_qursh(club)
    form = await club.td.click(page.response, label="Change settings")
    return lambda: fill_in(club.td, form, bins="400 500", own_games="naspa")


async def games_loaded(club: SimulatedClub) -> Any:
    """Return the page of QURSH's settings once a history is loaded."""
    await (await _load(club))()
    return await set_qursh(club)


async def asked_to_reset(club: SimulatedClub) -> Any:
    return await club.td.click((await games_loaded(club)).response, label="Built-in table")


async def _reset(club: SimulatedClub) -> Act:
    return press(club.td, await asked_to_reset(club), "Use the built-in table")


async def _undo(club: SimulatedClub) -> Act:
    return press(club.dana, await update(club), "Undo")


async def _undo_file(club: SimulatedClub) -> Act:
    sections = b"division,round,player1,player2,result\nOpen,1,Ann,Bo,1-0\nExtra,1,Eve,Flo,1-0\n"
    return press(club.td, await imported(club, sections), "Undo all")


async def _import(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_file(club), "Store it")


async def _again(club: SimulatedClub, label: str) -> Act:
    await imported(club)
    return press(club.td, await looked_at_file(club, TABLE.replace(b"W2", b"D2").replace(b"L1", b"D1")), label)


async def _replace(club: SimulatedClub) -> Act:
    return await _again(club, "Replace")


async def _beside(club: SimulatedClub) -> Act:
    return await _again(club, "Store as a separate event")


async def _leave_out(club: SimulatedClub) -> Act:
    """A file of two games, of which one is a match that Dana and Eli confirmed."""
    card = await club.dana.slash(club.channel, "match", opponent=club.eli, wins="1", list="elo")
    await club.eli.click(card.response, label="Confirm")
    log = "date,white,black,result\n2026-11-21,Dana,Eli,1-0\n2026-11-21,Eli,Dana,1-0\n"
    looked = await club.td.slash(club.channel, "td import", file=("log.csv", log.encode()), list="elo")
    return press(club.td, await by_names(club.td, looked), "Leave out 1 game")


async def _join(club: SimulatedClub) -> Act:
    return press(club.dana, await club.td.slash(club.channel, "td evening", name="Friday"), "Join")


async def _leave(club: SimulatedClub) -> Act:
    return press(club.dana, await evening(club), "Leave")


async def _close_button(club: SimulatedClub) -> Act:
    card, report = await played(club)
    await club.eli.click(report.response, label="Confirm")
    return press(club.td, card, "Close (TD)")


async def _cancel(club: SimulatedClub) -> Act:
    return press(club.td, await open_evening(club), "Cancel (TD)")  # nobody has joined: it is not asked about


async def _really_cancel(club: SimulatedClub) -> Act:
    card, _ = await played(club)
    return press(club.td, await club.td.click(card.response, label="Cancel (TD)"), "Yes, cancel it")


async def _confirm_results(club: SimulatedClub) -> Act:
    _, report = await played(club)
    return press(club.eli, report, "Confirm")


async def _form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await evening(club)).response, label="Report a result")
    return lambda: club.dana.submit_modal(form, {"results": "1: Dana 1-0 Eli"})


async def paired(club: SimulatedClub, **more: Any) -> Any:
    """Open an evening that is paired, which Dana and Eli have joined; return its card."""
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30)
    options = {"name": "Friday", "method": "swiss", "rounds": 1, **more}
    options = {name: value for name, value in options.items() if value is not None}
    card = await open_evening(club, **options)
    for member in (club.dana, club.eli):
        await member.click(card.response, label="Join")
    return card


async def checking(club: SimulatedClub) -> Any:
    """Return the card of a paired evening whose players check in."""
    await set_settings(club, check_in=True)
    return await paired(club)


async def timed(club: SimulatedClub) -> Any:
    """Return the message with the boards of a round that has a clock."""
    await set_settings(club, forfeit_minutes=30)
    return await boards(club)


async def left_the_server(club: SimulatedClub) -> Any:
    """Return the panel of an evening whose player Eli left the server."""
    card = await paired(club)
    club.guild.remove_member(club.eli)
    return await club.td.click(card.response, label="Directors (TD)")


async def unchecked(club: SimulatedClub) -> Any:
    return await club.td.click((await checking(club)).response, label="Directors (TD)")


async def _check_players_in(club: SimulatedClub) -> Act:
    shown = await unchecked(club)
    menu = part_of(shown.response, "evening-checked")
    return lambda: club.td.select(shown.response, ["1"], custom_id=menu)


async def forfeited(club: SimulatedClub) -> Any:
    """Return the message about forfeits that a round's clock gave."""
    await timed(club)
    ((key,),) = await rows(club.services.database, select(evening_table.c.id))
    before = club.services.now() - timedelta(hours=1)

    def begin_earlier(connection: Connection) -> None:
        evening_rounds.change_round(connection, key, 1, published_at=before)
        evening_rounds.add_announcement(connection, key, 1, REMINDED, before)

    await club.services.database.write(begin_earlier, club=club.guild.id)
    await run_clock(club.services, club.guild.id, key, 1)
    return await _posted(club)


async def panel(club: SimulatedClub, *labels: str) -> Any:
    """Return the directors' panel of a paired evening after some presses."""
    shown = await club.td.click((await paired(club)).response, label="Directors (TD)")
    for label in labels:
        await club.td.click(shown.response, label=label)
    return shown


async def drafted(club: SimulatedClub) -> Any:
    return await panel(club, "Pair round 1")


async def published(club: SimulatedClub) -> Any:
    return await panel(club, "Pair round 1", "Publish")


async def late(club: SimulatedClub) -> Any:
    """Return the panel while a latecomer could play the bye."""
    card = await paired(club)
    await club.td.click(card.response, label="Join")
    shown = await club.td.click(card.response, label="Directors (TD)")
    for label in ("Pair round 1", "Publish"):
        await club.td.click(shown.response, label=label)
    await club.add("Ida").click(card.response, label="Join")
    return await club.td.click(card.response, label="Directors (TD)")


async def tied(club: SimulatedClub) -> Any:
    await ended(club)
    card, _, _ = await card_of_evening(club)
    return await club.td.click(card, label="Standings")


async def methods(club: SimulatedClub) -> Any:
    return await club.td.click((await panel(club)).response, label="Method")


async def _choose_method(club: SimulatedClub) -> Act:
    shown = await methods(club)
    menu = part_of(shown.response, "evening-methods")
    return lambda: club.td.select(shown.response, ["round-robin"], custom_id=menu)


async def sent(club: SimulatedClub) -> None:
    with club.env._bot_scope():
        await club.env.bot.outbox.send_due()


async def boards(club: SimulatedClub) -> Any:
    await published(club)
    return await _posted(club)


async def _posted(club: SimulatedClub) -> Any:
    await sent(club)
    (thread,) = club.channel.threads
    found = [message for message in thread.history() if message.components]
    return SimpleNamespace(response=as_answered(club, max(found, key=lambda message: message.id)), followups=[])


def as_answered(club: SimulatedClub, message: Any) -> Any:
    """Return a message that the bot posted by itself."""
    from simcord.results import ResponseMessage

    return ResponseMessage(club.env, club.env.backend.get_message(message.channel.id, message.id))


async def questioned(club: SimulatedClub) -> Any:
    """Return the question to Eli whether Dana has won."""
    await club.dana.click((await boards(club)).response, label="I won")
    return await _posted(club)


async def told(club: SimulatedClub) -> Any:
    """Return what Dana is told of her own report."""
    return await club.dana.click((await boards(club)).response, label="I won")


async def disputed(club: SimulatedClub) -> Any:
    """Return the question to directors who has won."""
    await club.eli.click((await questioned(club)).response, label="Dispute")
    return await _posted(club)


async def over(club: SimulatedClub) -> Any:
    """Return the panel with a board that nobody has reported."""
    return await panel(club, "Pair round 1", "Publish", "Close round")


async def reported(club: SimulatedClub) -> Any:
    """Return the panel of a round whose results are in."""
    shown = await published(club)
    await report_results(club, club.td, results="Dana beat Eli")
    return shown


async def free(club: SimulatedClub) -> Any:
    """Open an evening of free pairing."""
    return await club.td.slash(club.channel, "td evening", name="Friday", method="free")


async def waits(club: SimulatedClub) -> Any:
    """Return the card of an evening at which Eli plays too, and Dana waits for a game."""
    card = await free(club)
    for label in ("Pair me now", "Not now"):
        await club.eli.click(card.response, label=label)
    await club.dana.click(card.response, label="Pair me now")
    return card


async def queued(club: SimulatedClub) -> Any:
    """Return the panel of an evening at which Dana and Eli wait."""
    card = await waits(club)
    await club.eli.click(card.response, label="Pair me now")
    return await club.td.click(card.response, label="Directors (TD)")


async def drawn(club: SimulatedClub) -> Any:
    """Return the panel of a knockout whose final was drawn."""
    card = await paired(club, method="knockout", rounds=None)
    shown = await club.td.click(card.response, label="Directors (TD)")
    for label in ("Pair round 1", "Publish"):
        await club.td.click(shown.response, label=label)
    await report_results(club, club.td, results="Dana Eli ½")
    return await club.td.click(card.response, label="Directors (TD)")


async def ended(club: SimulatedClub) -> Any:
    return await panel(club, "Pair round 1", "Publish", "Close round", "Yes, close the round")


async def called_off(club: SimulatedClub) -> Any:
    """Return the card of a paired evening that was cancelled."""
    card = await paired(club)
    shown = await club.td.click(card.response, label="Directors (TD)")
    asked = await club.td.click(shown.response, label="Cancel (TD)")
    await club.td.click(asked.response, label="Yes, cancel it")
    return card


async def repeated(club: SimulatedClub) -> Any:
    """Return the card of a paired evening that repeats every week."""
    card = await paired(club, starts="2026-11-26 19:00")
    shown = await club.td.click(card.response, label="Directors (TD)")
    form = await club.td.click(shown.response, label="Name, time, place")
    await fill_in(club.td, form, every="1")
    await sent(club)
    return card


async def repeats(club: SimulatedClub) -> Any:
    return await club.td.click((await repeated(club)).response, label="Repeats (TD)")


async def odd(club: SimulatedClub) -> Any:
    form = await my_points(club)
    return await club.dana.submit_modal(form, {"mine": "612", "theirs": "120"})


async def my_points(club: SimulatedClub) -> Any:
    card = await paired(club, list="elo", method="scrabble-swiss")
    shown = await club.td.click(card.response, label="Directors (TD)")
    for label in ("Pair round 1", "Publish"):
        await club.td.click(shown.response, label=label)
    return await club.dana.click((await _posted(club)).response, label="My game")


def _pressed(make: Callable[[SimulatedClub], Any], label: str, who: str = "td") -> Scene:

    async def scene(club: SimulatedClub) -> Act:
        return press(getattr(club, who), await make(club), label)

    return scene


def _filled(make: Callable[[SimulatedClub], Any], label: str, values: dict[str, str], who: str = "td") -> Scene:

    async def scene(club: SimulatedClub) -> Act:
        form = await getattr(club, who).click((await make(club)).response, label=label)
        return lambda: getattr(club, who).submit_modal(form, values)

    return scene


async def _game_form(club: SimulatedClub) -> Act:
    form = await my_points(club)
    return lambda: club.dana.submit_modal(form, {"mine": "412", "theirs": "387"})


async def _add_members(club: SimulatedClub) -> Act:
    shown = await panel(club)
    (menu,) = [
        part["custom_id"]
        for row in shown.response.components
        for part in row["components"]
        if part["custom_id"].startswith("evening-add:")
    ]
    return lambda: club.td.select(shown.response, values=[club.td], custom_id=menu)


async def _add(club: SimulatedClub) -> Act:
    await paired(club)
    form = await panel_button(club, "evening-add-player")
    return lambda: fill_in(club.td, form, player="Zoe new")


async def _tie_breaks(club: SimulatedClub) -> Act:
    await paired(club)
    form = await panel_button(club, "evening-order")
    return lambda: fill_in(club.td, form, order="SB")


async def tie_breaks(club: SimulatedClub) -> Any:
    return await (await _tie_breaks(club))()


async def prizes(club: SimulatedClub) -> Any:
    return await club.td.click((await paired(club)).response, label="Prizes")


async def printed(club: SimulatedClub) -> Any:
    return await club.dana.click((await paired(club)).response, label="Standings")


async def divided(club: SimulatedClub) -> Any:
    """Return the directors' panel of an event of four in two sections."""
    card = await paired(club, sections="1400")
    for name in ("Fay", "Gus"):
        await club.add(name).click(card.response, label="Join")
    shown = await club.td.click(card.response, label="Directors (TD)")
    await club.td.click(shown.response, label="Make sections")
    return shown


async def _make_sections(club: SimulatedClub) -> Act:
    shown = await divided(club)
    await club.td.click(shown.response, label="Undo sections")
    return press(club.td, shown, "Make sections")


async def _undo_deed(club: SimulatedClub) -> Act:
    shown = await divided(club)
    form = await club.td.click(shown.response, label="Move a player")
    await club.td.submit_modal(form, {"who": "Dana", "section": "1400"})
    return press(club.td, shown, "Undo")


async def _pair_without(club: SimulatedClub) -> Act:
    shown = await panel(club)
    form = await club.td.click(shown.response, label="More")
    await club.td.submit_modal(form, {"forbidden": "Dana / Eli", "acceleration": "no"})
    await club.td.click(shown.response, label="Pair round 1")
    return press(club.td, shown, "Pair without them once")


PAIRED_SCENES: dict[str, Any] = {
    "evening-teams-form": _filled(panel, "Teams", {"boards": "1", "teams": "Rooks: Dana\nKnights: Eli"}),
    "evening-more-form": _filled(panel, "More", {"forbidden": "Dana / Eli", "acceleration": "no"}),
    "evening-pair-without": _pair_without,
    "evening-make-sections": _make_sections,
    "evening-move-form": _filled(divided, "Move a player", {"who": "Dana", "section": "1400"}),
    "evening-one-again": _pressed(divided, "Undo sections"),
    "evening-plan-form": _filled(panel, "Plan (TD)", {"date": "2026-11-20", "sections": "1400"}),
    "evening-undo": _undo_deed,
    "evening-player-form": _add,
    "evening-order-form": _tie_breaks,
    "undo-announced": _pressed(tie_breaks, "Undo"),
    "evening-add": _add_members,
    "evening-back": _pressed(told, "Undo", "dana"),
    "evening-bye-form": _filled(paired, "Bye", {"round": "1", "kind": "Z"}, "dana"),
    "evening-colours-form": _filled(drafted, "Colours", {"who": "Dana"}),
    "evening-decide": _pressed(disputed, "Draw"),
    "evening-drew": _pressed(boards, "Draw", "dana"),
    "evening-drop": _pressed(drafted, "Discard draft"),
    "evening-end-anyway": _pressed(over, "Yes, close the round"),
    "evening-end-round": _pressed(reported, "Close round"),
    "evening-entrant-form": _filled(published, "Byes, withdrawals", {"who": "Dana", "what": "withdraw"}),
    "evening-game": _game_form,
    "evening-add-board-form": _filled(late, "Add a board", {"boards": "Tess - Ida"}),
    "evening-play-bye": _pressed(late, "Play the bye: Tess – Ida"),
    "evening-methods": _choose_method,
    "evening-rounds-form": _filled(methods, "Rounds", {"rounds": "1"}),
    "evening-tied-form": _filled(tied, "Play-off (TD)", {"order": "Eli\nDana", "by": "lot"}),
    "evening-hand-form": _filled(drafted, "By hand", {"boards": "Dana - Eli"}),
    "evening-lost": _pressed(boards, "I lost", "dana"),
    "evening-not-now": _pressed(waits, "Not now", "dana"),
    "evening-pair-me": _pressed(free, "Pair me now", "eli"),
    "evening-pair-waiting": _pressed(queued, "Pair waiting players"),
    "evening-no-shows-form": _filled(panel, "No-shows", {"check_in": "on", "minutes": "30"}),
    "evening-check-in": _pressed(checking, "Check in", "dana"),
    "evening-checked": _check_players_in,
    "evening-gone": _pressed(left_the_server, "Withdraw who left"),
    "evening-here": _pressed(timed, "I am here", "dana"),
    "evening-unforfeit": _pressed(forfeited, "Undo forfeit, board 1"),
    "evening-skip": _pressed(repeats, "Skip 3 December"),
    "evening-stop-repeats": _pressed(repeats, "Stop repeating"),
    "evening-when-form": _filled(panel, "Name, time, place", {"name": "Cup"}),
    "evening-goes-on": _pressed(drawn, "Dana advances"),
    "evening-play-off-form": _filled(drawn, "Play-off", {"who": "Dana", "score": "2-1"}),
    "evening-pair": _pressed(panel, "Pair round 1"),
    "evening-points": _pressed(odd, "Yes, correct", "dana"),
    "evening-prizes-form": _filled(prizes, "Set prizes (TD)", {"prizes": "1st 100", "sharing": "uschess"}),
    "evening-publish": _pressed(drafted, "Publish"),
    "evening-reopen-event": _pressed(called_off, "Reopen (TD)"),
    "evening-reopen": _pressed(ended, "Reopen round 1"),
    "evening-right": _pressed(questioned, "Confirm", "eli"),
    "evening-round-form": _filled(published, "Enter results", {"results": "Dana beat Eli"}),
    "evening-swap-form": _filled(drafted, "Swap", {"one": "Dana", "other": "Eli"}),
    "evening-unpublish": _pressed(published, "Unpublish"),
    "evening-won": _pressed(boards, "I won", "dana"),
    "evening-wrong": _pressed(questioned, "Dispute", "eli"),
}


async def asked_to_forget(club: SimulatedClub) -> Any:
    await update(club)
    return await ask_to_forget(club.dana, club.channel)


async def _forget(club: SimulatedClub) -> Act:
    return press(club.dana, await asked_to_forget(club), "Forget for ever")


async def _result_form(club: SimulatedClub) -> Act:
    await set_settings(club, default_list="elo")
    form = await club.dana.context_menu(club.channel, "Report a result", club.eli)
    return lambda: fill_in(club.dana, form, results="W")


async def challenged(club: SimulatedClub) -> Any:
    return await club.dana.slash(club.channel, "challenge", player=club.eli, list="elo")


async def challenge_accepted(club: SimulatedClub) -> Any:
    return await club.eli.click((await challenged(club)).response, label="Accept")


async def challenge_reported(club: SimulatedClub) -> Any:
    return await (await _challenge_form(club))()


async def _challenge(club: SimulatedClub) -> Act:
    return lambda: challenged(club)


async def _accept(club: SimulatedClub) -> Act:
    return press(club.eli, await challenged(club), "Accept")


async def _decline(club: SimulatedClub) -> Act:
    return press(club.eli, await challenged(club), "Decline")


async def _challenge_form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await challenge_accepted(club)).response, label="Report result")
    return lambda: club.dana.submit_modal(form, {"game-1": "1"})


async def season(club: SimulatedClub) -> Any:
    """Let a season begin, with a game of Dana's in it."""
    begun = await start_season(club, "Autumn", minimum=1)
    await update(club)
    return begun


async def season_over(club: SimulatedClub) -> Any:
    await season(club)
    return await club.td.slash(club.channel, "td season", action="end")


async def _season(club: SimulatedClub) -> Act:
    return td(club, "td season", action="start", name="Autumn")


async def _change_season(club: SimulatedClub) -> Act:
    form = await club.td.click((await season(club)).response, label="Change rules")
    return lambda: club.td.submit_modal(form, {"ratings": "carry", "minimum": "4"})


async def _reopen(club: SimulatedClub) -> Act:
    return press(club.td, await season_over(club), "Reopen (TD)")


async def _undo_season(club: SimulatedClub) -> Act:
    return press(club.td, await season(club), "Undo")


async def _club_exported(club: SimulatedClub) -> Act:
    await update(club)
    return td(club, "td export", what="club")


async def club_asked(club: SimulatedClub) -> Any:
    """Return the question whether to import what another club of the same bot exports."""
    actor = Actor(ANOTHER_CLUB, person("Tess"), 5, manager=True)
    await set_rating(club.services, actor, SetRatingRequest(person("Ada Blank"), 1500.0, 30, None))
    copied = await export_whole(club.services, ANOTHER_CLUB)
    return await club.td.slash(club.channel, "td import", file=("club.zip", copied))


async def _club_imported(club: SimulatedClub) -> Act:
    return press(club.td, await club_asked(club), "Import club")


NORA = "30000002"


async def looked_up(club: SimulatedClub) -> Any:
    """Return what US Chess says of a player whose official rating differs by two points."""
    stand_in = await connect(club.services)
    stand_in.add_member(NORA, "Nora Quill", 1520, supplements={"2026-11-01": 1512})
    table = f"name,id,rating,games\nNora Quill,{NORA},1510,30\n".encode()
    await press(club.td, await club.td.slash(club.channel, "td import", file=("r.csv", table)), "Store it")()
    page = await club.td.slash(club.channel, "td player", player="Nora Quill")
    return await press(club.td, page, "Look up at US Chess")()


async def official_list(club: SimulatedClub) -> Any:
    await looked_up(club)
    return await press(club.td, await club.td.slash(club.channel, "td queue"), "Official ratings")()


async def official_entered(club: SimulatedClub) -> Any:
    return await press(club.td, await official_list(club), "Accept")()


async def _accept_official(club: SimulatedClub) -> Act:
    return press(club.td, await official_list(club), "Accept")


async def _undo_official(club: SimulatedClub) -> Act:
    return press(club.td, await official_entered(club), "Undo")


async def _accounts(club: SimulatedClub) -> Act:
    stand_in = await connect(club.services)
    stand_in.lichess["quietrook"] = {"id": "quietrook", "username": "QuietRook", "perfs": {}}
    await update(club)
    form = await press(club.dana, await club.dana.slash(club.channel, "me"), "Online accounts")()
    return lambda: fill_in(club.dana, form, lichess="quietrook")


SCENES: dict[str, Scene] = {
    "official-accept": _accept_official,
    "undo-official": _undo_official,
    "me-accounts-form": _accounts,
    "td export": _club_exported,
    "import-club": _club_imported,
    **PAIRED_SCENES,
    "correct-event": _correct_event,
    "undo-correction": _undo_correction,
    "void-event": _void_event,
    "undo-void": _undo_void,
    "evening-close-anyway": _close,
    "td evening": _new,
    "td void": _void,
    "td publish": _publish,
    "norm-keep": _norm,
    "pool-form": _pool,
    "pool-usual": _usual_pool,
    "own-list-form": _found_list,
    "own-list-settings": _change_list,
    "own-list-close": _delete_list,
    "own-list-reopen": _reopen_list,
    "/match": _match,
    "match-new-player": _new_player,
    "match-new-players": _new_players,
    "match-details-form": _match_details,
    "challenge-terms-form": _challenge_terms,
    "player-add": _add,
    "player-delete-form": _delete_page,
    "player-hide-form": _on_page("Hide player", reason="asked for it"),
    "player-ids-form": _on_page("Edit ids", fide="2020009"),
    "player-link-form": _link_page,
    "player-merge-form": _merge_page,
    "player-profile-form": _on_page("Edit profile", federation="USA"),
    "player-split": _split_page,
    "player-unlink-form": _on_page("Unlink", linked_page),
    "forget": _forget,
    "history-import": _load,
    "history-reset-yes": _reset,
    "qursh-form": _qursh_settings,
    "player-lower-form": _demote,
    "player-report-form": _report_for,
    "report-event-form": _report_by_form,
    "report-match-form": _match_by_form,
    "challenge-new-form": _challenge_by_form,
    "report-details-form": _details,
    "player-undo": _undo_last_of,
    "ask-lower-form": _ask_to_lower,
    "td rating": _set,
    "limits": _limits,
    "rating undo": _undo_last,
    "rating update": _update,
    "/challenge": _challenge,
    "challenge-accept": _accept,
    "challenge-confirm": _old_press("challenge-confirm", challenge_reported),
    "challenge-decline": _decline,
    "challenge-results": _challenge_form,
    "challenge-wrong": _old_press("challenge-wrong", challenge_reported),
    "td season": _season,
    "season-form": _change_season,
    "season-reopen": _reopen,
    "undo-season": _undo_season,
    "claim": _say_who,
    "claim-no": _refuse_claim,
    "claim-yes": _confirm_claim,
    "claims": _claims,
    "evening-cancel": _cancel,
    "evening-close": _close_button,
    "evening-confirm": _confirm_results,
    "evening-join": _join,
    "evening-leave": _leave,
    "evening-really-cancel": _really_cancel,
    "evening-results": _form,
    "floor": _floor,
    "grant-demotion": _grant,
    "import": _import,
    "import-beside": _beside,
    "import-replace": _replace,
    "import-without": _leave_out,
    "evening-replace": _close_instead,
    "evening-beside": _close_beside,
    "results-again": _store_again,
    "me": _choose_me,
    "me-claim-form": _claim,
    "on-roster-form": _on_roster,
    "me-profile-form": _edit,
    "me-undo": _undo_own,
    "not-me": _say_not,
    "oracle-calibrate": _calibrate,
    "oracle-confirm": _old_press("oracle-confirm", match),
    "match-confirm": _confirm_match,
    "oracle-import": _roster,
    "oracle-wrong": _old_press("oracle-wrong", match),
    "match-wrong": _object_to_match,
    "sides-confirm": _old_press("sides-confirm", doubles),
    "sides-wrong": _old_press("sides-wrong", doubles),
    "queue": _queue,
    "queue-all": _reject_all,
    "report-again": _confirmed_twice,
    "report-confirm": _confirm_report,
    "result-form": _result_form,
    "report-store": _store_estimate,
    "report-unrated": _never_rated,
    "report-rating-form": _rating_before,
    "report-version": _version,
    "told-twice": _take_out,
    "preview-form": _live_board,
    "setting-form": _setting,
    "settings-give-up": _give_up,
    "site-address": _new_address,
    "setup-zone-form": _zone_written,
    "setup-evening-form": _first_evening,
    "roles-set": _roles,
    "setup-choose": _choose,
    "setup-played": _played,
    "setup-own-list": _own_game,
    "played-set": _asked_what,
    "played-undo": _undo_asked,
    "setup-skip": _skip,
    "setup-undo": _undo_step,
    "undo": _undo,
    "undo-calibration": _undo_calibration,
    "undo-claim": _undo_claim,
    "undo-demotion": _undo_demotion,
    "undo-list": _undo_list,
    "undo-merge": _undo_merge,
    "roster": _people,
    "undo-file": _undo_file,
    "undo-pool-import": _undo_roster,
    "undo-roster": _undo_people,
    "undo-rating": _undo_rating,
    "undo-settings": _undo_settings,
}
"""By the command, or by what the id of the button or form begins with."""

"""A paired evening's thread, announcements, questions and cards."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.evenings.announcements import (
    Posts,
    game_places,
    is_announced,
    keep_post,
    keep_thread,
    posts_of,
    repost,
)
from bot.services.evenings.free_pairing import pair_when_due
from bot.services.evenings.lifecycle import (
    ALL_IN,
    ASK,
    BOARD,
    GAME,
    NO_THREAD,
    NOT_SCHEDULED,
    PAIRED,
    POST,
    QUEUE,
    SCHEDULED,
    STANDINGS,
    evening_card,
    page_kind,
)
from bot.services.evenings.no_shows import CLOCK, REMINDED, TIME_UP, forfeits_by_clock, run_clock
from bot.services.evenings.schedule import Scheduled, end_of, keep_scheduled, scheduled_of
from bot.services.evenings.standings import live_standings
from bot.services.evenings.tournament import Tournament
from bot.services.framework.outbox import CARD
from bot.store.database.evening_rows import EveningStatus, Pairing, Report, ReportState, RoundStatus
from bot.ui.buttons.evening_games import asking_view, deciding_view, game_view, round_view
from bot.ui.buttons.evening_live import bring_up_to_date, redraw_panels
from bot.ui.buttons.evening_no_shows import no_show_embed, no_show_view
from bot.ui.buttons.printing import print_evening_button
from bot.ui.cards.evening_standings import (
    game_embed,
    game_text,
    mentions_of,
    pages_of,
    ping,
    pinged,
    pings,
    round_embed,
    standings_buttons,
    standings_embed,
)
from bot.ui.framework.buttons import lasting
from bot.ui.framework.server import only_users
from bot.ui.framework.text import plain, safe
from bot.ui.messages.handler import (
    ARCHIVED,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Sending,
    SendLaterError,
    handles,
)
from bot.ui.wording.evenings import mention, reminder_text, result_text

NAME_OF_THREAD = 90
NO_THREAD_HINT = (
    "-# I may not create threads here, so this event stays in the channel. A TD can give me Create Public "
    "Threads and Send Messages in Threads."
)

SECONDS_FOR_A_CARD = 5


async def reopen_thread(sending: Sending, tournament: Tournament) -> None:
    place, is_over = tournament.evening.posts_in, tournament.evening.status is not EveningStatus.OPEN
    if place is None:
        return
    try:
        thread = sending.client.get_channel(place)
        if thread is None:  # discord.py forgets archived threads
            thread = await sending.client.fetch_channel(place)
        if isinstance(thread, discord.Thread) and thread.archived != is_over:
            await thread.edit(archived=is_over)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION):
            raise


async def send_in(sending: Sending, posts: Posts, **message: Any) -> discord.Message:
    channel_id = posts.tournament.evening.posts_in or await _opened(sending, posts)
    try:
        return await sending.channel(channel_id).send(**message)
    except discord.HTTPException as error:
        home = posts.card[0] if posts.card is not None else None
        if error.code not in (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION) or channel_id == home:
            raise
        await keep_thread(sending.services, sending.one.club_id, posts.tournament.evening.id, home)
        if home is None:
            raise
        return await sending.channel(home).send(**message)


async def _opened(sending: Sending, posts: Posts) -> int:
    """Open the thread, or explain once why the channel is used; return its id."""
    services, club_id, evening = sending.services, sending.one.club_id, posts.tournament.evening
    if posts.card is None:
        raise SendLaterError(SECONDS_FOR_A_CARD)
    channel_id, message_id = posts.card
    channel = sending.channel(channel_id)
    try:
        thread = await channel.get_partial_message(message_id).create_thread(name=evening.name[:NAME_OF_THREAD])
        opened = thread.id
    except discord.HTTPException:
        opened = channel_id
        if not posts.hinted:
            none = discord.AllowedMentions.none()
            hint = await channel.send(NO_THREAD_HINT, allowed_mentions=none, nonce=f"{sending.nonce}.h")
            await keep_post(services, club_id, evening.id, 0, NO_THREAD, channel_id, hint.id)
    await keep_thread(services, club_id, evening.id, opened)
    return opened


GAMES_EDITED = 20


_shown: WeakKeyDictionary[Any, dict[int, Any]] = WeakKeyDictionary()


@handles(QUEUE)
async def send_queue(sending: Sending) -> None:
    """Pair waiting players, and schedule the next look."""
    left = await pair_when_due(sending.services, sending.one.club_id, int(sending.one.subject))
    if left is not None:
        raise SendLaterError(max(left, 1))


async def send_game(sending: Sending, posts: Posts, kind: str, round_number: int) -> None:
    tournament = posts.tournament
    game = next((one for one in tournament.games if f"{GAME}{one.id}" == kind), None)
    if game is None:
        return
    message = await send_in(
        sending,
        posts,
        content=game_text(tournament, game),
        allowed_mentions=pinged(tournament, [game]),
        nonce=sending.nonce,
        **_changing(tournament, game),
    )
    where = (message.channel.id, message.id)
    await keep_post(sending.services, sending.one.club_id, tournament.evening.id, round_number, kind, *where)


def _changing(tournament: Tournament, game: Pairing) -> dict[str, Any]:
    view = game_view(tournament, game)
    return {"embed": game_embed(tournament, game)} | ({} if view is None else {"view": view})


async def edit_games(sending: Sending, tournament: Tournament) -> None:
    club_id, evening = sending.one.club_id, tournament.evening
    places = await game_places(sending.services, club_id, evening.id)
    shown = _shown.setdefault(sending.client, {})
    for game in tournament.games[-GAMES_EDITED:]:
        place = places.get(f"{GAME}{game.id}")
        if place is None:
            continue
        changes = {"view": None, **_changing(tournament, game)}
        view = changes["view"]
        told = (changes["embed"].to_dict(), None if view is None else view.to_components())
        if shown.get(place[1]) == told:
            continue
        try:
            await sending.channel(place[0]).get_partial_message(place[1]).edit(**changes)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, NO_ACCESS, ARCHIVED):
                raise
            is_played = evening.status is EveningStatus.OPEN and tournament.report_of(game) is None
            if is_played and error.code != NO_ACCESS:
                await repost(sending.services, club_id, evening.id, game.round, f"{GAME}{game.id}")
        shown[place[1]] = told


SECONDS_BETWEEN_EDITS = 5

_edited: WeakKeyDictionary[Any, dict[int, datetime]] = WeakKeyDictionary()


@handles(CARD)
async def send_cards(sending: Sending) -> None:
    """Update the card and boards; schedule when a report confirms itself."""
    one, services = sending.one, sending.services
    key, _, every = sending.one.subject.partition(":")
    evening_id = int(key)
    last, now = _edited.setdefault(sending.client, {}), services.now()
    if evening_id in last:
        rest = SECONDS_BETWEEN_EDITS - (now - last[evening_id]).total_seconds()
        if rest > 0:
            raise SendLaterError(rest)
    last[evening_id] = now
    await bring_up_to_date(sending.client, one.club_id, evening_id)
    if not (await evening_card(services, one.club_id, evening_id))[0].evening.is_paired:
        return  # a typed evening has its card alone
    tournament = (await posts_of(services, one.club_id, evening_id, 0)).tournament
    if tournament.evening.part_of is not None:
        await bring_up_to_date(sending.client, one.club_id, tournament.evening.part_of)
    await redraw_panels(sending.client, tournament)
    if tournament.is_free:
        await edit_games(sending, tournament)
    shown = (
        [] if tournament.is_free else [round_ for round_ in tournament.rounds if round_.status is not RoundStatus.DRAFT]
    )
    for round_ in shown if every else shown[-2:]:
        await _edit_round(sending, evening_id, round_.number, names=bool(every))
    await reopen_thread(sending, tournament)
    due = _next_due(tournament)
    if due is not None:
        raise SendLaterError((due - now).total_seconds())


def _next_due(tournament: Tournament) -> datetime | None:
    rounds = [one.number for one in tournament.rounds if one.status is RoundStatus.PUBLISHED]
    if tournament.evening.status is not EveningStatus.OPEN:
        return None
    reports = [tournament.report_of(pairing) for number in rounds for pairing in tournament.unconfirmed(number)]
    return min((tournament.due_at(report) for report in reports if report is not None), default=None)


async def _edit_round(sending: Sending, evening_id: int, round_number: int, *, names: bool = False) -> None:
    """Edit a round's boards; repost missing ones. names: update the pings too."""
    posts = await posts_of(sending.services, sending.one.club_id, evening_id, round_number)
    shown = _shown.setdefault(sending.client, {})
    for page, pairings in enumerate(pages_of(posts.tournament, round_number)):
        place = posts.pages[page]
        if place is None or place[0] is None or place[1] is None:
            continue
        embed = round_embed(posts.tournament, round_number, pairings)
        view = round_view(posts.tournament, round_number)
        told = (embed.to_dict(), None if view is None else view.to_components())
        more: dict[str, Any] = {}
        if names:
            text = pings(posts.tournament, round_number, pairings, is_repeated=posts.is_repeated)
            more = {"content": text, "allowed_mentions": discord.AllowedMentions.none()}
        elif shown.get(place[1]) == told:
            continue
        try:
            await sending.channel(place[0]).get_partial_message(place[1]).edit(embed=embed, view=view, **more)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, NO_ACCESS, ARCHIVED):
                raise
            playing = posts.tournament.open_round
            is_played = playing is not None and playing.number == round_number
            if is_played and posts.tournament.evening.status is EveningStatus.OPEN and error.code != NO_ACCESS:
                await repost(sending.services, sending.one.club_id, evening_id, round_number, page=page)
        shown[place[1]] = told


@handles(POST)
async def send_post(sending: Sending) -> None:
    one, services = sending.one, sending.services
    first, second, kind = one.subject.split(":", 2)
    evening_id, round_number = int(first), int(second)
    posts = await posts_of(services, one.club_id, evening_id, round_number, kind)
    tournament = posts.tournament
    status = next((each.status for each in tournament.rounds if each.number == round_number), RoundStatus.DRAFT)
    if status is RoundStatus.DRAFT:
        return  # undone
    if kind == PAIRED:
        for page, pairings in enumerate(pages_of(tournament, round_number)):
            place = posts.pages[page]
            if place is not None and place[1] is not None:
                continue
            message = await send_in(
                sending,
                posts,
                content=pings(tournament, round_number, pairings, is_repeated=posts.is_repeated),
                embed=round_embed(tournament, round_number, pairings),
                view=round_view(tournament, round_number),
                allowed_mentions=pinged(tournament, pairings),
                nonce=f"{sending.nonce}.{page}",
            )
            where = (message.channel.id, message.id)
            await keep_post(services, one.club_id, evening_id, round_number, page_kind(PAIRED, page), *where)
        return
    if posts.standings is not None and posts.standings[1] is not None:
        return
    if kind.startswith(GAME):
        await send_game(sending, posts, kind, round_number)
        return
    none = discord.AllowedMentions.none()
    if kind == STANDINGS:
        found = await live_standings(services, one.club_id, evening_id)
        text, embed = f"**Round {round_number} is over.**", standings_embed(found)
        view = lasting(*standings_buttons(found), print_evening_button(evening_id))
        message = await send_in(
            sending, posts, content=text, embed=embed, allowed_mentions=none, nonce=sending.nonce, view=view
        )
    elif kind.startswith(BOARD):
        pairing = next((one for one in tournament.pairings if f"{BOARD}{one.id}" == kind), None)
        if pairing is None:
            return  # changed again
        text = f"Round {round_number} was changed by a TD:\n{ping(tournament, pairing)}"
        told = pinged(tournament, [pairing])
        message = await send_in(sending, posts, content=text, allowed_mentions=told, nonce=sending.nonce)
    elif kind == REMINDED:
        text, called = reminder_text(tournament)
        if not called:
            return  # everybody is here now
        told = mentions_of(tournament, called)
        message = await send_in(sending, posts, content=text, allowed_mentions=told, nonce=sending.nonce)
    elif kind == TIME_UP:
        message = await _post_forfeits(sending, posts, round_number)
    elif kind == ALL_IN:
        text = f"All results of round {round_number} are in. A TD can close it under Directors."
        message = await send_in(sending, posts, content=text, allowed_mentions=none, nonce=sending.nonce)
    else:
        return
    where = (message.channel.id, message.id)
    await keep_post(services, one.club_id, evening_id, round_number, kind, *where)


async def _post_forfeits(sending: Sending, posts: Posts, round_number: int) -> discord.Message:
    """Post the clock's forfeits, with a button to undo each."""
    tournament = posts.tournament
    role = tournament.club.td_role_id
    numbers = [number for one in forfeits_by_clock(tournament, round_number) for number in one.pairing.numbers]
    told = mentions_of(tournament, numbers)
    told.roles = [discord.Object(role)] if role is not None else False
    called = [] if role is None else [f"<@&{role}>"]
    called += [mention(tournament, number) for number in numbers]
    return await send_in(
        sending,
        posts,
        content=f"**Round {round_number}: the time for no-shows is over.**\n{' '.join(called)}",
        embed=no_show_embed(tournament, round_number),
        view=no_show_view(tournament, round_number) or discord.utils.MISSING,
        allowed_mentions=told,
        nonce=sending.nonce,
    )


@handles(CLOCK)
async def send_clock(sending: Sending) -> None:
    """Remind absent players, later give forfeits; schedule the next look."""
    evening_id, round_number = map(int, sending.one.subject.split(":"))
    left = await run_clock(sending.services, sending.one.club_id, evening_id, round_number)
    if left is not None:
        raise SendLaterError(max(left, 1))


@handles(ASK)
async def send_question(sending: Sending) -> None:
    one, services = sending.one, sending.services
    evening_id, report_id = map(int, one.subject.split(":"))
    posts = await posts_of(services, one.club_id, evening_id, 0)
    tournament = posts.tournament
    report = next((each for each in tournament.reports if each.id == report_id), None)
    pairing = next((each for each in tournament.pairings if report and each.id == report.pairing_id), None)
    if report is None or pairing is None or tournament.report_of(pairing) != report:
        return  # replaced or undone
    if report.state is ReportState.REPORTED:
        await _ask_opponent(sending, posts, pairing, report)
    elif report.state is ReportState.DISPUTED:
        await _ask_directors(sending, posts, pairing, report)
    elif report.state is ReportState.DECIDED:
        text = f"{_both(tournament, pairing)} A TD decided: {result_text(tournament, pairing, report)}."
        await send_in(sending, posts, content=text, allowed_mentions=pinged(tournament, [pairing]), nonce=sending.nonce)


async def _ask_opponent(sending: Sending, posts: Posts, pairing: Pairing, report: Report) -> None:
    tournament = posts.tournament
    players = {number: tournament.by_number[number].player for number in pairing.numbers}
    others = [
        number
        for number, player in players.items()
        if player.user_id is not None and player.user_id != report.reported_by
    ]
    if len(others) != 1:
        return  # not on Discord
    (other,) = others
    reporter = next(tournament.name_of(number) for number in pairing.numbers if number != other)
    text = f"{mention(tournament, other)}: {safe(reporter, 100)} reports {result_text(tournament, pairing, report)}."
    user_id = players[other].user_id
    assert user_id is not None
    view, only = asking_view(tournament, pairing, report), only_users([user_id])
    await send_in(sending, posts, content=text, view=view, allowed_mentions=only, nonce=sending.nonce)


async def _ask_directors(sending: Sending, posts: Posts, pairing: Pairing, report: Report) -> None:
    tournament = posts.tournament
    role = tournament.club.td_role_id
    versions = tournament.by_pairing[pairing.id][-2:]
    told = "; ".join(f"<@{each.reported_by}> says {result_text(tournament, pairing, each)}" for each in versions)
    called = f"<@&{role}>" if role is not None else "**TDs**"
    only = discord.AllowedMentions(
        everyone=False, users=False, replied_user=False, roles=[discord.Object(role)] if role is not None else False
    )
    view = deciding_view(tournament, pairing, report)
    # directors are pinged once
    where, post_kind = (sending.one.club_id, tournament.evening.id, pairing.round), f"td-{pairing.id}"
    if await is_announced(sending.services, *where, post_kind):
        only = discord.AllowedMentions.none()
    text = f"{called}: a result is disputed. {told}."
    message = await send_in(sending, posts, content=text, view=view, allowed_mentions=only, nonce=sending.nonce)
    await keep_post(sending.services, *where, post_kind, message.channel.id, message.id)


def _both(tournament: Tournament, pairing: Pairing) -> str:
    return " ".join(mention(tournament, number) for number in pairing.numbers) + ":"


HINT = (
    "-# I may not create scheduled events on this server, so this evening has none. A TD can give me Create "
    "Events and then save Name, time, place again."
)


Keep = Callable[[int | None], Awaitable[None]]
"""Stores the id of a scheduled event."""


@handles(SCHEDULED)
async def send_scheduled(sending: Sending) -> None:
    one, services = sending.one, sending.services
    found = await scheduled_of(services, one.club_id, int(one.subject))
    guild = sending.client.get_guild(one.club_id)
    if guild is None or (found.evening.scheduled_id is None and not _needs_event(found)):
        return
    if found.card is None:
        raise SendLaterError(SECONDS_FOR_A_CARD)  # links to the card
    keep = partial(keep_scheduled, services, one.club_id, found.evening.id)
    await show_scheduled(sending, guild, found, keep, found.evening.id)


async def show_scheduled(sending: Sending, guild: discord.Guild, found: Scheduled, keep: Keep, hinted_at: int) -> None:
    """Make, change or end Discord's scheduled event; explain once, at an evening, that it may not be made."""
    try:
        await _bring_up_to_date(sending, guild, found, keep)
    except discord.Forbidden as error:
        if error.code not in (NO_ACCESS, NO_PERMISSION):
            raise
        if not found.hinted and found.card is not None:
            await _explain(sending, hinted_at, found.card[0])


def _needs_event(found: Scheduled) -> bool:
    return found.is_on and found.evening.starts_at is not None and found.evening.place is not None


async def _bring_up_to_date(sending: Sending, guild: discord.Guild, found: Scheduled, keep: Keep) -> None:
    evening = found.evening
    scheduled = await _find_scheduled(guild, found)
    if not _needs_event(found):
        if scheduled is not None:
            await end_scheduled(scheduled)
        await keep(None)
        return
    values = _scheduled_values(guild, found)
    if scheduled is not None:
        if scheduled.status is discord.EventStatus.scheduled and any(
            getattr(scheduled, name) != value for name, value in values.items()
        ):
            await scheduled.edit(**values)
    elif evening.scheduled_id is not None:
        return  # deleted on purpose
    elif values["start_time"] > sending.services.now():
        kinds: dict[str, Any] = {
            "entity_type": discord.EntityType.external,
            "privacy_level": discord.PrivacyLevel.guild_only,
        }
        scheduled = await guild.create_scheduled_event(**values, **kinds)
    if scheduled is not None and scheduled.id != evening.scheduled_id:
        await keep(scheduled.id)


async def _find_scheduled(guild: discord.Guild, found: Scheduled) -> discord.ScheduledEvent | None:
    if found.evening.scheduled_id is not None:
        try:
            return await guild.fetch_scheduled_event(found.evening.scheduled_id, with_counts=False)
        except discord.NotFound:
            return None
    link = _link(guild, found)
    every = await guild.fetch_scheduled_events(with_counts=False)
    ours = [one for one in every if one.creator_id == guild.me.id and (one.description or "").endswith(link)]
    if not found.evening.id:  # coming ones share their channel's link
        wanted = (plain(found.evening.name, 100), found.evening.starts_at)
        ours = [one for one in ours if (one.name, one.start_time) == wanted]
    return next(
        (one for one in ours if one.status in (discord.EventStatus.scheduled, discord.EventStatus.active)), None
    )


async def end_scheduled(scheduled: discord.ScheduledEvent) -> None:
    if scheduled.status is discord.EventStatus.scheduled:
        await scheduled.cancel()
    elif scheduled.status is discord.EventStatus.active:
        await scheduled.end()


def _scheduled_values(guild: discord.Guild, found: Scheduled) -> dict[str, Any]:
    evening = found.evening
    return {
        "name": plain(evening.name, 100),
        "start_time": evening.starts_at,
        "end_time": end_of(evening),
        "location": plain(evening.place or "", 100),
        "description": f"{found.about}\nJoin on the card: {_link(guild, found)}"[:1000],
    }


def _link(guild: discord.Guild, found: Scheduled) -> str:
    assert found.card is not None
    return "/".join(map(str, ("https://discord.com/channels", guild.id, *found.card)))


async def _explain(sending: Sending, evening_id: int, channel_id: int) -> None:
    none = discord.AllowedMentions.none()
    message = await sending.channel(channel_id).send(HINT, allowed_mentions=none, nonce=sending.nonce)
    await keep_post(sending.services, sending.one.club_id, evening_id, 0, NOT_SCHEDULED, channel_id, message.id)

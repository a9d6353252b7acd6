"""A paired evening in Discord: its thread, announcements posted once, questions to the other player, cards edited."""

from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.live_events.ranked.live_standings import live_standings
from bot.services.live_events.told.announce import ALL_IN, BOARD, GAME, PAIRED, STANDINGS, page_kind
from bot.services.live_events.told.posts import Posts, is_said, keep_post, post_again, posts_of
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import Pairing, Report, ReportState, RoundStatus
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.games import asking_view, deciding_view, round_view
from bot.ui.buttons.evening.open_panels import redraw_panels
from bot.ui.buttons.evening.refresh import bring_up_to_date
from bot.ui.framework.text import safe
from bot.ui.live_events.round_card import pages_of, ping, pinged, pings, round_embed
from bot.ui.live_events.standings_card import standings_embed, standings_view
from bot.ui.live_events.wording import mention, said
from bot.ui.sending.evening_thread import keep_thread_open, send_in
from bot.ui.sending.games import edit_games, send_game
from bot.ui.sending.handler import (
    ARCHIVED,
    NO_ACCESS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Sending,
    SendLaterError,
)

SECONDS_BETWEEN_EDITS = 5
"""How long further results are waited for: those of a burst are one edit."""

_edited: WeakKeyDictionary[Any, dict[int, datetime]] = WeakKeyDictionary()
_shown: WeakKeyDictionary[Any, dict[int, Any]] = WeakKeyDictionary()


async def send_cards(sending: Sending) -> None:
    """Bring an evening's card and its latest boards up to date; look again when a report confirms itself."""
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
    await keep_thread_open(sending, tournament)
    due = _next_due(tournament)
    if due is not None:
        raise SendLaterError((due - now).total_seconds())


def _next_due(tournament: Tournament) -> datetime | None:
    """Return when the next report confirms itself."""
    rounds = [one.number for one in tournament.rounds if one.status is RoundStatus.PUBLISHED]
    if tournament.evening.status is not EveningStatus.OPEN:
        return None
    reports = [tournament.report_of(pairing) for number in rounds for pairing in tournament.unconfirmed(number)]
    return min((tournament.due_at(report) for report in reports if report is not None), default=None)


async def _edit_round(sending: Sending, evening_id: int, round_number: int, *, names: bool = False) -> None:
    """Edit the boards of a round where they show something else; post those again that are gone while it is played.

    names: above the boards too, where somebody is called otherwise.
    """
    posts = await posts_of(sending.services, sending.one.club_id, evening_id, round_number)
    kept = _shown.setdefault(sending.client, {})
    for page, pairings in enumerate(pages_of(posts.tournament, round_number)):
        place = posts.pages[page]
        if place is None or place[0] is None or place[1] is None:
            continue
        embed = round_embed(posts.tournament, round_number, pairings)
        view = round_view(posts.tournament, round_number)
        told = (embed.to_dict(), None if view is None else view.to_components())
        more: dict[str, Any] = {}
        if names:
            text = pings(posts.tournament, round_number, pairings, anew=posts.anew)
            more = {"content": text, "allowed_mentions": discord.AllowedMentions.none()}
        elif kept.get(place[1]) == told:
            continue
        try:
            await sending.channel(place[0]).get_partial_message(place[1]).edit(embed=embed, view=view, **more)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, NO_ACCESS, ARCHIVED):
                raise
            playing = posts.tournament.open_round
            is_played = playing is not None and playing.number == round_number
            if is_played and posts.tournament.evening.status is EveningStatus.OPEN and error.code != NO_ACCESS:
                await post_again(sending.services, sending.one.club_id, evening_id, round_number, page=page)
        kept[place[1]] = told


async def send_post(sending: Sending) -> None:
    """Post an announcement of an evening, once, in its thread."""
    one, services = sending.one, sending.services
    first, second, kind = one.subject.split(":", 2)
    evening_id, round_number = int(first), int(second)
    posts = await posts_of(services, one.club_id, evening_id, round_number, kind)
    tournament = posts.tournament
    status = next((each.status for each in tournament.rounds if each.number == round_number), RoundStatus.DRAFT)
    if status is RoundStatus.DRAFT:
        return  # it was taken back meanwhile
    if kind == PAIRED:
        for page, pairings in enumerate(pages_of(tournament, round_number)):
            place = posts.pages[page]
            if place is not None and place[1] is not None:
                continue
            message = await send_in(
                sending,
                posts,
                content=pings(tournament, round_number, pairings, anew=posts.anew),
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
        more: dict[str, Any] = {"view": view} if (view := standings_view(found)) is not None else {}
        message = await send_in(
            sending, posts, content=text, embed=embed, allowed_mentions=none, nonce=sending.nonce, **more
        )
    elif kind.startswith(BOARD):
        pairing = next((one for one in tournament.pairings if f"{BOARD}{one.id}" == kind), None)
        if pairing is None:
            return  # it was changed once more meanwhile
        text = f"Round {round_number} was changed by a TD:\n{ping(tournament, pairing)}"
        told = pinged(tournament, [pairing])
        message = await send_in(sending, posts, content=text, allowed_mentions=told, nonce=sending.nonce)
    elif kind == ALL_IN:
        text = f"All results of round {round_number} are in: a TD closes it under Directors."
        message = await send_in(sending, posts, content=text, allowed_mentions=none, nonce=sending.nonce)
    else:
        return
    where = (message.channel.id, message.id)
    await keep_post(services, one.club_id, evening_id, round_number, kind, *where)


async def send_question(sending: Sending) -> None:
    """Ask the other player to confirm a report, directors to decide between two, or tell what was decided."""
    one, services = sending.one, sending.services
    evening_id, report_id = map(int, one.subject.split(":"))
    posts = await posts_of(services, one.club_id, evening_id, 0)
    tournament = posts.tournament
    report = next((each for each in tournament.reports if each.id == report_id), None)
    pairing = next((each for each in tournament.pairings if report and each.id == report.pairing_id), None)
    if report is None or pairing is None or tournament.report_of(pairing) != report:
        return  # it was replaced or taken back meanwhile
    if report.state is ReportState.REPORTED:
        await _ask_other(sending, posts, pairing, report)
    elif report.state is ReportState.DISPUTED:
        await _ask_directors(sending, posts, pairing, report)
    elif report.state is ReportState.DECIDED:
        text = f"{_both(tournament, pairing)} A TD decided: {said(tournament, pairing, report)}."
        await send_in(sending, posts, content=text, allowed_mentions=pinged(tournament, [pairing]), nonce=sending.nonce)


async def _ask_other(sending: Sending, posts: Posts, pairing: Pairing, report: Report) -> None:
    tournament = posts.tournament
    players = {number: tournament.by_number[number].player for number in pairing.numbers}
    others = [
        number
        for number, player in players.items()
        if player.user_id is not None and player.user_id != report.reported_by
    ]
    if len(others) != 1:
        return  # nobody is there to ask: the time confirms it, or a director
    (other,) = others
    reporter = next(tournament.name_of(number) for number in pairing.numbers if number != other)
    text = f"{mention(tournament, other)}: {safe(reporter, 100)} reports {said(tournament, pairing, report)}."
    user_id = players[other].user_id
    assert user_id is not None
    only = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)])
    view = asking_view(tournament, pairing, report)
    await send_in(sending, posts, content=text, view=view, allowed_mentions=only, nonce=sending.nonce)


async def _ask_directors(sending: Sending, posts: Posts, pairing: Pairing, report: Report) -> None:
    tournament = posts.tournament
    role = tournament.club.td_role_id
    versions = tournament.by_pairing[pairing.id][-2:]
    told = "; ".join(f"<@{each.reported_by}> says {said(tournament, pairing, each)}" for each in versions)
    called = f"<@&{role}>" if role is not None else "**TDs**"
    only = discord.AllowedMentions(
        everyone=False, users=False, replied_user=False, roles=[discord.Object(role)] if role is not None else False
    )
    view = deciding_view(tournament, pairing, report)
    # Whoever changes what they say does not call the directors once more.
    where, called_once = (sending.one.club_id, tournament.evening.id, pairing.round), f"td-{pairing.id}"
    if await is_said(sending.services, *where, called_once):
        only = discord.AllowedMentions.none()
    text = f"{called}: a result is disputed. {told}."
    message = await send_in(sending, posts, content=text, view=view, allowed_mentions=only, nonce=sending.nonce)
    await keep_post(sending.services, *where, called_once, message.channel.id, message.id)


def _both(tournament: Tournament, pairing: Pairing) -> str:
    return " ".join(mention(tournament, number) for number in pairing.numbers) + ":"

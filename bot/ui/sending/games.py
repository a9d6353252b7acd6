"""Free pairing in Discord: those who wait are paired when they are due, each game is announced once and edited."""

from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.live_events.rounds.pair_me import pair_when_due
from bot.services.live_events.told.announce import GAME
from bot.services.live_events.told.posts import Posts, game_places, keep_post, post_again
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import Pairing
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.games import game_view
from bot.ui.live_events.queue_card import game_embed, game_text
from bot.ui.live_events.round_card import pinged
from bot.ui.sending.evening_thread import send_in
from bot.ui.sending.handler import ARCHIVED, NO_ACCESS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Sending, SendLaterError

GAMES_KEPT = 20
"""How many of the latest games are looked at, whose messages may have to be edited."""

_shown: WeakKeyDictionary[Any, dict[int, Any]] = WeakKeyDictionary()


async def send_queue(sending: Sending) -> None:
    """Pair those who wait if they are due, and look again when they are."""
    left = await pair_when_due(sending.services, sending.one.club_id, int(sending.one.subject))
    if left is not None:
        raise SendLaterError(max(left, 1))


async def send_game(sending: Sending, posts: Posts, kind: str, round_number: int) -> None:
    """Tell two that they are paired, with the buttons for their result."""
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
    """Return what of a game's message changes with its result."""
    view = game_view(tournament, game)
    return {"embed": game_embed(tournament, game)} | ({} if view is None else {"view": view})


async def edit_games(sending: Sending, tournament: Tournament) -> None:
    """Edit the messages of the latest games where they show something else; post one again that is gone."""
    club_id, evening = sending.one.club_id, tournament.evening
    places = await game_places(sending.services, club_id, evening.id)
    kept = _shown.setdefault(sending.client, {})
    for game in tournament.games[-GAMES_KEPT:]:
        place = places.get(f"{GAME}{game.id}")
        if place is None:
            continue
        changes = {"view": None, **_changing(tournament, game)}
        view = changes["view"]
        told = (changes["embed"].to_dict(), None if view is None else view.to_components())
        if kept.get(place[1]) == told:
            continue
        try:
            await sending.channel(place[0]).get_partial_message(place[1]).edit(**changes)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, NO_ACCESS, ARCHIVED):
                raise
            is_played = evening.status is EveningStatus.OPEN and tournament.report_of(game) is None
            if is_played and error.code != NO_ACCESS:
                await post_again(sending.services, club_id, evening.id, game.round, f"{GAME}{game.id}")
        kept[place[1]] = told

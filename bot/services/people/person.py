"""The one card of a player: everything that its picture and its words show of them on one list."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.history.rating_history import HistoryQuery, rating_history_of
from bot.services.history.report import Track
from bot.services.players.profile import ProfileCard, profile_card
from bot.services.players.rating_card import PlayerCard, player_card
from bot.services.someone import Someone
from bot.services.transaction import Read, read
from bot.store.events import played_games, seasons
from bot.store.events.played_games import Tally
from core.lists import RatingList

GAMES_OF_FORM = 5


@dataclass(frozen=True, slots=True)
class RatedThere:
    """A player's rating on the list of their card.

    form: the results of the latest games, oldest first. score: of all games whose results are known.
    champion: the season that they won last, if any.
    """

    card: PlayerCard
    track: Track
    form: Sequence[float]
    score: Tally
    champion: str | None = None


@dataclass(frozen=True, slots=True)
class PersonCard:
    """A player on one list; rated: None for somebody without a rating there."""

    profile: ProfileCard
    which: RatingList | None
    rated: RatedThere | None = None


async def person_card(
    services: Services, actor: Actor, who: Someone | None, rating_list: RatingList | None
) -> PersonCard:
    """Return a player's card, by default that of whoever asks, on a list, by default their main one."""
    profile = await profile_card(services, actor, who)
    which = rating_list or profile.main
    if which is None or all(one is not which for one, _ in profile.ratings):
        return PersonCard(profile, which)
    player = profile.profile.player
    card = await player_card(services, actor, player, which)
    history = await rating_history_of(services, actor, player, HistoryQuery(which))

    return PersonCard(profile, which, await _rated_there(services, actor, card, history.tracks[0]))


@read()
def _rated_there(look: Read, card: PlayerCard, track: Track) -> RatedThere:
    connection, club_id, player_id = look.connection, look.club.id, card.player.id
    games = played_games.of_player(connection, club_id, player_id, card.rating_list, GAMES_OF_FORM)
    form = tuple(game.result for game in reversed(games) if game.result is not None)
    score = played_games.tally(connection, club_id, player_id, card.rating_list)
    won = seasons.won_by(connection, club_id, player_id)
    return RatedThere(card, track, form, score, won[0].name if won else None)

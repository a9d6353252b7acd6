"""The one card of a player: everything that its picture and its words show of them on one list."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.history.rating_history import HistoryQuery, rating_history_of
from bot.services.history.report import Track
from bot.services.players.profile import ProfileCard, profile_card
from bot.services.players.rating_card import PlayerCard, player_card
from bot.services.someone import Someone
from bot.store.database import Connection
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
    player, chosen = profile.profile.player, which
    card = await player_card(services, actor, player, which)
    history = await rating_history_of(services, actor, player, HistoryQuery(which))

    def work(connection: Connection) -> RatedThere:
        games = played_games.of_player(connection, actor.club_id, player.id, chosen, GAMES_OF_FORM)
        form = tuple(game.result for game in reversed(games) if game.result is not None)
        score = played_games.tally(connection, actor.club_id, player.id, chosen)
        won = seasons.won_by(connection, actor.club_id, player.id)
        return RatedThere(card, history.tracks[0], form, score, won[0].name if won else None)

    return PersonCard(profile, which, await services.database.read(work, club=actor.club_id))

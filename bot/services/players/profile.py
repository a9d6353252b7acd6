"""Any player of the club at a glance, on Discord or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

from bot.services.context import Actor, Services
from bot.services.fold.publications import list_of
from bot.services.players.visible import may_see_all, visible_player
from bot.services.someone import Someone
from bot.services.transaction import Read, read
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import list_facts
from bot.store.people import profiles
from bot.store.people.profiles import Moved, Profile
from bot.store.rows import FactPosition, Standing
from core.club_rules import ClubRules
from core.lists import RatingList
from core.systems import SYSTEMS

EVENTS_ON_A_CARD = 6


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A player: what is kept of them, their ratings on every list, and their latest events.

    events: how many have moved a rating. latest: what the last ones did, latest first, on each list.
    listed_on: the date of the list that counts an event, by event and list, where lists are published.
    main: the list that is meant where none is named: the club's, or the first on which they are rated.
    tells_all: whether whoever asks may see ids and the year of birth: directors, and oneself.
    """

    profile: Profile
    ratings: Sequence[tuple[RatingList, Standing]]
    events: int
    latest: Sequence[Moved]
    house_rules: ClubRules
    listed_on: Mapping[tuple[int, RatingList], date] = field(default_factory=lambda: MappingProxyType({}))
    main: RatingList | None = None
    tells_all: bool = False


async def profile_card(services: Services, actor: Actor, who: Someone | None) -> ProfileCard:
    """Return a player's card; that of whoever asks where none is named."""
    await bring_up_to_date(services, actor.club_id)
    return await _profile_card(services, actor, who)


@read()
def _profile_card(look: Read, who: Someone | None) -> ProfileCard:
    connection, club, actor = look.connection, look.club, look.actor
    profile = visible_player(connection, club, actor, who)
    found = [(one, standings.find(connection, club.id, one, profile.id)) for one in SYSTEMS]
    rated = [one for one, standing in found if standing is not None]
    latest = profiles.latest_moves(connection, profile.id, EVENTS_ON_A_CARD)
    return ProfileCard(
        profile=profile,
        ratings=tuple((one, standing) for one, standing in found if standing is not None),
        events=profiles.events_played(connection, profile.id),
        latest=latest,
        house_rules=club.house_rules,
        listed_on=_listed_on(connection, club.id, latest),
        main=club.default_list if club.default_list in rated else next(iter(rated), None),
        tells_all=may_see_all(profile, club, actor),
    )


def _listed_on(connection: Connection, club_id: int, latest: Sequence[Moved]) -> dict[tuple[int, RatingList], date]:
    moves = [move for move in latest if SYSTEMS[move.rating_list].waits_for_list]
    lists = {one: list_facts.publications(connection, club_id, one) for one in {move.rating_list for move in moves}}
    return {
        (move.event_id, move.rating_list): list_of(
            move.rating_list, lists[move.rating_list], FactPosition(move.date, move.seq)
        )
        for move in moves
    }

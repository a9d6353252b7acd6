"""A first FIDE rating: from the games so far, or from games that are only typed."""

from dataclasses import dataclass, replace
from typing import Any

from bot.services.context import Actor, Services
from bot.services.events.submission import EventSubmission
from bot.services.fold.states import known_ages
from bot.services.forecast.hypothetical import hypothetical_event
from bot.services.someone import Someone, find_someone, newcomer
from bot.services.transaction import Read, read
from bot.store.derived import journals
from bot.store.events import facts
from bot.store.rows import Player
from core.background import NOTHING_KNOWN
from core.errors import InputError, RuleError
from core.fide.periods import Published
from core.fide.system import SYSTEM as fide
from core.lists import RatingList
from core.systems import PUBLISHED


@dataclass(frozen=True, slots=True)
class FirstReport:
    """What a player's games make toward a first rating; `typed` when they are not the club's."""

    player: Player
    rating_list: RatingList
    published: Published
    typed: bool


@read()
def first_rating_of(look: Read, member: Someone | None, which: RatingList) -> FirstReport:
    """Return the first rating that a member's games make so far; raise RuleError for who has a rating."""
    _require_fide(which)
    subject = member or look.actor.member
    connection, today = look.connection, look.today
    player = find_someone(connection, look.club.id, subject) or newcomer(subject)
    data = journals.state_before(connection, player.id, which, facts.end_of(today))
    state: Any = fide.unrated() if data is None else fide.load(data)
    if state.rating is not None:
        raise RuleError(
            f"{subject.name} has a {which.label} rating, {state.rating}: "
            "a first rating is for somebody without one. See /rating show."
        )
    age = known_ages(connection, [player.id]).get(player.id, NOTHING_KNOWN)
    return FirstReport(player, which, fide.estimate(state, which, fide.coming_day(today), age), typed=False)


async def first_rating_from(services: Services, actor: Actor | None, written: EventSubmission) -> FirstReport:
    """Return the first rating that games would make, by themselves, which are stored nowhere."""
    which = written.rating_list or RatingList.FIDE_STANDARD
    _require_fide(which)
    supposed = await hypothetical_event(services, actor, replace(written, rating_list=which, games=0))
    unrated = replace(supposed, states={which: fide.unrated()}, known={})
    event = unrated.rate()
    published: Published = event.outcome.detail.estimate
    if published.first is None and published.lost is None:
        raise InputError("A first rating takes games against rated opponents: give their ratings, such as 1850.")
    return FirstReport(event.player, which, published, typed=True)


def _require_fide(which: RatingList) -> None:
    if which not in PUBLISHED:
        raise RuleError(f"{which.label} has no first ratings of FIDE: choose {RatingList.FIDE_STANDARD.label}.")

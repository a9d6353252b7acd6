"""A challenge as it stands, and as an event."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.services.confirmation import Confirm
from bot.services.context import Actor
from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.events import challenges
from bot.store.events.challenges import Challenge, ChallengeStatus, ReportedResults
from bot.store.people import players
from bot.store.rows import Club, JournalEntry, Player
from core.crosstable import Crosstable, Entrant, EventKind, Game
from core.errors import NotAllowedError, NotFoundError, RuleError


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two. rating: as displayed now, None while unrated. moved: what the match did, once it counts."""

    player: Player
    rating: int | None
    moved: JournalEntry | None = None


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge with both sides: who challenges, and who is challenged.

    has_lapsed: whether nobody answered in time. counts_at: when what is reported counts by itself.
    confirms: whether the other side may confirm it, or a director alone. pings: whether the other wants to be asked.
    """

    challenge: Challenge
    first: Side
    second: Side
    has_lapsed: bool
    counts_at: datetime | None = None
    confirms: bool = True
    pings: bool = True

    def side_of(self, actor: Actor) -> Side | None:
        """Return whose side somebody is; None for everybody else."""
        mine = actor.member.user_id
        return next((side for side in (self.first, self.second) if side.player.user_id == mine), None)

    def other(self, user_id: int) -> Side:
        """Return the side that a Discord user is not."""
        return self.second if self.first.player.user_id == user_id else self.first


def found(connection: Connection, club: Club, challenge_id: int) -> Challenge:
    """Return a challenge of a club; raise NotFoundError without one."""
    challenge = challenges.find(connection, club.id, challenge_id)
    if challenge is None:
        raise NotFoundError("There is no such challenge in this club: make one with /challenge.")
    return challenge


def card_of(connection: Connection, club: Club, challenge: Challenge, now: datetime) -> ChallengeCard:
    """Return a challenge as it stands."""
    ids = (challenge.from_id, challenge.to_id)
    people = players.by_ids(connection, club.id, ids)
    rated = standings.of_players(connection, club.id, challenge.rating_list, ids)
    first, second = (
        Side(
            people[player_id],
            rated[player_id].displayed if player_id in rated else None,
            None
            if challenge.event_id is None
            else journals.of_event(connection, challenge.event_id, player_id, challenge.rating_list),
        )
        for player_id in ids
    )
    return ChallengeCard(
        challenge,
        first,
        second,
        challenge.status is ChallengeStatus.OPEN and challenge.until <= now,
        None if challenge.reported is None else counts_at(club, challenge.reported),
        club.confirm_results == Confirm.BOTH,
        challenges.takes_challenges(connection, challenge.to_id),
    )


def counts_at(club: Club, reported: ReportedResults) -> datetime:
    """Return when what is reported counts by itself, as a result of an evening does."""
    return reported.at + timedelta(hours=club.confirm_hours)


def check_side(card: ChallengeCard, actor: Actor, *, is_director: bool) -> Side | None:
    """Return whose side somebody is, None for a director who is neither; raise NotAllowedError for anybody else."""
    side = card.side_of(actor)
    if side is None and not is_director:
        names = f"{card.first.player.name}, {card.second.player.name}"
        raise NotAllowedError(f"Only {names} or a tournament director (TD) may do that: make your own with /challenge.")
    return side


def check_reportable(card: ChallengeCard) -> None:
    """Raise RuleError unless a challenge is accepted and nothing is reported of it yet."""
    challenge = card.challenge
    if challenge.status is ChallengeStatus.REPORTED and challenge.reported is not None:
        who = card.first if challenge.reported.by == card.first.player.user_id else card.second
        raise RuleError(f"{who.player.name} has reported it already: press Confirm there, or That's wrong.")
    if challenge.status is not ChallengeStatus.ACCEPTED:
        raise RuleError(f"That challenge is {challenge.status.value}: only one that is accepted can be reported.")


def crosstable_of(challenge: Challenge, results: tuple[float, ...], day: date) -> Crosstable:
    """Return a match as an event of two; colours alternate."""
    entrants = tuple(
        Entrant(number, player=player_id, rated=True)
        for number, player_id in enumerate((challenge.from_id, challenge.to_id), start=1)
    )
    games = tuple(
        Game(number, 1, 2, result, challenge.white_first == (number % 2 == 1))
        for number, result in enumerate(results, start=1)
    )
    return Crosstable(day, entrants, games, kind=EventKind.MATCH)

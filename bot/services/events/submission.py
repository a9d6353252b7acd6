"""A member's event as submitted: its lists, its opponents and its crosstable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.framework.recalculation.states import state_before
from bot.services.framework.subject import Someone, could_be, did_you_mean
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.ratings import standings
from core.errors import InputError
from core.event.background import ExternalRating
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.event.entered_rating import EnteredRating
from core.event.similarity import NEAR
from core.files.common.text import shorten
from core.files.typed.opponents import (
    LOWEST_OPPONENT,
    ParsedOpponent,
    ParsedOpponents,
    check_ratings,
    settle_scores,
)
from core.files.typed.persons import Age
from core.lists import RatingList
from core.rating.rating_system import AsOpponent, ClubPool
from core.rating.systems import lists_for, system_of
from core.words import displayed


class MissingRatingError(InputError):
    """Raised for a report that needs the rating before it. what: is missing, without the hint."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(f"{what} {hint}")
        self.what = what


@dataclass(frozen=True, slots=True)
class EventSubmission:
    """An event as submitted; None for missing options.

    rating, games: before the event. member: whose event a director reports. age, external_ratings: for a first
    rating.
    """

    opponents: ParsedOpponents
    score: float | None = None
    results: tuple[float, ...] | None = None
    rating_list: RatingList | None = None
    rating: float | None = None
    games: int | None = None
    name: str | None = None
    day: date | None = None
    rules: str | None = None
    member: Someone | None = None
    time_control: TimeControl | None = None
    kind: EventKind = EventKind.TOURNAMENT
    age: Age | None = None
    external_ratings: tuple[ExternalRating, ...] = ()
    began: date | None = None

    @property
    def brings_a_rating(self) -> bool:
        return self.rating is not None or self.games is not None or bool(self.external_ratings)

    @property
    def typed_rating(self) -> EnteredRating | None:
        return None if self.rating is None else EnteredRating(self.rating, self.games)

    def lists_in(self, club: Club | None, today: date) -> tuple[RatingList, ...]:
        """Return the lists it moves, main one first: the named one, those of the time control, or the default."""
        if self.rating_list is not None:
            return (self.rating_list,)
        usual = RatingList.USCHESS_REGULAR if club is None else club.default_list
        return (
            (usual,)
            if self.time_control is None
            else lists_for(self.time_control, usual, self.began or self.day or today)
        )

    def entered(self, rating_list: RatingList) -> EnteredRating | None:
        """Return the given rating, None if unrated (games: 0). Raise InputError if it is missing and needed."""
        typed_games = system_of(rating_list).typed_games
        if self.rating is None:
            is_pool = isinstance(system_of(rating_list), ClubPool)
            if self.games == 0 or (self.games is None and (self.external_ratings or is_pool)):
                return None
            by = "" if self.day is None else f" by {self.day.isoformat()}"
            hint = "Add rating and games (the rated games it is based on), or games: 0 for an unrated player."
            if typed_games is not None:
                hint = "Add your rating, or games: 0 for an unrated player."
            whose = "You have" if self.member is None else f"{self.member.name} has"
            raise MissingRatingError(f"{whose} no {rating_list.label} rating here{by} yet.", hint)
        if self.external_ratings:
            raise InputError(
                "Ratings held elsewhere are only used for a first rating. Remove the option elsewhere or the "
                "option rating."
            )
        if self.games is None and typed_games is None:
            what = "The number of rated games behind that rating is missing."
            raise MissingRatingError(what, "Add games, for example games: 25.")
        return EnteredRating(self.rating, typed_games if self.games is None else self.games)


# Opponents of a submission, and its crosstable.


OWN_NUMBER = 1


def crosstable_of(
    connection: Connection | None,
    club_id: int,
    own: Player | None,
    submission: EventSubmission,
    rating_lists: Sequence[RatingList],
    day: date,
    *,
    partly: bool = False,
) -> Crosstable:
    """Return the event as one member reports it; raise InputError quoting an unknown opponent.

    connection: None outside a club. own: None for an unknown member. A member counts on each list with the rating
    there, a typed rating on all. partly: accept part of a name.
    """
    if not isinstance(system_of(rating_lists[0]), ClubPool):
        check_ratings(submission.opponents)
    # What cannot be read is said before a missing score is.
    people = {
        number: named_player(connection, club_id, entry, partly=partly)
        for number, entry in enumerate(submission.opponents.rounds, start=1)
        if isinstance(entry, ParsedOpponent) and entry.rating is None and not submission.kind.is_abroad
    }
    if own is not None and any(player.id == own.id for player in people.values()):
        raise InputError("You cannot be your own opponent. Remove yourself from the opponents.")
    scores, total = settle_scores(submission.opponents, submission.results, submission.score)
    opponents: dict[object, Entrant] = {}
    games, byes = [], []
    each_score = iter(scores)
    for number, entry in enumerate(submission.opponents.rounds, start=1):
        if isinstance(entry, ByeKind):
            byes.append(Bye(number, OWN_NUMBER, entry))
            continue
        key: object
        player = people.get(number)
        if player is not None:
            entrant, key = _entrant_of(connection, club_id, player, entry, submission, rating_lists, day), player.id
        else:
            # In a match, a repeated rating is one opponent; elsewhere it is several.
            entrant = _entrant_rated(entry, submission, rating_lists[0])
            key = entry.rating if submission.kind is EventKind.MATCH else (number,)
        opponent = opponents.setdefault(key, replace(entrant, number=len(opponents) + OWN_NUMBER + 1))
        games.append(Game(number, OWN_NUMBER, opponent.number, next(each_score)))
    me = Entrant(
        OWN_NUMBER,
        player=own.id if own else 0,
        rated=True,
        score=total if None in scores else None,
        external_ratings=submission.external_ratings,
    )
    entrants, began = (me, *opponents.values()), submission.began
    return Crosstable(day, entrants, tuple(games), tuple(byes), submission.kind, submission.time_control, began)


def _entrant_rated(entry: ParsedOpponent, submission: EventSubmission, main: RatingList) -> Entrant:
    """Return an opponent who is only a rating; raise InputError where one cannot count."""
    if entry.rating is None:
        raise InputError(
            f"{entry.text}: opponents abroad count with their FIDE ratings. Write the FIDE rating instead, for "
            "example 1850."
        )
    system = system_of(main)
    if isinstance(system, ClubPool) and entry.rating >= LOWEST_OPPONENT:
        why_not = system.why_not_typed(main)
        if why_not is not None:
            raise InputError(f"{entry.text}: {why_not}")
    return Entrant(0, rating=entry.rating)


def _entrant_of(
    connection: Connection | None,
    club_id: int,
    player: Player,
    entry: ParsedOpponent,
    submission: EventSubmission,
    rating_lists: Sequence[RatingList],
    day: date,
) -> Entrant:
    """Return an opponent of the club with their ratings; raise InputError without one, or beside another typed one."""
    main, *further = rating_lists
    counts = as_opponent_on(connection, club_id, player, main, day)
    system = system_of(main)
    if counts is None and isinstance(system, ClubPool):
        counts = AsOpponent(system.middle)
    if counts is None:
        raise InputError(
            f"{player.name} had no {main.label} rating on {day.isoformat()}. Write their rating "
            f"instead, for example {entry.beside or 1500:g}."
        )
    beside = next((game.rating for game in submission.opponents.games if game.follows), None)
    if beside is not None and abs(counts.rating - beside) <= NEAR:
        raise InputError(
            f'"{entry.text} {beside:g}" may be one opponent or two. Write only the name, or a comma between '
            "two opponents."
        )
    if entry.beside is not None and abs(counts.rating - entry.beside) > NEAR:
        raise InputError(
            f"{player.name} has {main.label} {displayed(counts.rating)} here, not {entry.beside:g}. Write only "
            "the name or only the rating, or a comma between two opponents."
        )
    ratings = []
    for rating_list in further:
        held = as_opponent_on(connection, club_id, player, rating_list, day)
        if held is not None:
            ratings.append((rating_list, held.rating))
    return Entrant(0, rating=counts.rating, deviation=counts.deviation, player=player.id, list_ratings=tuple(ratings))


def named_player(connection: Connection | None, club_id: int, entry: ParsedOpponent, *, partly: bool = False) -> Player:
    """Return the named player; raise InputError quoting an unknown name."""
    if connection is None:
        raise InputError(
            f'"{entry.text}" is not a rating. Outside a club server, write the opponents\' ratings, for example '
            f"{entry.beside or 1500:g}."
        )
    if entry.user is not None:
        found = players.by_user(connection, club_id, entry.user)
        if found is None:
            raise InputError(
                f"<@{entry.user}> has no rating in this club yet. Write their rating instead, for example 1500.",
                mentions=(entry.user,),
            )
        return found
    if entry.player is not None:
        known = players.resolve_merged(connection, club_id, [entry.player])
        if entry.player not in known:
            raise InputError(f"There is no player {entry.text} in this club. Write a name, or another number.")
        return known[entry.player]
    assert entry.name is not None
    named = players.named(connection, club_id, entry.name)
    if not named:
        # A word of the name is enough if only one player has it; the answer says whom.
        part = players.partly_named(connection, club_id, entry.name, whole=not partly)
        named = part if partly or len(part) == 1 else ()
    if not named:
        asked = did_you_mean(connection, club_id, entry.name)
        if asked is None and " " in entry.name:
            rating = f"{_LETTERS.get(entry.score, '')}{entry.beside or 1500:g}"
            asked = (
                f'"{shorten(entry.name)}" is not a player of this club. Write the rating instead, for example {rating}.'
            )
        raise InputError(
            asked or f'"{entry.text}" is neither a rating nor a player of this club. Write a rating, for example 1500.'
        )
    if len(named) > 1:
        raise InputError(could_be(entry.name, named))
    return named[0]


_LETTERS: Mapping[float | None, str] = {1.0: "W", 0.5: "D", 0.0: "L"}


def as_opponent_on(
    connection: Connection | None, club_id: int, player: Player, rating_list: RatingList, day: date
) -> AsOpponent | None:
    assert connection is not None
    standing = standings.find(connection, club_id, rating_list, player.id)
    state = state_before(connection, rating_list, player.id, standing, facts.end_of(day))
    system = system_of(rating_list)
    return None if state is None else system.as_opponent(system.load(state), day)


def known_opponents(connection: Connection, club_id: int, crosstable: Crosstable) -> dict[int, Player]:
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int) and not entrant.rated]
    return players.by_ids(connection, club_id, known) if known else {}

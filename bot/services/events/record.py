"""Rate and store a member's own event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.events.consent import (
    UnconfirmedReport,
    check_official_events_stay,
    check_others_stay,
    standing_of_report,
    unconfirmed_report,
)
from bot.services.events.report import EventReport, EventSource, ListReport, is_highest, may_be_peak
from bot.services.events.same_games import find_duplicate_report
from bot.services.framework.context import Actor
from bot.services.framework.recalculation.lists import ListChange, ListChanges, add_age_dependent
from bot.services.framework.recalculation.states import state_before
from bot.services.framework.subject import Someone, could_be, did_you_mean, find_someone
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.store.database.rows import (
    Club,
    EnteredRatingFact,
    EventFact,
    FactPosition,
    NewEnteredRating,
    NewEvent,
    Player,
    ReportStanding,
)
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.people import players
from bot.store.ratings import journals, standings
from core.errors import InputError, NotAllowedError, RuleError
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
from core.rating.outcome import DisplayedRating
from core.rating.rating_system import AsOpponent, ClubPool
from core.rating.systems import lists_for, system_of
from core.words import counted, displayed

# A member's submission, before anything is stored.


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
            if self.member is None:
                raise InputError(f"You have no {rating_list.label} rating here{by} yet. {hint}")
            raise InputError(f"{self.member.name} has no {rating_list.label} rating here{by} yet. {hint}")
        if self.external_ratings:
            raise InputError(
                "Ratings held elsewhere are only used for a first rating. Remove the option elsewhere or the "
                "option rating."
            )
        if self.games is None and typed_games is None:
            raise InputError(
                "The number of rated games behind that rating is missing. Add games, for example games: 25."
            )
        return EnteredRating(self.rating, typed_games if self.games is None else self.games)


# Opponents of a submission, and its crosstable.


OWN_NUMBER = 1


def crosstable_of(
    connection: Connection | None,
    club_id: int,
    own: Player | None,
    written: EventSubmission,
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
        check_ratings(written.opponents)
    # What cannot be read is said before a missing score is.
    people = {
        number: written_player(connection, club_id, entry, partly=partly)
        for number, entry in enumerate(written.opponents.rounds, start=1)
        if isinstance(entry, ParsedOpponent) and entry.rating is None and not written.kind.is_abroad
    }
    scores, total = settle_scores(written.opponents, written.results, written.score)
    lines: dict[object, Entrant] = {}
    games, byes = [], []
    each_score = iter(scores)
    main = rating_lists[0]
    system = system_of(main)
    why_not = system.why_not_typed(main) if isinstance(system, ClubPool) else None
    for number, entry in enumerate(written.opponents.rounds, start=1):
        if isinstance(entry, ByeKind):
            byes.append(Bye(number, OWN_NUMBER, entry))
            continue
        # In a match, a repeated rating is one opponent; elsewhere it is several.
        key: object = entry.rating if written.kind is EventKind.MATCH else (number,)
        counts, player = None if entry.rating is None else AsOpponent(entry.rating), None
        further: tuple[tuple[RatingList, float], ...] = ()
        if entry.rating is not None and why_not is not None and entry.rating >= LOWEST_OPPONENT:
            raise InputError(f"{entry.text}: {why_not}")
        if entry.rating is None and written.kind.is_abroad:
            raise InputError(
                f"{entry.text}: opponents abroad count with their FIDE ratings. Write the FIDE rating "
                "instead, for example 1850."
            )
        if entry.rating is None:
            player = people[number]
            if own is not None and player.id == own.id:
                raise InputError("You cannot be your own opponent. Remove yourself from the opponents.")
            key = player.id
            counts = as_opponent_on(connection, club_id, player, main, day)
            if counts is None and isinstance(system, ClubPool):
                counts = AsOpponent(system.middle)
            if counts is None:
                raise InputError(
                    f"{player.name} had no {main.label} rating on {day.isoformat()}. Write their rating "
                    f"instead, for example {entry.beside or 1500:g}."
                )
            beside = next((one.rating for one in written.opponents.games if one.follows), None)
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
            others = [(other, as_opponent_on(connection, club_id, player, other, day)) for other in rating_lists[1:]]
            further = tuple((other, found.rating) for other, found in others if found is not None)
        opponent = lines.setdefault(
            key,
            Entrant(
                number=len(lines) + OWN_NUMBER + 1,
                rating=None if counts is None else counts.rating,
                deviation=None if counts is None else counts.deviation,
                player=player.id if player else None,
                list_ratings=further,
            ),
        )
        games.append(Game(number, OWN_NUMBER, opponent.number, next(each_score)))
    unknown = any(score is None for score in scores)
    me = Entrant(
        OWN_NUMBER,
        player=own.id if own else 0,
        rated=True,
        score=total if unknown else None,
        external_ratings=written.external_ratings,
    )
    entrants, began = (me, *lines.values()), written.began
    return Crosstable(day, entrants, tuple(games), tuple(byes), written.kind, written.time_control, began)


def written_player(
    connection: Connection | None, club_id: int, entry: ParsedOpponent, *, partly: bool = False
) -> Player:
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


class DuplicateReport(RuleError):
    """Raised for a report that looks like a stored event; `twice` stores it all the same."""


First = Callable[[Connection, Player, bool], None]


@use_case("record-event")
def record_own_event(
    write: Write, written: EventSubmission, *, twice: bool = False, first: First | None = None
) -> EventReport | UnconfirmedReport:
    return store_own_event(write, written, twice=twice, first=first)


def store_own_event(
    write: Write,
    written: EventSubmission,
    *,
    twice: bool = False,
    first: First | None = None,
    place: FactPosition | None = None,
) -> EventReport | UnconfirmedReport:
    """Rate and store an event; it waits if the club confirms reports.

    Raise DuplicateReport unless `twice`. first: checks told whether the player is rated. place: of an event that it
    replaces.
    """
    connection, club = write.connection, write.club
    subject = written.member or write.actor.member
    why_not = _why_not(club, write.actor, subject)
    if why_not is not None:
        raise NotAllowedError(why_not)

    day = written.day or write.today
    lists = written.lists_in(club, day)
    main = lists[0]
    system = system_of(main)
    if isinstance(system, ClubPool):
        raise RuleError(system.why_not_report(main))
    own = write.ensure(subject)
    end = facts.end_of(day)
    club.house_rules.check_open(*lists)
    before = {moved: standings.find(connection, club.id, moved, own.id) for moved in lists}
    if first is not None:
        first(connection, own, any(standing is not None for standing in before.values()))
    crosstable = crosstable_of(connection, club.id, own, written, lists, day)
    stored = state_before(connection, main, own.id, before[main], end)
    standing, waits_until = standing_of_report(write)
    entered = None
    if stored is None:
        entered = _entered_rating(write, own, main, FactPosition(day, write.entered_seq), written)
    elif (why_not := _why_not_typed(written, main, system.rank(system.load(stored)))) is not None:
        raise InputError(why_not)
    if not twice:
        _check_is_new(write, own, crosstable, written.name, lists)
    new = NewEvent(
        club_id=club.id,
        place=place or write.place(day),
        name=written.name,
        rating_lists=lists,
        rules=written.rules,
        source=EventSource.REPORT,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        standing=standing,
        waits_until=waits_until,
    )
    event_id = facts.add_event(connection, new, crosstable)
    if waits_until is not None:
        further: ListChanges = {}
        if written.age is not None and _keep_age(connection, own, written.age, further):
            check_official_events_stay(connection, club, write.actor, own.id, write.recalculate(further).lists.values())
        write.note(event_id)
        return unconfirmed_report(connection, club, event_id)
    fact = EventFact(new.place, event_id, crosstable, new.rules, standing is ReportStanding.CONFIRMED)
    changed: ListChanges = {moved: ListChange(added=(fact,)) for moved in lists}
    if entered is not None:
        changed[main] = ListChange(added=(entered, fact))
    is_age_new = written.age is not None and _keep_age(connection, own, written.age, changed)
    done = write.recalculate(changed)
    if is_age_new:
        check_official_events_stay(connection, club, write.actor, own.id, done.lists.values())
    check_others_stay(club, write.actor, own.id, done.lists.values(), "report it for you")
    outcomes = [(moved, done.lists[moved].outcomes[event_id, own.id]) for moved in lists]
    highest = {moved: journals.highest_before(connection, own.id, moved, new.place) for moved in lists}
    report = EventReport(
        event_id=event_id,
        name=written.name,
        day=day,
        player=own,
        crosstable=crosstable,
        lists=tuple(
            ListReport(
                moved,
                system_of(moved).as_shown(outcome, club.house_rules),
                is_peak=may_be_peak(moved, outcome) and is_highest(outcome, highest[moved]),
            )
            for moved, outcome in outcomes
        ),
        opponents=known_opponents(connection, club.id, crosstable),
        reported_by=write.actor.member.user_id,
        house_rules=club.house_rules,
        later=done.later,
        standing=standing,
    )
    write.note(event_id)
    return report


@read()
def may_record(look: Read, written: EventSubmission) -> bool:
    connection, club = look.connection, look.club
    main = written.lists_in(club, written.day or look.today)[0]
    own = find_someone(connection, club.id, written.member or look.actor.member)
    if _why_not(club, look.actor, written.member or look.actor.member) is not None:
        return False
    system = system_of(main)
    standing = None if own is None else standings.find(connection, club.id, main, own.id)
    if isinstance(system, ClubPool) or own is None or standing is None:
        return not isinstance(system, ClubPool)
    stored = state_before(connection, main, own.id, standing, facts.end_of(written.day or look.today))
    return stored is None or _why_not_typed(written, main, system.rank(system.load(stored))) is None


@read()
def first_is_unrated(look: Read, written: EventSubmission) -> EventSubmission:
    """Return a submission as that of an unrated player, if the club knows no rating."""
    day = written.day or look.today
    main = written.lists_in(look.club, day)[0]
    own = find_someone(look.connection, look.club.id, written.member or look.actor.member)
    standing = None if own is None else standings.find(look.connection, look.club.id, main, own.id)
    is_rated = own is not None and state_before(look.connection, main, own.id, standing, facts.end_of(day)) is not None
    return written if is_rated else replace(written, games=0)


def _why_not_typed(written: EventSubmission, main: RatingList, stored: DisplayedRating | None) -> str | None:
    if not written.brings_a_rating:
        return None
    if written.external_ratings:
        return f"A {main.label} rating is stored already. Remove the option elsewhere."
    rating, games = (None, 0) if stored is None else (stored.displayed, stored.games)
    same_rating = written.rating in (None, rating) or (stored is not None and written.rating == round(stored.rating, 2))
    if same_rating and written.games in (None, games):
        return None
    typed = [f"rating: {written.rating:g}"] if written.rating is not None else []
    typed += [f"games: {written.games}"] if written.games is not None else []
    hint = "Remove rating and games, or ask a director to correct it with /td rating."
    if rating is None:
        return f'"{" ".join(typed)}" does not fit: no {main.label} rating is stored. {hint}'
    known = f"{main.label} {rating} after {counted(games, 'game')}"
    return f'"{" ".join(typed)}" does not fit: {known} is stored. {hint}'


def _keep_age(connection: Connection, own: Player, age: Age, changed: ListChanges) -> bool:
    is_new = players.set_background(connection, own.id, age.born, adult=age.adult)
    if is_new:
        add_age_dependent(connection, own.id, changed)
    return is_new


def _check_is_new(
    write: Write,
    own: Player,
    crosstable: Crosstable,
    name: str | None,
    lists: Sequence[RatingList],
) -> None:
    same = find_duplicate_report(write.connection, write.club, own, crosstable, name, lists)
    if same is not None:
        raise DuplicateReport(
            f"That looks like {same.name or 'the event'} of {same.place.date.isoformat()}, which is "
            "already stored. If it is another event, press Store it anyway."
        )


def _why_not(club: Club, actor: Actor, subject: Someone) -> str | None:
    if subject.user_id != actor.member.user_id:
        if actor.is_director(club):
            return None
        return "Only a tournament director (TD) can report for somebody else. Ask one of them."
    if actor.may_self_report(club):
        return None
    return "You cannot report your own events in this club. Ask a tournament director (TD)."


def _entered_rating(
    write: Write, own: Player, rating_list: RatingList, place: FactPosition, written: EventSubmission
) -> EnteredRatingFact | None:
    standing, waits_until = standing_of_report(write)
    entered = written.entered(rating_list)
    if entered is None:
        return None
    new = NewEnteredRating(
        club_id=write.club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=entered.rating,
        games=entered.games,
        peak=None,
        floor=None,
        reason="reported with an event",
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        is_confirmed=standing is ReportStanding.CONFIRMED,
        waits=waits_until is not None,
    )
    return corrections.add_entered_rating(write.connection, new)

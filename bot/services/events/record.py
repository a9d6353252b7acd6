"""Rate a member's own event and store it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.context import Actor
from bot.services.events.consent import (
    UnconfirmedReport,
    check_official_events_stay,
    check_others_stay,
    find_duplicate_report,
    standing_of_report,
    unconfirmed_report,
)
from bot.services.events.report import EventReport, EventSource, ListReport, is_highest, may_be_peak
from bot.services.recalculation.lists import ListChange, ListChanges, add_age_dependent
from bot.services.recalculation.states import state_before
from bot.services.someone import Someone, did_you_mean, find_someone
from bot.services.transaction import Read, Write, read, use_case
from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.events import corrections, facts
from bot.store.events.unconfirmed import moving_from
from bot.store.people import players
from bot.store.rows import Club, EventFact, FactPosition, NewEvent, NewOpening, OpeningFact, Player, ReportStanding
from core.background import ExternalRating
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.errors import InputError, NotAllowedError, RuleError
from core.formats.typed.opponents import LOWEST_OPPONENT, ParsedOpponent, ParsedOpponents, settle_scores
from core.formats.typed.persons import Age
from core.lists import RatingList
from core.opening import Opening
from core.outcome import DisplayedRating
from core.rating_system import AsOpponent, ClubPool
from core.systems import SYSTEMS, lists_for
from core.words import counted

# What a member wrote about an event of their own, and what follows from it before anything is stored.


@dataclass(frozen=True, slots=True)
class EventSubmission:
    """An event as written; None where an option was left out.

    rating, games: their rating before it and the rated games behind that, where the club does not know them.
    member: whose event it is, where a director reports for somebody.
    age: what is known of their age, and external_ratings: those held elsewhere, both for a first rating.
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

    @property
    def brings_a_rating(self) -> bool:
        return self.rating is not None or self.games is not None or bool(self.external_ratings)

    @property
    def has(self) -> str:
        """Return the beginning of a sentence about whose event it is."""
        return "You have" if self.member is None else f"{self.member.name} has"

    def lists_in(self, club: Club | None, today: date) -> tuple[RatingList, ...]:
        """Return the lists that it moves, the main one first.

        The one named; or those of the time control, which are two for a dual-rated event; or the club's default.
        """
        if self.rating_list is not None:
            return (self.rating_list,)
        usual = RatingList.USCHESS_REGULAR if club is None else club.default_list
        return (usual,) if self.time_control is None else lists_for(self.time_control, usual, self.day or today)

    def opening(self, rating_list: RatingList) -> Opening | None:
        """Return the rating that was given with it, or None for a player who was never rated (games: 0).

        Raise InputError when it was not given, for a player of whom the club knows none.
        """
        if self.rating is None:
            if self.games == 0 or (self.games is None and self.external_ratings):
                return None
            by = "" if self.day is None else f" by {self.day.isoformat()}"
            raise InputError(
                f"{self.has} no {rating_list.label} rating here{by} yet: add rating and games "
                "(the rated games behind it), or games: 0 for somebody who was never rated."
            )
        if self.external_ratings:
            raise InputError("Ratings held elsewhere are for a first rating here: leave elsewhere out, or rating.")
        if self.games is None:
            raise InputError("How many rated games is that rating based on? Add games, such as games: 25.")
        return Opening(self.rating, self.games)


# Who the opponents are that a member wrote down, and the crosstable that they make.


OWN_NUMBER = 1
"""The pairing number of the member whose event it is."""


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
    """Return the event as one member reports it; raise InputError naming the word that is nobody.

    connection: None outside a club, where only ratings can be opponents.
    own: the member, None for somebody the club does not know.
    rating_lists: those that the event moves, the main one first. An opponent who is a member counts on each with
        the rating there; a rating that was typed, or a member's on the main list alone, counts on all.
    partly: a part of a name is enough, where nothing is written by it.
    """
    scores, total = settle_scores(written.opponents, written.results, written.score)
    lines: dict[object, Entrant] = {}
    games, byes = [], []
    each_score = iter(scores)
    main = rating_lists[0]
    system = SYSTEMS[main]
    why_not = system.why_not_typed(main) if isinstance(system, ClubPool) else None
    for number, entry in enumerate(written.opponents.rounds, start=1):
        if isinstance(entry, ByeKind):
            byes.append(Bye(number, OWN_NUMBER, entry))
            continue
        # In a match, one rating written several times is one opponent; elsewhere ratings are strangers.
        key: object = entry.rating if written.kind is EventKind.MATCH else (number,)
        counts, player = None if entry.rating is None else AsOpponent(entry.rating), None
        further: tuple[tuple[RatingList, float], ...] = ()
        if entry.rating is not None and why_not is not None and entry.rating >= LOWEST_OPPONENT:
            raise InputError(f"{entry.text}: {why_not}")
        if entry.rating is None and written.kind.is_abroad:
            raise InputError(
                f"{entry.text}: abroad, opponents count with their FIDE ratings: write it instead, such as 1850."
            )
        if entry.rating is None:
            player = written_player(connection, club_id, entry, partly=partly)
            if own is not None and player.id == own.id:
                raise InputError("You cannot be your own opponent: take yourself out of the opponents.")
            key = player.id
            counts = as_opponent_on(connection, club_id, player, main, day)
            if counts is None:
                raise InputError(
                    f"{player.name} had no {main.label} rating on {day.isoformat()}: write their rating instead."
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
    return Crosstable(day, (me, *lines.values()), tuple(games), tuple(byes), written.kind, written.time_control)


def written_player(
    connection: Connection | None, club_id: int, entry: ParsedOpponent, *, partly: bool = False
) -> Player:
    """Return the player whom a word names; raise InputError naming the word that is nobody."""
    if connection is None:
        raise InputError(f'"{entry.text}" is not a rating: outside a club server, write the opponents\' ratings.')
    if entry.user is not None:
        found = players.by_user(connection, club_id, entry.user)
        if found is None:
            raise InputError(
                f"<@{entry.user}> has no rating in this club yet: write their rating instead, such as 1500.",
                mentions=(entry.user,),
            )
        return found
    if entry.player is not None:
        known = players.resolve_merged(connection, club_id, [entry.player])
        if entry.player not in known:
            raise InputError(f"There is no player {entry.text} in this club: choose one that is offered as you type.")
        return known[entry.player]
    assert entry.name is not None
    named = players.named(connection, club_id, entry.name)
    if partly and not named:
        named = players.partly_named(connection, club_id, entry.name)
    if not named:
        asked = did_you_mean(connection, club_id, entry.name)
        raise InputError(
            asked
            or f'"{entry.text}" is neither a rating nor a player of this club: write a rating such as 1500 instead.'
        )
    if len(named) > 1:
        choices = ", ".join(player.name for player in named)
        raise InputError(f'"{entry.text}" could be {choices}: choose one that is offered as you type.')
    return named[0]


def as_opponent_on(
    connection: Connection | None, club_id: int, player: Player, rating_list: RatingList, day: date
) -> AsOpponent | None:
    """Return what a player counts with on a list at the end of a day, None where there was no rating."""
    assert connection is not None
    standing = standings.find(connection, club_id, rating_list, player.id)
    state = state_before(connection, rating_list, player.id, standing, facts.end_of(day))
    system = SYSTEMS[rating_list]
    return None if state is None else system.as_opponent(system.load(state), day)


def known_opponents(connection: Connection, club_id: int, crosstable: Crosstable) -> dict[int, Player]:
    """Return the opponents whom the club knows, by player id."""
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int) and not entrant.rated]
    return players.by_ids(connection, club_id, known) if known else {}


class DuplicateReport(RuleError):
    """What is reported looks like an event that is stored already; `twice` stores it all the same."""


First = Callable[[Connection, Player, bool], None]


@use_case("record-event")
def record_own_event(
    write: Write, written: EventSubmission, *, twice: bool = False, first: First | None = None
) -> EventReport | UnconfirmedReport:
    """Rate an event and store it, as `store_own_event` does."""
    return store_own_event(write, written, twice=twice, first=first)


def store_own_event(
    write: Write,
    written: EventSubmission,
    *,
    twice: bool = False,
    first: First | None = None,
    place: FactPosition | None = None,
) -> EventReport | UnconfirmedReport:
    """Rate an event and store it.

    Where the club has every report confirmed, it is stored and waits. Raise DuplicateReport for one that looks like an
    event of that day with the same player, unless it is meant to be stored `twice`.
    first: what may yet raise of a player who may report, told whether they are rated on a list of the event.
    place: of an event that it replaces; None for the last of its day.
    """
    connection, club = write.connection, write.club
    subject = written.member or write.actor.member
    why_not = _why_not(club, write.actor, subject)
    if why_not is not None:
        raise NotAllowedError(why_not)

    day = written.day or write.today
    lists = written.lists_in(club, day)
    main = lists[0]
    system = SYSTEMS[main]
    if isinstance(system, ClubPool):
        raise RuleError(system.why_not_report(main))
    own = write.ensure(subject)
    end = facts.end_of(day)
    before = {moved: standings.find(connection, club.id, moved, own.id) for moved in lists}
    if first is not None:
        first(connection, own, any(standing is not None for standing in before.values()))
    crosstable = crosstable_of(connection, club.id, own, written, lists, day)
    stored = state_before(connection, main, own.id, before[main], end)
    standing, waits_until = standing_of_report(write)
    opening = None
    if stored is None:
        opening = _opening(write, own, main, FactPosition(day, write.opening_seq), written)
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
    if opening is not None:
        changed[main] = ListChange(added=(opening, fact))
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
                SYSTEMS[moved].as_shown(outcome, club.house_rules),
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
    """Tell whether somebody may store what they wrote; what else is wrong with it is said when they do."""
    connection, club = look.connection, look.club
    main = written.lists_in(club, written.day or look.today)[0]
    own = find_someone(connection, club.id, written.member or look.actor.member)
    if _why_not(club, look.actor, written.member or look.actor.member) is not None:
        return False
    system = SYSTEMS[main]
    standing = None if own is None else standings.find(connection, club.id, main, own.id)
    if isinstance(system, ClubPool) or own is None or standing is None:
        return not isinstance(system, ClubPool)
    stored = state_before(connection, main, own.id, standing, facts.end_of(written.day or look.today))
    return stored is None or _why_not_typed(written, main, system.rank(system.load(stored))) is None


@read()
def first_is_unrated(look: Read, written: EventSubmission) -> EventSubmission:
    """Return an event as that of somebody who was never rated, where the club knows no rating of theirs."""
    day = written.day or look.today
    main = written.lists_in(look.club, day)[0]
    own = find_someone(look.connection, look.club.id, written.member or look.actor.member)
    standing = None if own is None else standings.find(look.connection, look.club.id, main, own.id)
    is_rated = own is not None and state_before(look.connection, main, own.id, standing, facts.end_of(day)) is not None
    return written if is_rated else replace(written, games=0)


def _why_not_typed(written: EventSubmission, main: RatingList, stored: DisplayedRating | None) -> str | None:
    """Return why what was typed of a rating does not agree with the stored one; None where it does."""
    if not written.brings_a_rating:
        return None
    if written.external_ratings:
        return f"{written.has} a stored {main.label} rating. Leave elsewhere out."
    rating, games = (None, 0) if stored is None else (stored.displayed, stored.games)
    same_rating = written.rating in (None, rating) or (stored is not None and written.rating == round(stored.rating, 2))
    if same_rating and written.games in (None, games):
        return None
    typed = [f"rating: {written.rating:g}"] if written.rating is not None else []
    typed += [f"games: {written.games}"] if written.games is not None else []
    known = "no stored rating" if rating is None else f"a stored rating of {rating} after {counted(games, 'game')}"
    return (
        f'"{" ".join(typed)}" is not what is stored. {written.has} {known} ({main.label}): leave rating and games out, '
        "or ask a director to correct it with /td rating."
    )


def _keep_age(connection: Connection, own: Player, age: Age, changed: ListChanges) -> bool:
    """Keep what was told of a player's age, and tell whether it is new; what it decided is rated again."""
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
    moving = moving_from(write.connection, write.club.id, own.id, crosstable.date)
    same = find_duplicate_report(write.connection, write.club, own, crosstable, name, lists, moving)
    if same is not None:
        raise DuplicateReport(
            f"That looks like {same.name or 'the event'} of {same.place.date.isoformat()}, which is stored: where it "
            "is another event, press Store it all the same."
        )


def _why_not(club: Club, actor: Actor, subject: Someone) -> str | None:
    """Return why somebody may not report an event of a player; None where they may."""
    if subject.user_id != actor.member.user_id:
        if actor.is_director(club):
            return None
        return "Only a tournament director (TD) can report for somebody else. Ask one of them."
    if actor.may_self_report(club):
        return None
    return "In this club you cannot report your own events: ask a tournament director (TD)."


def _opening(
    write: Write, own: Player, rating_list: RatingList, place: FactPosition, written: EventSubmission
) -> OpeningFact | None:
    """Store the rating that a member brings along, which waits with its event; None for one who was never rated."""
    standing, waits_until = standing_of_report(write)
    opening = written.opening(rating_list)
    if opening is None:
        return None
    new = NewOpening(
        club_id=write.club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=opening.rating,
        games=opening.games,
        peak=None,
        floor=None,
        reason="reported with an event",
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        is_confirmed=standing is ReportStanding.CONFIRMED,
        waits=waits_until is not None,
    )
    return corrections.add_opening(write.connection, new)

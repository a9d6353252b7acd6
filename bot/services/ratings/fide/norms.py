"""Title norms: a player's event checked, what is still needed, and the way to the title."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.events.report import SectionReport, outcomes_of
from bot.services.framework.actions import event_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.states import known_ages
from bot.services.framework.subject import Someone, find_someone, newcomer
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.services.ratings.fide.snapshot import NormEvent, is_large_event
from bot.services.ratings.forecast import LiveSection
from bot.store.database.rows import Club, Event, Player, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.events import facts, unconfirmed
from bot.store.people import players, profiles
from bot.store.people.profiles import PlayerDetails
from bot.store.ratings import journals
from core.errors import InputError, NotFoundError, NothingYetError
from core.event.background import NOTHING_KNOWN
from core.event.crosstable import Crosstable
from core.files.typed.opponents import ParsedRounds
from core.lists import RatingList
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.declared import NOTHING_DECLARED, DeclaredSettings
from core.rating.fide.norms.facts import TITLE_HOLDERS, Decided, EventFormat, NormPlayer, NormSnapshot, TitleNorm
from core.rating.fide.norms.forecast import Forecast, NormAnswer, RemainingGame, forecast, norm_answer
from core.rating.fide.norms.result import (
    NormRecord,
    NormResult,
    RatingTitle,
    TitleProgress,
    evaluate_all,
    rating_titles,
    title_progress,
)
from core.rating.fide.system import SYSTEM as fide
from core.rating.fide.system import TITLE_SYSTEM
from core.rating.outcome import Award
from core.rating.systems import PUBLISHED
from core.rating.uschess.system import LISTS as USCHESS
from core.tournament.odds.open_event import Method, Schedule
from core.tournament.prospects import Prospect, average_of

# All norms of a player, and the way to a title.


STANDARD = RatingList.FIDE_STANDARD
MOST_EVENTS = 1_000


@dataclass(frozen=True, slots=True)
class WayToTitle:
    """Progress toward the chosen norm's title, and toward titles by rating. highest: rating ever reached, or None."""

    progress: TitleProgress
    by_rating: tuple[RatingTitle, ...]
    highest: int | None


def norm_event(
    connection: Connection, club: Club, event_id: int, declared: DeclaredSettings
) -> tuple[str | None, NormEvent]:
    event, crosstable, outcomes = outcomes_of(connection, club, event_id)
    stored = DeclaredSettings.from_json(facts.title_norms(connection, [event_id]).get(event_id, {}))
    details = _details(connection, club, [crosstable])
    return event.name, NormEvent(crosstable, outcomes.get(STANDARD), declared.over(stored), details)


def _details(connection: Connection, club: Club, crosstables: Iterable[Crosstable]) -> dict[int, PlayerDetails]:
    entrants = (entrant for crosstable in crosstables for entrant in crosstable.entrants)
    known = {entrant.player for entrant in entrants if isinstance(entrant.player, int)}
    return profiles.details_of(connection, club.id, known)


def records_of(connection: Connection, club: Club, player: Player, woman: bool | None, *, but: int) -> list[NormRecord]:
    played = facts.events_of(connection, club.id, player.id, MOST_EVENTS, STANDARD)
    ids = [one.id for one in played if one.id != but and one.is_confirmed]
    crosstables = facts.crosstables(connection, ids) if ids else {}
    details = _details(connection, club, crosstables.values())
    records = []
    for event_id, crosstable in crosstables.items():
        number = crosstable.number_of(player.id)
        if not NormEvent(crosstable, None, NOTHING_DECLARED, details).may_be_norm(number):
            continue
        _, event = norm_event(connection, club, event_id, NOTHING_DECLARED)
        snapshot = event.snapshot(number, woman=woman)
        best = highest_norm(evaluate_all(snapshot))
        if best is not None:
            records.append(record_of(best, event, snapshot))
    return records


def record_of(result: NormResult, event: NormEvent, snapshot: NormSnapshot) -> NormRecord:
    settings = snapshot.settings
    return NormRecord.of(
        result,
        event.crosstable.date,
        large_event=is_large_event(settings),
        one_round_days=event.declared.one_round_days(settings.rounds),
    )


def highest_norm(results: Sequence[NormResult]) -> NormResult | None:
    return next((result for result in results if result.achieved), None)


def way_to_title(
    connection: Connection,
    club: Club,
    today: date,
    player: Player,
    norm: TitleNorm,
    woman: bool | None,
    records: Sequence[NormRecord],
) -> WayToTitle | None:
    """Return the way to a norm's title over all norms; None if it is not open to the player.

    Unconfirmed ratings do not count.
    """
    reported = unconfirmed.first_place(connection, club.id, STANDARD, player.id)
    data = journals.state_before(connection, player.id, STANDARD, reported or facts.end_of(today))
    state = fide.unrated() if data is None else fide.load(data)
    age = known_ages(connection, [player.id]).get(player.id, NOTHING_KNOWN)
    # 1.5.3a: a rating reached within a period counts, published or not.
    coming = fide.estimate(state, STANDARD, fide.coming_day(today), age).after
    reached = [rating for rating in (state.peak, None if coming is None else coming.displayed) if rating is not None]
    highest = max(reached, default=None)
    ways = title_progress(records, highest, woman)
    progress = next((way for way in ways if way.norm is norm), None)
    if progress is None:
        return None
    games = state.games if coming is None else coming.games
    return WayToTitle(progress, rating_titles(highest, games, woman), highest)


@dataclass(frozen=True, slots=True)
class NormQuestion:
    """A question about norms; None for missing options.

    rounds: typed ones instead of an event. norm: to explain. member: whose event. day: first day of a typed event.
    keep: whether to store the declared details.
    """

    declared: DeclaredSettings = NOTHING_DECLARED
    event_id: int | None = None
    rounds: ParsedRounds | None = None
    norm: TitleNorm | None = None
    member: Someone | None = None
    federation: str | None = None
    woman: bool | None = None
    day: date | None = None
    keep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NormReport(NormAnswer):
    """A player's event and its norms.

    event_id, way: None for typed rounds. ratings_given: whether the event's own ratings are used.
    standing: how far ratings are confirmed.
    """

    player: Player
    event_id: int | None = None
    name: str | None = None
    ratings_given: bool = False
    stored: bool = False
    way: WayToTitle | None = None
    standing: ReportStanding = ReportStanding.CONFIRMED


@read()
def uses_fide_norms(look: Read, member: Someone | None, event_id: int | None) -> bool:
    """Return whether an event's norms are FIDE's, not US Chess'; default: the player's latest."""
    connection, club = look.connection, look.club
    if event_id is not None:
        event = facts.find_event(connection, club.id, event_id)
        return event is not None and STANDARD in event.rating_lists
    player = find_someone(connection, club.id, member or look.actor.member)
    if player is None or not facts.events_of(connection, club.id, player.id, 1, STANDARD):
        return False
    return club.default_list in PUBLISHED or journals.last_event(connection, player.id, USCHESS) is None


async def norm_of(services: Services, actor: Actor | None, question: NormQuestion) -> NormReport:
    """Return the norms of a stored event (default: the last) or typed rounds. actor: None outside a club."""
    if question.rounds is not None:
        return await _typed(services, actor, question, question.rounds)
    if actor is None:
        raise InputError(
            "The opponents are missing. Outside a club server, write them, for example W2450 IM NED, =2380 GM FRA."
        )
    if question.day is not None:
        raise InputError(
            "A stored event already has its days. Remove the option day, or write opponents instead of an event."
        )
    return await _event_norms(services, actor, question)


@read()
def _event_norms(look: Read, question: NormQuestion) -> NormReport:
    return _stored(look, question)


@use_case(
    event_action("norm-settings", "changed title norm settings of", shown_by="/td audit"),
    director_to="store the details of an event for title norms",
)
def keep_norms(write: Write, question: NormQuestion) -> NormReport:
    connection, club = write.connection, write.club
    event_id, _ = _event_and_player(connection, club, write.actor, question)
    stored = DeclaredSettings.from_json(facts.title_norms(connection, [event_id]).get(event_id, {}))
    facts.keep_declared_settings(connection, club.id, event_id, question.declared.over(stored).to_json())
    write.note(event_id)
    return _stored(write, replace(question, event_id=event_id, keep=True))


async def _typed(services: Services, actor: Actor | None, question: NormQuestion, written: ParsedRounds) -> NormReport:
    if question.event_id is not None:
        raise InputError("You named an event and wrote opponents. Give only one of the two.")
    player, details, today = Player(0, None, "You"), PlayerDetails(), services.today(None)
    if actor is not None:
        player, details, today = await _typed_player(services, actor, question)
    day = question.day or today
    settings = question.declared.settings(day, None, written.rounds)
    woman = question.woman
    if woman is None and details.sex is not None:
        woman = details.sex == "w"
    who = NormPlayer(question.federation or details.federation, woman)
    # Trying many results of future rounds takes tenths of a second.
    snapshot = NormSnapshot(who, settings, written.games)
    return await asyncio.to_thread(_report, player, snapshot, question, written.remaining)


@read()
def _typed_player(look: Read, question: NormQuestion) -> tuple[Player, PlayerDetails, date]:
    found = _asked_player(look.connection, look.club, look.actor, question)
    details = profiles.details_of(look.connection, look.club.id, [found.id])
    return found, details.get(found.id, PlayerDetails()), look.today


def _asked_player(connection: Connection, club: Club, actor: Actor, question: NormQuestion) -> Player:
    subject = question.member or actor.member
    return find_someone(connection, club.id, subject) or newcomer(subject)


def _event_and_player(
    connection: Connection, club: Club, actor: Actor, question: NormQuestion
) -> tuple[int, Player | None]:
    named = question.member is not None
    player = _asked_player(connection, club, actor, question)
    if question.event_id is not None:
        if named or player.id in facts.rated_players(connection, question.event_id):
            return question.event_id, player
        return question.event_id, None
    latest = facts.events_of(connection, club.id, player.id, 1, STANDARD)
    if not latest:
        name = STANDARD.label
        if named:
            raise NotFoundError(f"{player.name} has no {name} event here yet. Name an event, or write the opponents.")
        raise NothingYetError(f"You have no {name} event here yet. Name an event, or write the opponents.")
    return latest[0].id, player


def _stored(look: Read | Write, question: NormQuestion) -> NormReport:
    connection, club = look.connection, look.club
    event_id, asked = _event_and_player(connection, club, look.actor, question)
    stored, event = norm_event(connection, club, event_id, question.declared)
    player = asked or _only_player(connection, club, event)
    numbers = [entrant.number for entrant in event.crosstable.entrants if entrant.player == player.id]
    if not numbers:
        raise NotFoundError(
            f"{player.name} did not play in that event. Name one of their events, or a player of this one."
        )
    snapshot = event.snapshot(numbers[0], question.federation, question.woman)
    report = _report(player, snapshot, question)
    woman = report.snapshot.player.woman
    if woman is None and report.chosen.norm.women_only:
        woman = True  # asking for a woman's title implies the sex
    records = records_of(connection, club, player, woman, but=event_id)
    best = highest_norm(report.results)
    fact = facts.find_event(connection, club.id, event_id)
    if best is not None and fact is not None and fact.is_confirmed:
        records.append(record_of(best, event, snapshot))
    return replace(
        report,
        event_id=event_id,
        name=stored,
        ratings_given=event.outcomes is None,
        stored=question.keep,
        way=way_to_title(connection, club, look.today, player, report.chosen.norm, woman, records),
        standing=_standing(connection, club, fact, player),
    )


def _standing(connection: Connection, club: Club, event: Event | None, player: Player) -> ReportStanding:
    if event is not None and not event.is_confirmed:
        return event.standing
    reports = unconfirmed.resting_on_reports(connection, club.id, STANDARD, [player.id])
    return ReportStanding.REPORTED if reports else ReportStanding.CONFIRMED


def _only_player(connection: Connection, club: Club, event: NormEvent) -> Player:
    rated = [one.player for one in event.crosstable.entrants if one.rated and isinstance(one.player, int)]
    if len(rated) != 1:
        raise NotFoundError("You did not play in that event. Name a player who did.")
    return players.by_ids(connection, club.id, rated)[rated[0]]


def _report(
    player: Player, snapshot: NormSnapshot, question: NormQuestion, remaining: tuple[RemainingGame, ...] = ()
) -> NormReport:
    found = norm_answer(snapshot, remaining, question.norm)
    return NormReport(snapshot, found.results, found.chosen, found.remaining, found.forecasts, player=player)


def section_norms(section: SectionReport) -> dict[int, NormResult]:
    """Return everybody's highest GM or IM norm by pairing number.

    Women's norms and short championships need details that only the forms give.
    """
    outcomes = section.outcomes.get(STANDARD)
    if outcomes is None or section.crosstable.rounds < norm_facts.FEWEST_GAMES:
        return {}
    event = NormEvent(section.crosstable, outcomes, NOTHING_DECLARED)
    result = {}
    for number, player in section.players.items():
        if player.id not in outcomes or not event.may_be_norm(number):
            continue
        best = highest_norm(evaluate_all(event.snapshot(number, woman=False)))
        if best is not None:
            result[number] = best
    return result


# What future games must bring for title norms.


_HOLDERS = frozenset(title.value for title in TITLE_HOLDERS)


def title_prospects(section: LiveSection, number: int) -> tuple[Prospect, ...]:
    """Return the norms a player can still earn, lowest first.

    Unknown opponents are assumed rated like those so far, with the best federations and titles.
    """
    schedule = section.schedule
    to_come = schedule.to_come(number)
    if STANDARD not in section.lists or not to_come.games or not _may_give_norms(section):
        return ()
    event = _norm_event(section)
    rounds = _rounds_to_come(schedule, number, to_come.games)
    snapshot = event.snapshot(number)
    snapshot = replace(snapshot, games=tuple(game for game in snapshot.games if game.round not in rounds))
    opponents = [event.opponents[other] for other in to_come.known]
    remaining = [
        RemainingGame(round_number, opponents[place] if place < len(opponents) else None)
        for place, round_number in enumerate(rounds)
    ]
    average = _average_rating(snapshot, section.before[STANDARD], to_come.known)
    found = []
    for one in forecast(snapshot, remaining):
        needed = _needed(one, average) if one.possible else None
        if needed is not None:
            holders = 0 if one.unknown is None else max(one.unknown.title_holders, one.unknown.required_titles)
            award = Award(TITLE_SYSTEM, one.norm.performance, str(one.norm))
            found.append(Prospect(award, False, needed, on_course=False, holders=holders))
    return tuple(sorted(found, key=lambda one: one.award.level))


def _may_give_norms(section: LiveSection) -> bool:
    schedule, fewest = section.schedule, norm_facts.FEWEST_TEAM_GAMES
    titles = [_title(section, number) for number in schedule.numbers]
    held = sum(title in _HOLDERS for title in titles)
    return schedule.rounds >= fewest and held >= norm_facts.fewest_title_holders(fewest)


def _title(section: LiveSection, number: int) -> str | None:
    entrant = section.schedule.crosstable.entrant(number)
    details = section.details.get(entrant.player) if isinstance(entrant.player, int) else None
    return entrant.title or (None if details is None else details.title)


def _norm_event(section: LiveSection) -> NormEvent:
    schedule, ratings = section.schedule, section.before[STANDARD]
    entrants = tuple(replace(one, rating=ratings[one.number]) for one in schedule.crosstable.entrants)
    crosstable: Crosstable = replace(schedule.crosstable, entrants=entrants)
    around = EventFormat.ROUND_ROBIN if schedule.cycles == 1 else EventFormat.DOUBLE_ROUND_ROBIN
    usual = around if schedule.method is Method.ROUND_ROBIN else EventFormat.SWISS
    return NormEvent(crosstable, None, DeclaredSettings(usual, rounds=schedule.rounds), section.details)


def _rounds_to_come(schedule: Schedule, number: int, games: int) -> list[int]:
    crosstable = schedule.crosstable
    taken = {game.round for game in crosstable.games if number in (game.first, game.second)}
    taken |= {bye.round for bye in crosstable.byes_of(number)}
    return [round_number for round_number in range(1, schedule.rounds + 1) if round_number not in taken][-games:]


def _average_rating(snapshot: NormSnapshot, ratings: dict[int, float | None], known: tuple[int, ...]) -> float | None:
    met = [game.opponent for game in snapshot.games if game.decided is Decided.PLAYED]
    so_far = [one.rating for one in met if one is not None]
    return average_of([*so_far, *(ratings[other] for other in known)]) or average_of(ratings.values())


def _needed(one: Forecast, average: float | None) -> float | None:
    if one.unknown is None:
        return one.points
    if average is None:
        return None
    return next(
        (need.points for need in one.unknown.ratings if need.rating is not None and need.rating <= average), None
    )

"""Title norms: one player's event held against the check list, what it still takes, and the way to the title."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.services.context import Actor, Services
from bot.services.fide.declared_settings import NOTHING_DECLARED, DeclaredSettings
from bot.services.fide.snapshot import NormEvent
from bot.services.fide.title_progress import (
    STANDARD,
    WayToTitle,
    highest_made,
    norm_event,
    record_of,
    records_of,
    way_to_title,
)
from bot.services.someone import Someone, find_someone, newcomer
from bot.services.transaction import Read, Write, read, use_case
from bot.store.database import Connection
from bot.store.events import facts, unconfirmed
from bot.store.people import player_details, players
from bot.store.people.player_details import PlayerDetails
from bot.store.rows import Club, Event, Player, ReportStanding
from core.errors import InputError, NotFoundError
from core.fide.norms.checks import NormItem
from core.fide.norms.event import NormPlayer, NormSnapshot
from core.fide.norms.forecast import Forecast, forecast, needed
from core.fide.norms.result import NormResult, evaluate, evaluate_all
from core.fide.norms.titles import TitleNorm
from core.fide.norms.unknown_opponents import RemainingGame
from core.formats.typed.norm_opponents import ParsedRounds


@dataclass(frozen=True, slots=True)
class NormQuestion:
    """What is asked; None where it was left out.

    rounds: typed ones, instead of a stored event. norm: the one to look at closely.
    member: whose event. federation, woman: what is told of the player.
    day: the first day of a typed event. keep: whether to keep what was told with the stored event.
    """

    told: DeclaredSettings = NOTHING_DECLARED
    event_id: int | None = None
    rounds: ParsedRounds | None = None
    norm: TitleNorm | None = None
    member: Someone | None = None
    federation: str | None = None
    woman: bool | None = None
    day: date | None = None
    keep: bool = False


@dataclass(frozen=True, slots=True)
class NormReport:
    """One player's event and the title norms.

    event_id, way: None for typed rounds. name: of the event, where it has one.
    results: every norm that is open to the player, highest first, as it stands now. chosen: the one to look at closely.
    remaining, forecasts: the rounds to come, and what every norm still takes; empty where there are none.
    ratings_given: whether the ratings are those given with an event that moves other lists.
    kept: whether what was told is kept with the event.
    standing: how far the event, and the rating that leads to titles, can be relied on.
    """

    player: Player
    snapshot: NormSnapshot
    results: tuple[NormResult, ...]
    chosen: NormResult
    event_id: int | None = None
    name: str | None = None
    remaining: tuple[RemainingGame, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    ratings_given: bool = False
    kept: bool = False
    way: WayToTitle | None = None
    standing: ReportStanding = ReportStanding.CONFIRMED


async def norm_of(services: Services, actor: Actor | None, question: NormQuestion) -> NormReport:
    """Return the norms of a stored event, the player's last one where none is named, or of typed rounds.

    actor: None outside a club, where rounds have to be typed.
    """
    if question.rounds is not None:
        return await _typed(services, actor, question, question.rounds)
    if actor is None:
        raise InputError("Which games? Outside a club server, write the opponents, such as W2450 IM NED, =2380 GM FRA.")
    if question.day is not None:
        raise InputError("A stored event has its days already: leave day out, or write opponents.")
    if not question.keep:
        return await _norms_there(services, actor, question)
    return await _keep_norms(services, actor, question)


@read()
def _norms_there(look: Read, question: NormQuestion) -> NormReport:
    return _stored(look, question)


@use_case("norm-settings", director_to="keep what is told of an event for title norms")
def _keep_norms(write: Write, question: NormQuestion) -> NormReport:
    """Keep what is told of an event with it."""
    connection, club = write.connection, write.club
    event_id, _ = _event_and_player(connection, club, write.actor, question)
    kept = DeclaredSettings.from_json(facts.title_norms(connection, [event_id]).get(event_id, {}))
    facts.keep_declared_settings(connection, club.id, event_id, question.told.over(kept).to_json())
    write.note(event_id)
    return _stored(write, replace(question, event_id=event_id))


async def _typed(services: Services, actor: Actor | None, question: NormQuestion, written: ParsedRounds) -> NormReport:
    """Return the norms of typed rounds, which are stored nowhere."""
    if question.event_id is not None:
        raise InputError("Name an event or write opponents, not both: they may contradict each other.")
    if question.keep:
        raise InputError("Typed games are stored nowhere, and nothing is kept with them: leave keep out.")
    player, details, today = Player(0, None, "You"), PlayerDetails(), services.today(None)
    if actor is not None:
        player, details, today = await _who_typed(services, actor, question)
    day = question.day or today
    settings = question.told.settings(day, None, written.rounds)
    woman = question.woman
    if woman is None and details.sex is not None:
        woman = details.sex == "w"
    who = NormPlayer(question.federation or details.federation, woman)
    # Many results of rounds to come take some tenths of a second to try.
    snapshot = NormSnapshot(who, settings, written.games)
    return await asyncio.to_thread(_report, player, snapshot, question, written.remaining)


@read()
def _who_typed(look: Read, question: NormQuestion) -> tuple[Player, PlayerDetails, date]:
    found = _whose(look.connection, look.club, look.actor, question)
    kept = player_details.of(look.connection, look.club.id, [found.id])
    return found, kept.get(found.id, PlayerDetails()), look.today


def _whose(connection: Connection, club: Club, actor: Actor, question: NormQuestion) -> Player:
    """Return the player who is asked about, whoever asks where nobody is named; without an id where unknown here."""
    subject = question.member or actor.member
    return find_someone(connection, club.id, subject) or newcomer(subject)


def _event_and_player(
    connection: Connection, club: Club, actor: Actor, question: NormQuestion
) -> tuple[int, Player | None]:
    """Return the event that is asked about, and whose norm; None for whoever of the event it may be."""
    named = question.member is not None
    player = _whose(connection, club, actor, question)
    if question.event_id is not None:
        if named or player.id in facts.rated_players(connection, question.event_id):
            return question.event_id, player
        return question.event_id, None
    latest = facts.events_of(connection, club.id, player.id, 1, STANDARD)
    if not latest:
        who = f"{player.name} has" if named else "You have"
        raise NotFoundError(f"{who} no {STANDARD.label} event here yet: name an event, or write the opponents.")
    return latest[0].id, player


def _stored(look: Read | Write, question: NormQuestion) -> NormReport:
    """Return the norms of a stored event, with the way to the title over all events of the player."""
    connection, club = look.connection, look.club
    event_id, asked = _event_and_player(connection, club, look.actor, question)
    stored, event = norm_event(connection, club, event_id, question.told)
    player = asked or _only_player(connection, club, event)
    numbers = [entrant.number for entrant in event.crosstable.entrants if entrant.player == player.id]
    if not numbers:
        raise NotFoundError(f"{player.name} did not play in that event: name one of theirs, or somebody of the event.")
    snapshot = event.snapshot(numbers[0], question.federation, question.woman)
    report = _report(player, snapshot, question)
    woman = report.snapshot.player.woman
    if woman is None and report.chosen.norm.women_only:
        woman = True  # who asks for the way to a woman's title is told it as such
    records = records_of(connection, club, player, woman, but=event_id)
    best = highest_made(report.results)
    fact = facts.find_event(connection, club.id, event_id)
    if best is not None and fact is not None and fact.is_confirmed:
        records.append(record_of(best, event, snapshot))
    return replace(
        report,
        event_id=event_id,
        name=stored,
        ratings_given=event.outcomes is None,
        kept=question.keep,
        way=way_to_title(connection, club, look.today, player, report.chosen.norm, woman, records),
        standing=_standing(connection, club, fact, player),
    )


def _standing(connection: Connection, club: Club, event: Event | None, player: Player) -> ReportStanding:
    """Return the standing of an event; that of the player's reports where these make the rating that it leads to."""
    if event is not None and not event.is_confirmed:
        return event.standing
    reports = unconfirmed.resting_on_reports(connection, club.id, STANDARD, [player.id])
    return ReportStanding.REPORTED if reports else ReportStanding.CONFIRMED


def _only_player(connection: Connection, club: Club, event: NormEvent) -> Player:
    """Return whose event it is; raise NotFoundError for a section."""
    rated = [one.player for one in event.crosstable.entrants if one.rated and isinstance(one.player, int)]
    if len(rated) != 1:
        raise NotFoundError("Whose norm? You did not play in that event: name a player of it.")
    return players.by_ids(connection, club.id, rated)[rated[0]]


def _report(
    player: Player, snapshot: NormSnapshot, question: NormQuestion, remaining: tuple[RemainingGame, ...] = ()
) -> NormReport:
    # What is scheduled beyond the rounds that are known is to come, against nobody knows whom.
    known = len(snapshot.games) + len(remaining)
    remaining = (*remaining, *(RemainingGame(number) for number in range(known + 1, snapshot.settings.rounds + 1)))
    results = evaluate_all(snapshot)
    forecasts = forecast(snapshot, remaining) if remaining else ()
    norm = question.norm
    if norm is None:
        norm = _most_telling(results, forecasts, snapshot.player.woman)
    chosen = next((result for result in results if result.norm is norm), None)
    if chosen is None:
        chosen = evaluate(snapshot, norm)
        if snapshot.player.woman is None:
            results = (*results, chosen)  # a norm for women alone, which is listed for having been asked for
        forecasts = (*forecasts, needed(snapshot, remaining, norm)) if remaining else ()
    return NormReport(player, snapshot, results, chosen, remaining=remaining, forecasts=forecasts)


def _most_telling(results: Sequence[NormResult], forecasts: Sequence[Forecast], woman: bool | None) -> TitleNorm:
    """Return the highest norm that is made, or can still be; otherwise the one that misses least.

    Norms for women alone come in only where the player is known to be one.
    """
    open_to_all = [result for result in results if woman or not result.norm.women_only]
    possible = {one.norm for one in forecasts if one.possible}
    for result in open_to_all:
        if result.achieved or result.norm in possible:
            return result.norm
    return min(open_to_all, key=_missing).norm


def _missing(result: NormResult) -> tuple[int, float]:
    """Return how many points of the check list fail, and by how many rating points."""
    best = result.best
    return len(best.failed), best.check(NormItem.PERFORMANCE).missing + best.check(NormItem.AVERAGE).missing

"""Close an evening: it becomes an event, and its section is rated at once."""

from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection, store_section
from bot.services.imports.import_report import ImportReport
from bot.services.live_events.lifecycle import LiveEventCard, card_in, evening_by_id, find_open
from bot.services.live_events.not_rated import as_its_lists_rate
from bot.services.live_events.ranked.live_standings import section_of_tournament
from bot.services.live_events.told.announce import end_scheduled, show_changes
from bot.services.live_events.tournament import Tournament, tournament_in
from bot.services.live_events.tournament_facts import crosstable_of as crosstable_so_far
from bot.services.live_events.tournament_facts import planned_rounds
from bot.services.transaction import Write, use_case
from bot.store.events import evenings
from bot.store.events.evening_round_rows import ReportState
from bot.store.events.evening_rows import Evening, EveningStatus
from bot.store.people import players
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.errors import InputError, RuleError
from core.event_file import FileEvent
from core.words import counted

CLOSED = evenings.CLOSED
"""The audit's name for it."""

NAMED = 3
"""How many unconfirmed results a refusal names."""

_BYES = {1.0: ByeKind.FULL_POINT, 0.5: ByeKind.HALF_POINT, 0.0: ByeKind.ZERO_POINT}


@use_case(CLOSED, director_to="close an evening")
def close_evening(write: Write, evening_id: int | None, *, force: bool = False) -> tuple[int, ImportReport]:
    """Store an evening as an event and rate it, in one transaction; return its id and the event; directors only.

    Results that no list rates are stored too.

    force: what is not confirmed yet counts as it was reported.
    """
    opened = _dated(write, find_open(write.connection, write.club, evening_id))
    if opened.is_paired:
        section = section_of_tournament(_over(write, opened, force=force), write.actor.interaction_id)
    else:
        section = _typed_section(write, opened, force=force)
    report, done = store_section(write, as_its_lists_rate(write, section))
    evenings.end(write.connection, opened.id, EveningStatus.CLOSED, report.event_id)
    if opened.is_paired:
        show_changes(write, opened.id)
    end_scheduled(write, opened)
    known = players.by_ids(write.connection, write.club.id, {change.player_id for change in done.later})
    closed = ImportReport(
        file=FileEvent("club evening", (), opened.name, day=opened.day),
        day=opened.day,
        sections=(report,),
        people=known | {player.id: player for player in section.people.values()},
        later=done.later,
    )
    evening = opened.id
    write.note(report.event_id, {"evening": evening})
    return (evening, closed)


def _dated(write: Write, evening: Evening) -> Evening:
    """Return an evening that counts for today at the latest, though it was to start later."""
    if evening.day <= write.today:
        return evening
    evenings.change(write.connection, evening.id, date=write.today)
    return evening_by_id(write.connection, write.club, evening.id)


def _typed_section(write: Write, evening: Evening, *, force: bool) -> NewSection:
    """Return an evening whose results members reported; raise a sentence where something is missing."""
    card = card_in(write, evening)
    if not any(result.played for result in card.results):
        raise RuleError("No game has been played yet: report the results first, or cancel the evening.")
    if card.waiting and not force:
        raise InputError(_unconfirmed(card))
    return NewSection(
        name=evening.name,
        crosstable=crosstable_of(card),
        lists=card.lists,
        people={entrant.number: entrant.player for entrant in card.entrants},
        source=EventSource.LIVE,
        brought={},
        interaction_id=write.actor.interaction_id,
    )


def _over(write: Write, evening: Evening, *, force: bool) -> Tournament:
    """Return a paired evening whose rounds are all closed; raise a sentence where one is not, or none was played."""
    tournament = tournament_in(write, evening)
    if tournament.is_free:
        return _free_over(tournament, force=force)
    if tournament.open_round is not None:
        raise RuleError(f"Round {tournament.open_round.number} is still being played: close it first, under Directors.")
    if not crosstable_so_far(tournament).games:
        raise RuleError("No game has been played yet: report the results first, or cancel the evening.")
    played = tournament.next_round - 1
    planned = planned_rounds(tournament, sum(not one.waits for one in tournament.entrants))
    if played < planned and not force:
        raise RuleError(
            f"Played so far: {played} of {counted(planned, 'round')}. Use /event close with force if it ends here."
        )
    return tournament


def _free_over(tournament: Tournament, *, force: bool) -> Tournament:
    """Return an evening of free pairing whose games are decided; force leaves out those without a result."""
    undecided = [one for one in tournament.games if tournament.state_of(one) is ReportState.DISPUTED]
    open_games = [one for one in tournament.games if tournament.report_of(one) is None]
    for games, what in ((undecided, "Decide first"), ([] if force else open_games, "No result yet")):
        if games:
            named = "; ".join(f"game {one.board}, {tournament.describe(one, None)}" for one in games[:NAMED])
            more = f"; and {len(games) - NAMED} more" if len(games) > NAMED else ""
            leave_out = "" if games is undecided else " /event close with force leaves out what has none."
            raise RuleError(f"{what}: {named}{more}.{leave_out}")
    if not crosstable_so_far(tournament).games:
        raise RuleError("No game has been played yet: report the results first, or cancel the evening.")
    return tournament


def crosstable_of(card: LiveEventCard) -> Crosstable:
    """Return an evening as an event: everybody who joined is rated; byes and forfeits are not."""
    games, byes = [], []
    for result in card.results:
        if result.second is None:
            byes.append(Bye(result.round, result.first, _BYES[result.points]))
        elif result.played:
            # Who had White was not asked: people write the winner first, or themselves.
            games.append(Game(result.round, result.first, result.second, result.points))
        else:
            won = ByeKind.FORFEIT_WIN if result.points == 1 else ByeKind.FORFEIT_LOSS
            byes.append(Bye(result.round, result.first, won, result.second))
            byes.append(Bye(result.round, result.second, ByeKind.FORFEIT_LOSS, result.first))
    return Crosstable(
        date=card.evening.day,
        entrants=tuple(
            Entrant(entrant.number, player=entrant.player.id, name=entrant.player.name, rated=True)
            for entrant in card.entrants
        ),
        games=tuple(games),
        byes=tuple(byes),
        time_control=card.evening.time_control,
    )


def _unconfirmed(card: LiveEventCard) -> str:
    named = "; ".join(f"round {result.round}: {card.describe(result)}" for result in card.waiting[:NAMED])
    more = f" and {len(card.waiting) - NAMED} more" if len(card.waiting) > NAMED else ""
    return (
        f"Not confirmed yet: {named}{more}. Press Confirm under the reports, or use /event close with force to count "
        "them as they stand."
    )

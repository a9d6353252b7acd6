"""Close an evening: it becomes an event, and its section is rated at once."""

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.events.section import section_of
from bot.services.events.store_section import NewSection, store_section
from bot.services.fold.changes import changes
from bot.services.imports.import_event import ImportReport
from bot.services.live_events.lifecycle import EveningCard, card_in, find_open
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evenings
from bot.store.events.evening_rows import EveningStatus
from bot.store.kept import audits
from bot.store.people import players
from bot.store.rows import Club, Player
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.errors import InputError, RuleError
from core.event_file import FileEvent

SOURCE = "evening"
"""The source of an event that was kept in Discord."""

NAMED = 3
"""How many unconfirmed results a refusal names."""

_BYES = {1.0: ByeKind.FULL_POINT, 0.5: ByeKind.HALF_POINT, 0.0: ByeKind.ZERO_POINT}


async def close_evening(
    services: Services, actor: Actor, evening_id: int | None, *, force: bool = False
) -> tuple[int, ImportReport]:
    """Store an evening as an event and rate it, in one transaction; return its id and the event; directors only.

    force: what is not confirmed yet counts as it was reported.
    """

    def work(connection: Connection) -> tuple[int, ImportReport]:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "close an evening")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return seen.details["evening"], _stored(connection, club, seen.subject_id or 0)
        card = card_in(connection, services, club, find_open(connection, club, evening_id))
        if not any(result.played for result in card.results):
            raise RuleError("No game has been played yet: report the results first, or cancel the evening.")
        if card.waiting and not force:
            raise InputError(_unconfirmed(card))
        people = {entrant.number: entrant.player for entrant in card.entrants}
        section = NewSection(
            name=card.evening.name,
            crosstable=crosstable_of(card),
            lists=card.lists,
            people=people,
            source=SOURCE,
            brought={},
            interaction_id=actor.interaction_id,
        )
        report, done = store_section(connection, services, actor, club, section)
        evenings.end(connection, card.evening.id, EveningStatus.CLOSED, report.event_id)
        note(connection, services, actor, "close-evening", report.event_id, {"evening": card.evening.id})
        later = [change for folded in done.values() for change in changes(folded) if change.day is not None]
        known = players.by_ids(connection, club.id, {change.player_id for change in later})
        return card.evening.id, ImportReport(
            file=FileEvent("club evening", (), card.evening.name, day=card.evening.day),
            day=card.evening.day,
            sections=(report,),
            people=known | {player.id: player for player in people.values()},
            later=tuple(later),
        )

    return await services.database.write(work, club=actor.club_id)


def crosstable_of(card: EveningCard) -> Crosstable:
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


def _unconfirmed(card: EveningCard) -> str:
    named = "; ".join(f"round {result.round}: {card.describe(result)}" for result in card.waiting[:NAMED])
    more = f" and {len(card.waiting) - NAMED} more" if len(card.waiting) > NAMED else ""
    return (
        f"Not confirmed yet: {named}{more}. Press Confirm under the reports, or use /event close with force to count "
        "them as they stand."
    )


def _stored(connection: Connection, club: Club, event_id: int) -> ImportReport:
    """Return what this interaction has closed before, when it is delivered again."""
    section = section_of(connection, club, event_id)
    people: dict[int, Player] = {player.id: player for player in section.players.values()}
    day = section.crosstable.date
    return ImportReport(FileEvent("club evening", (), section.name, day=day), day, (section,), people)

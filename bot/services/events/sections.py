"""Store and rate a section of an imported file or a closed evening."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.services.events.report import SectionReport, shown
from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.recalculation.states import state_before
from bot.services.framework.transaction import Recalculated, Write
from bot.store.club import clubs
from bot.store.database.rows import (
    Event,
    EventFact,
    Fact,
    FactPosition,
    NewEnteredRating,
    NewEvent,
    Player,
)
from bot.store.events import corrections, facts
from bot.store.ratings import standings
from core.event.crosstable import Crosstable
from core.lists import RatingList
from core.rating.outcome import Outcome


@dataclass(frozen=True, slots=True)
class NewSection:
    """A section to store. lists: main one first.

    people: players by pairing number. brought: ratings and games by list and player id, used for unrated players.
    interaction_id: None if one interaction stores several. in_place_of: a voided event whose position it takes.
    """

    name: str | None
    crosstable: Crosstable
    lists: tuple[RatingList, ...]
    people: Mapping[int, Player]
    source: str
    brought: Mapping[RatingList, Mapping[int, tuple[float, int]]]
    digest: str | None = None
    interaction_id: int | None = None
    rules: str | None = None
    in_place_of: Event | None = None


def store_section(write: Write, section: NewSection) -> tuple[SectionReport, Recalculated]:
    (report,), done = store_sections(write, [section])
    return report, done


def store_sections(write: Write, sections: Sequence[NewSection]) -> tuple[list[SectionReport], Recalculated]:
    """Store sections and rate them together, in the order of their days."""
    added: dict[RatingList, list[Fact]] = defaultdict(list)
    without = _without(write, sections)
    count = sum(map(len, without)) + len(sections)
    seqs = iter(clubs.reserve_positions(write.connection, write.club.id, count))
    stored = [_store(write, section, one, seqs, added) for section, one in zip(sections, without, strict=True)]
    done = write.recalculate(
        {moved: ListChange(added=tuple(sorted(new, key=lambda fact: fact.place))) for moved, new in added.items()}
    )
    outcomes: dict[int, dict[RatingList, dict[int, Outcome]]] = defaultdict(dict)
    for moved, folded in done.lists.items():
        for (event_id, player), outcome in folded.outcomes.items():
            outcomes[event_id].setdefault(moved, {})[player] = outcome
    rules = write.club.house_rules
    reports = []
    for event_id, section in zip(stored, sections, strict=True):
        of_event = {moved: outcomes[event_id].get(moved, {}) for moved in section.lists}
        found, people = shown(of_event, rules), dict(section.people)
        reports.append(SectionReport(event_id, section.name, section.crosstable, section.lists, people, found, rules))
    return reports, done


_Brought = list[tuple[RatingList, int]]


def _without(write: Write, sections: Sequence[NewSection]) -> list[_Brought]:
    """Return who has no rating before each section but brings one, and on which list."""
    connection, club_id = write.connection, write.club.id
    ids: dict[RatingList, set[int]] = defaultdict(set)
    for section in sections:
        for moved in section.lists:
            ids[moved].update(section.brought.get(moved, ()))
    known = {moved: standings.of_players(connection, club_id, moved, sorted(players)) for moved, players in ids.items()}
    found: list[_Brought] = []
    given: set[tuple[RatingList, int]] = set()
    for section in sections:
        end, new = facts.end_of(section.crosstable.date), list[tuple[RatingList, int]]()
        for moved in section.lists:
            for key in (player.id for player in section.people.values() if player.id in section.brought.get(moved, ())):
                unknown = (moved, key) not in given
                if unknown and state_before(connection, moved, key, known[moved].get(key), end) is None:
                    new.append((moved, key))
        given.update(new)
        found.append(new)
    return found


def _store(
    write: Write, section: NewSection, without: _Brought, seqs: Iterator[int], added: dict[RatingList, list[Fact]]
) -> int:
    """Store a section and add its facts; return its id. without: who brings a first rating."""
    connection, club = write.connection, write.club
    lists, day = section.lists, section.crosstable.date
    entered_seqs, seq = [next(seqs) for _ in without], next(seqs)
    if section.in_place_of is not None and not without:
        facts.give_seq(connection, section.in_place_of.id, seq)
        seq = section.in_place_of.place.seq
    new = NewEvent(
        club_id=club.id,
        place=FactPosition(day, seq),
        name=section.name,
        rating_lists=lists,
        rules=section.rules,
        source=section.source,
        reported_by=write.actor.member.user_id,
        interaction_id=section.interaction_id,
        at=write.now,
        digest=section.digest,
    )
    event_id = facts.add_event(connection, new, section.crosstable)
    brought = []
    for (moved, key), entered_seq in zip(without, entered_seqs, strict=True):
        rating, games = section.brought[moved][key]
        entered = NewEnteredRating(
            club_id=club.id,
            player_id=key,
            rating_list=moved,
            place=FactPosition(day, entered_seq),
            rating=rating,
            games=games,
            peak=None,
            floor=None,
            reason="came with an imported event",
            reported_by=write.actor.member.user_id,
            interaction_id=None,
            at=write.now,
            event_id=event_id,
        )
        brought.append(entered)
    for (moved, _), stored in zip(without, corrections.add_entered_ratings(connection, brought), strict=True):
        added[moved].append(stored)
    fact = EventFact(new.place, event_id, section.crosstable, new.rules)
    for moved in lists:
        added[moved].append(fact)
    return event_id

"""Store and rate a section of an imported file or a closed evening."""

from collections.abc import Mapping
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
    Standing,
)
from bot.store.events import corrections, facts
from bot.store.ratings import standings
from core.event.crosstable import Crosstable
from core.lists import RatingList


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
    connection, club = write.connection, write.club
    lists, day = section.lists, section.crosstable.date
    ids = [player.id for player in section.people.values()]
    known: dict[RatingList, dict[int, Standing | None]] = {
        moved: dict.fromkeys(ids) | standings.of_players(connection, club.id, moved, ids) for moved in lists
    }
    without = [
        (moved, key)
        for moved in lists
        for key in ids
        if key in section.brought.get(moved, {})
        and state_before(connection, moved, key, known[moved][key], facts.end_of(day)) is None
    ]
    *entered_seqs, seq = clubs.reserve_positions(connection, club.id, len(without) + 1)
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
    entered_ratings: dict[RatingList, list[Fact]] = {moved: [] for moved in lists}
    for (moved, _), stored in zip(without, corrections.add_entered_ratings(connection, brought), strict=True):
        entered_ratings[moved].append(stored)
    fact = EventFact(new.place, event_id, section.crosstable, new.rules)
    changed = {moved: ListChange(added=(*entered_ratings[moved], fact)) for moved in lists}
    done = write.recalculate(changed)
    outcomes = {
        moved: {player: outcome for (event, player), outcome in done.lists[moved].outcomes.items() if event == event_id}
        for moved in lists
    }
    people, rules = dict(section.people), club.house_rules
    found = shown(outcomes, rules)
    return SectionReport(event_id, section.name, section.crosstable, lists, people, found, rules), done

"""What a director should look at in a file: what members reported themselves, and ratings that begin later."""

from collections.abc import Iterable

from bot.services.events.section import SectionReport
from bot.services.events.sources import EventSource
from bot.services.imports.import_report import LOOK_AT
from bot.services.transaction import Write
from bot.store.events import corrections, facts, unconfirmed
from core.event_file import Remark
from core.likeness.event_names import event_and_day
from core.likeness.same_event import is_told_again
from core.words import counted


def told_already(write: Write, sections: Iterable[SectionReport]) -> list[Remark]:
    """Return a remark for each report of a member that looks like one of these sections."""
    connection, club_id = write.connection, write.club.id
    remarks = []
    for section in sections:
        table = section.crosstable
        rated = [one.player for one in table.entrants if one.rated and isinstance(one.player, int)]
        days = (table.began or table.date, table.date)
        told = unconfirmed.reports_between(connection, club_id, EventSource.REPORT, rated, section.lists, *days)
        tables = facts.crosstables(connection, sorted(told)) if told else {}
        for event in facts.by_ids(connection, sorted(told)) if told else ():
            own = told[event.id]
            if is_told_again(table, section.name, tables[event.id], event.name, own):
                name = event_and_day(event.name, event.place.date)
                who = section.players[table.number_of(own)].name
                text = (
                    f"{who} reported {name}, which looks like this event: take that back with /event void, or it "
                    "counts twice"
                )
                remarks.append(Remark(None, text, LOOK_AT))
    return remarks


def rated_later(write: Write, sections: Iterable[SectionReport]) -> list[Remark]:
    """Return a remark where a director has entered ratings, of the roster say, for a day after a section's."""
    since = [
        day
        for section in sections
        for day in corrections.entered_after(
            write.connection,
            write.club.id,
            section.lists[0],
            [key for key, outcome in section.outcomes[section.lists[0]].items() if outcome.before is None],
            section.crosstable.date,
        ).values()
    ]
    if not since:
        return []
    text = (
        f"{counted(len(since), 'player')} rated here only from {min(since)} on, and new in it: "
        "enter the ratings with an earlier date"
    )
    return [Remark(None, text, LOOK_AT)]

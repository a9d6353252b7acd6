"""Members' own reports of an event that a file brings: it would count twice for them."""

from collections.abc import Iterable

from bot.services.events.section import SectionReport
from bot.services.events.sources import EventSource
from bot.services.imports.import_report import LOOK_AT
from bot.services.transaction import Write
from bot.store.events import facts, unconfirmed
from core.event_file import Remark
from core.likeness.event_names import event_and_day
from core.likeness.same_event import is_told_again


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

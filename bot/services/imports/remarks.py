"""What a director should look at in a file: ratings that begin later."""

from collections.abc import Iterable

from bot.services.events.section import SectionReport
from bot.services.imports.import_report import LOOK_AT
from bot.services.transaction import Write
from bot.store.events import corrections
from core.event_file import Remark
from core.words import counted


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

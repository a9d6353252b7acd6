"""What a file's import leaves out or takes for granted, for a director to check."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from bot.services.events.report import SectionReport
from bot.services.framework.transaction import Write
from bot.store.events import corrections
from core.event.entered_rating import ESTABLISHED_GAMES
from core.event.event_file import LOOK_AT, FileEvent, FilePlayer, Remark
from core.rating.systems import gives_ratings_of, system_of
from core.words import counted


def without_impossible_births(file: FileEvent, today: date) -> tuple[FileEvent, list[Remark]]:
    remarks: list[Remark] = []

    def born(player: FilePlayer) -> FilePlayer:
        birth = player.born_year if player.born is None else player.born
        if (player.born is None or player.born <= today) and (player.born_year or 0) <= today.year:
            return player
        remarks.append(
            Remark(player.line, f"{player.name}'s birth date is in the future, {birth}. Ignored.", "birth dates")
        )
        return replace(player, born=None, born_year=None)

    sections = tuple(replace(one, players=tuple(map(born, one.players))) for one in file.sections)
    return (replace(file, sections=sections) if remarks else file), remarks


def ratings_not_used(file: FileEvent, sections: Sequence[SectionReport]) -> list[Remark]:
    rated = sum(one.rating is not None for section in file.sections for one in section.players)
    if file.site is not None and rated:
        return [Remark(None, f"Ratings of {file.site} are not used here. {counted(rated, 'rating')} ignored.")]
    lists = {moved for section in sections for moved in section.lists}
    day = min((section.crosstable.date for section in sections), default=date.max)
    if file.ratings_of is None or any(gives_ratings_of(file, moved) for moved in lists) or not rated:
        return []
    if any(system_of(moved).can_convert(file.ratings_of, day) for moved in lists):
        return []
    text = (
        f"{file.ratings_of.label} ratings of {day.year} cannot be converted here. {counted(rated, 'rating')} ignored."
    )
    return [Remark(None, text)]


def left_out(player: FilePlayer) -> Remark:
    return Remark(player.line, f"{player.rating:g} is not a rating on this list. Ignored.", "ratings of no list")


def taken_as_established(player: FilePlayer) -> Remark:
    # Players with few games may differ widely: a director checks them.
    text = f"{player.name}: a rating without its games, counted as established ({ESTABLISHED_GAMES} games)"
    return Remark(player.line, text, f"ratings without games, counted as established ({ESTABLISHED_GAMES} games)")


def rated_later(write: Write, sections: Iterable[SectionReport]) -> list[Remark]:
    """Return a remark if directors entered ratings for a later day."""
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
        f"{counted(len(since), 'player')} in the event rated here only from {min(since)} on. "
        "Enter their ratings with an earlier date"
    )
    return [Remark(None, text, LOOK_AT)]

"""Store a file that was read: match its players, land each section on its lists, rate it."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

from bot.services.events.message import link_to
from bot.services.events.section import SectionReport
from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection
from bot.services.fide.declared_settings import DeclaredSettings
from bot.services.fold.changes import RatingChange
from bot.services.imports.import_report import AmbiguousName, ImportOptions, ImportReport
from bot.services.imports.match_players import Matched, known_detail, match_players
from bot.services.imports.replace import Recognised, recognised, store_instead
from bot.services.imports.target_lists import Landing, Section, gives_ratings_of, impossible_ratings, landing_of
from bot.services.someone import ServerMember
from bot.services.spreadsheets.convert import as_text_file
from bot.services.transaction import Write
from bot.store.derived import standings
from bot.store.events import facts
from bot.store.rows import Event, Player
from core.background import ExternalRating
from core.crosstable import Crosstable, Entrant
from core.errors import InputError, RuleError
from core.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.formats.common.days import EARLIEST
from core.likeness.event_names import event_and_day
from core.lists import RatingList
from core.search_key import name_key
from core.systems import SYSTEMS
from core.words import counted

NO_REASON_YET = "none given yet"
"""Stands in a dry run alone for a reason that is still to come."""

MOST_CLASS_CHARACTERS = 16
"""What the database holds of a rating class."""

ESTABLISHED_GAMES = 50
"""What a rating given without its games counts for: as many as any rating can, so that only its height decides."""


class ReadFile(NamedTuple):
    """An uploaded file and what it says; digest: by which it is recognised when it comes again."""

    file: FileEvent
    digest: str


async def read_file(data: bytes) -> ReadFile:
    """Read a file in a thread, while no connection waits for it."""
    from core.formats.recognise import read_event_file

    text = await as_text_file(data)
    event = await asyncio.to_thread(read_event_file, text.data)
    event = replace(event, remarks=(*text.remarks, *event.remarks))
    return ReadFile(event, hashlib.sha256(data).hexdigest())


def store_file(
    write: Write,
    read: ReadFile,
    options: ImportOptions,
    server: Sequence[ServerMember] = (),
    *,
    beside: bool = False,
) -> ImportReport:
    """Store and rate a file's sections, in the place of what is stored of them already; return what it did.

    server: the members of the server who are called like somebody in it, for a dry run.
    beside: whether what is stored already stays, as separate events.

    Raises: InputError or RuleError for what cannot be stored: a file that is stored already, one without games.
    """
    connection, club = write.connection, write.club
    file, digest = read
    already = facts.event_of_file(connection, club.id, digest)
    if already is not None:
        where = link_to(already, club.id) or "/event show"
        raise InputError(
            f"That file is stored already, as {_label(already)}: see it at {where}, or undo it to import again."
        )
    if options.day is None:
        _check_days(file, write.today)
    file, unborn = _without_impossible_births(file, write.today)
    day = options.day or file.day or options.undated or write.today
    dated = options.day is not None or file.day is not None
    sections: list[SectionReport] = []
    matched: list[Matched] = []
    landings: list[Landing] = []
    later: list[RatingChange] = []
    doubts: list[AmbiguousName] = []
    impossible: list[FilePlayer] = []
    replaces: list[Recognised] = []
    for place, section in enumerate(file.sections):
        known = match_players(write, section.players, options.chosen_in(place), server)
        doubts += [
            AmbiguousName(place, line.file, line.suggestions, line.named) for line in known.values() if line.suggestions
        ]
        new_section, landing = _section(write, file, section, known, day, options, digest)
        stored = recognised(write, new_section, _likely(known.values()), dated=dated)
        report, done = store_instead(write, new_section, () if beside else stored)
        _keep_host(write, file, report.event_id)
        replaces += stored
        sections.append(report)
        landings.append(landing)
        impossible += impossible_ratings(file, section, report.lists, _first_day(report.crosstable))
        matched += known.values()
        later += done.later
    new = [line for line in matched if line.is_new]
    guessed = [line for line in new if _is_guessed(file, line.file) and line.file not in impossible]
    remarks = (
        *file.remarks,
        *unborn,
        *_not_used(file, sections),
        *map(_left_out, impossible),
        *(_taken_as_established(line.file) for line in guessed),
    )
    return ImportReport(
        file=replace(file, remarks=remarks),
        day=day,
        sections=tuple(sections),
        people={line.player.id: line.player for line in matched},
        new=tuple(line.player for line in new),
        guessed=len(guessed),
        taken=tuple((line.file.name, line.player) for line in matched if _is_named_otherwise(line)),
        later=tuple(later),
        doubts=tuple(doubts),
        landings=tuple(landings),
        why=options.why,
        replaces=tuple(replaces),
        undated=not dated,
    )


def _check_days(file: FileEvent, today: date) -> None:
    """Raise InputError for a day of the file on which no event can have been rated yet."""
    for day, what in ((file.day, "ended"), (file.began, "began")):
        if day is not None and not EARLIEST <= day <= today:
            why = "is in the future" if day > today else "is before there were ratings"
            raise InputError(
                f"The file says that the event {what} on {day.isoformat()}, which {why}. Correct the file, or write "
                f"the day on which it ended as date, such as {today.isoformat()}."
            )


def _without_impossible_births(file: FileEvent, today: date) -> tuple[FileEvent, list[Remark]]:
    """Return a file without birth dates and years that are still to come, and a remark for each."""
    remarks: list[Remark] = []

    def born(player: FilePlayer) -> FilePlayer:
        told = player.born_year if player.born is None else player.born
        if (player.born is None or player.born <= today) and (player.born_year or 0) <= today.year:
            return player
        remarks.append(Remark(player.line, f"{player.name} is born in the future, {told}: left out", "birth dates"))
        return replace(player, born=None, born_year=None)

    sections = tuple(replace(one, players=tuple(map(born, one.players))) for one in file.sections)
    return (replace(file, sections=sections) if remarks else file), remarks


def _likely(matched: Iterable[Matched]) -> dict[int, int]:
    """Return by pairing number who somebody probably is whose name is not settled yet."""
    return {
        line.file.number: line.suggestions[0].id
        for line in matched
        if line.suggestions and isinstance(line.suggestions[0], Player)
    }


def _is_named_otherwise(line: Matched) -> bool:
    """Return whether the club calls somebody otherwise than the file, "Last, First" being the same name."""
    return name_key(line.player.name) != name_key(line.file.name)


def _is_guessed(file: FileEvent, player: FilePlayer) -> bool:
    return file.site is None and file.ratings_of is None and player.rating is not None and player.games is None


def _not_used(file: FileEvent, sections: Sequence[SectionReport]) -> list[Remark]:
    """Say which ratings of the file count for nothing: a site's own, and those that no list here can convert."""
    rated = sum(one.rating is not None for section in file.sections for one in section.players)
    if file.site is not None and rated:
        return [Remark(None, f"ratings of {file.site} start nobody here: {counted(rated, 'rating')} left out")]
    lists = {moved for section in sections for moved in section.lists}
    day = min((section.crosstable.date for section in sections), default=date.max)
    if file.ratings_of is None or any(gives_ratings_of(file, moved) for moved in lists) or not rated:
        return []
    if any(SYSTEMS[moved].can_convert(file.ratings_of, day) for moved in lists):
        return []
    text = (
        f"{file.ratings_of.label} ratings of {day.year} cannot be converted here: {counted(rated, 'rating')} left out"
    )
    return [Remark(None, text)]


def _left_out(player: FilePlayer) -> Remark:
    return Remark(player.line, f"{player.rating:g} is no rating on this list: left out", "ratings of no list")


def _taken_as_established(player: FilePlayer) -> Remark:
    # Whoever has played little ends far off: the director knows who it is.
    text = f"{player.name}: a rating without its games, counted as established ({ESTABLISHED_GAMES} games)"
    return Remark(player.line, text, f"ratings without games, counted as established ({ESTABLISHED_GAMES} games)")


def _label(event: Event) -> str:
    return event_and_day(event.name, event.place.date)


def _section(
    write: Write,
    file: FileEvent,
    section: FileSection,
    matched: dict[int, Matched],
    day: date,
    options: ImportOptions,
    digest: str,
) -> tuple[NewSection, Landing]:
    """Return a section as it is to be stored, and where it lands."""
    if not section.games:
        # A kind of file that never has games says itself what to upload instead.
        why = file.without_games or "there is no played game in the file: upload it when there are results"
        raise RuleError(f"{why[0].upper()}{why[1:]}.")
    control = options.time_control or section.time_control
    began = file.began if options.day is None and file.began is not None and file.began <= day else None
    numbers = {line.player.id: number for number, line in matched.items() if not line.is_new}
    found = Section(file, section, control, began or day, partial(_rated_on, write, numbers))
    landing = landing_of(write.club, found, options.chosen_lists)
    lists = landing.lists
    name = options.name or file.name
    if section.name and len(file.sections) > 1:
        name = f"{name}: {section.name}" if name else section.name
    crosstable = Crosstable(
        date=day,
        entrants=tuple(
            Entrant(
                number=player.number,
                rating=None if file.site is not None else player.rating,
                player=matched[player.number].player.id,
                name=player.name,
                rated=True,
                external_ratings=_external_ratings(file, player, day, lists),
                federation=known_detail(player, "federation"),
                title=known_detail(player, "title"),
                rating_class=None if player.rating_class is None else player.rating_class[:MOST_CLASS_CHARACTERS],
            )
            for player in section.players
        ),
        games=section.games,
        byes=section.byes,
        kind=section.kind,
        time_control=control,
        began=began,
        site=file.site,
        overruled=None if landing.against is None else options.why or NO_REASON_YET,
    )
    brought = {moved: _brought(file, moved, matched.values(), _first_day(crosstable)) for moved in lists}
    people = {number: line.player for number, line in matched.items()}
    return NewSection(name, crosstable, lists, people, EventSource.FILE, brought, digest, rules=options.rules), landing


def _keep_host(write: Write, file: FileEvent, event_id: int) -> None:
    """Keep which federation registered an event: title norms ask for it."""
    host = known_detail(file, "federation")
    if host is not None:
        told = DeclaredSettings(host=host).to_json()
        facts.keep_declared_settings(write.connection, write.club.id, event_id, told)


def _rated_on(write: Write, numbers: Mapping[int, int], rating_list: RatingList) -> list[int]:
    """Return the numbers of those who have a rating on a list here. numbers: by player id."""
    return [numbers[one] for one in standings.of_players(write.connection, write.club.id, rating_list, list(numbers))]


def _first_day(crosstable: Crosstable) -> date:
    """Return the day whose ratings a file has."""
    return crosstable.began or crosstable.date


def _brought(file: FileEvent, moved: RatingList, matched: Iterable[Matched], day: date) -> dict[int, tuple[float, int]]:
    """Return the ratings of a day that a file gives for a list, with the games behind them, by player id."""
    if not gives_ratings_of(file, moved):
        return {}
    return {
        line.player.id: (line.file.rating, ESTABLISHED_GAMES if line.file.games is None else line.file.games)
        for line in matched
        if line.file.rating is not None and SYSTEMS[moved].can_be_rating(moved, line.file.rating, day)
    }


def _external_ratings(
    file: FileEvent, player: FilePlayer, day: date, lists: Sequence[RatingList]
) -> tuple[ExternalRating, ...]:
    """Return what a file's rating of another system says of a player who has none on the lists."""
    if file.ratings_of is None or player.rating is None or file.site is not None:
        return ()
    if not all(SYSTEMS[moved].can_convert(file.ratings_of, day) for moved in lists):
        return ()
    return (ExternalRating(file.ratings_of, player.rating, file.day or day),)

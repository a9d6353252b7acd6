"""Read a roster from CSV or TSV, one line per person."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.event.event_file import Remark
from core.files.common.dates import is_placeholder, parse_written_day
from core.files.common.people import is_nobody, readable_name
from core.files.common.tables import (
    TableRow,
    Value,
    decode_text,
    first_line,
    read_rows,
    table_bytes,
    unguarded,
    without_titles,
)
from core.files.common.text import (
    NAME_CHARACTERS,
    ParseWarnings,
    clean_name,
    fault,
    shorten,
)
from core.files.typed.persons import (
    parse_federation,
    parse_fide_id,
    parse_membership,
    parse_naspa_id,
    parse_state,
    parse_title,
    parse_uschess_id,
)
from core.lists import RatingList
from core.rating.systems import system_of

_SEXES = {
    **dict.fromkeys(("m", "male", "man", "boy", "männlich"), "m"),
    **dict.fromkeys(("w", "f", "female", "woman", "girl", "weiblich"), "w"),
}
_NOTHING = {"", "-", "--", "0", "n/a", "na", "none"}
_UNRATED = _NOTHING | {"unr", "unr.", "unrated", "nr", "n.r.", "new", "?"}
_RATING = re.compile(
    r"(?:~|ca?\.)?\s*([0-9]{1,4}(?:[.,][0-9]{1,9})?)(?:\s*[pP/]\s*([0-9]{1,4})|\s*\(([0-9]{1,4})\))?\*?"
)
_WHOLE = re.compile(r"([0-9]{1,6})(?:[.,]0+)?")

MOST_GAMES = 100_000


def is_nothing(text: str) -> bool:
    return text.casefold() in _NOTHING


def read_detail(column: str, text: str, line: int, doubts: ParseWarnings) -> str | None:
    if is_nothing(text):
        return None
    if column == "sex":
        sex = _SEXES.get(text.casefold().strip("."))
        if sex is None:
            doubts.add(line, "no sex", f'"{shorten(text)}" is not m or w. Ignored')
        return sex
    read = _DETAILS[column]
    # A spreadsheet makes 12345678.0 of a number.
    text = re.sub(r"^([0-9]+)\.0+$", r"\1", text)
    try:
        return read(text) or None
    except InputError as error:
        if column in ("title", "federation"):
            doubts.add(line, f"no {column}", f'"{shorten(text)}" is not a FIDE {column}. Ignored')
            return None
        raise fault(line, error.message.removesuffix(", or none to remove it.").rstrip(".") + ".") from None


def _membership(text: str) -> str:
    """Return the month of 2027-08, 2027-08-31, 8/2027 or 8/31/2027."""
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})(?:-[0-9]{2})?|([0-9]{1,2})/(?:[0-9]{1,2}/)?([0-9]{4})", text)
    return parse_membership(text if match is None else f"{match[1] or match[4]}-{int(match[2] or match[3]):02}")


_DETAILS: dict[str, Callable[[str], str]] = {
    "uschess_id": parse_uschess_id,
    "fide_id": parse_fide_id,
    "naspa_id": parse_naspa_id,
    "federation": parse_federation,
    "title": parse_title,
    "state": parse_state,
    "expires": _membership,
}


def read_born(text: str, line: int, doubts: ParseWarnings) -> tuple[date | None, int | None]:
    if is_nothing(text) or is_placeholder(text):
        return None, None
    read = parse_written_day(re.sub(r"^([0-9]{4})\.0+$", r"\1", text))
    if read is None or not re.search(r"[0-9]{4}", text):
        raise fault(line, f'"{shorten(text)}" is not a birth date. Write one, for example 2012-05-30, or the year.')
    if not read.sure:
        doubts.add(line, "birth dates", f'the birth date "{shorten(text)}" is read as {read.day}')
    return (read.day, None) if read.day is not None else (None, read.year)


def read_rating(text: str, line: int) -> tuple[float, int | None] | None:
    """Read a rating, and its games as in 1210P7; None for unrated."""
    if text.casefold() in _UNRATED:
        return None
    match = _RATING.fullmatch(text)
    if match is None:
        raise fault(line, f'"{shorten(text)}" is not a rating. Write a number, for example 1650, or nothing.')
    games = match[2] or match[3]
    return float(match[1].replace(",", ".")), None if games is None else int(games)


def read_whole(text: str, line: int, label: str) -> int | None:
    if text.casefold() in _UNRATED - {"0"}:
        return None
    match = _WHOLE.fullmatch(text)
    if match is None or int(match[1]) > MOST_GAMES:
        raise fault(line, f'{label} "{shorten(text)}" is not a whole number from 0 to {MOST_GAMES}.')
    return int(match[1])


class Part(StrEnum):
    """What a column says about a rating; the value ends its name."""

    RATING = "rating"
    GAMES = "games"
    PEAK = "peak"
    FLOOR = "floor"


_PERSON = {
    "name": (
        *("name", "player", "player name", "full name", "member", "member name", "spieler", "teilnehmer", "mitglied"),
        *("jugador", "joueur", "giocatore", "jogador", "zawodnik"),
    ),
    "first": ("first name", "first", "given name", "forename", "vorname", "prénom", "prenom", "imię"),
    "last": ("last name", "last", "surname", "family name", "nachname", "nom", "apellidos", "cognome", "nazwisko"),
    "discord": (
        *("discord", "discord id", "discord name", "discord user", "discord username", "discord user id"),
        *("discord tag", "discord handle", "user id", "username"),
    ),
    "uschess_id": (
        *("us chess id", "uschess id", "uscf id", "us chess number", "us chess no", "uscf no", "uscf number", "id"),
        *("us chess member id", "us chess", "uschess", "uscf", "member id", "mem id", "memid", "member no"),
    ),
    "fide_id": ("fide id", "fide no", "fide number", "fide id number", "fin", "fide", "id number", "fideid"),
    "naspa_id": ("naspa id", "naspa no", "naspa number", "naspa"),
    "born": (
        *("born", "birth", "birthday", "birth date", "birthdate", "date of birth", "dob", "b day"),
        *("birth year", "year of birth", "yob", "birth year or date", "geb", "geboren", "geburtsdatum", "geburtsjahr"),
        *("jahrgang", "naissance", "date de naissance", "nacimiento", "fecha de nacimiento", "data di nascita"),
    ),
    "federation": ("federation", "fed", "country", "nation", "land", "verband"),
    "sex": ("sex", "gender", "m f", "geschlecht", "sexe", "sexo", "sesso"),
    "title": ("title", "fide title", "tit", "titel", "titre", "título", "titolo"),
    "state": ("state", "st"),
    "expires": ("exp", "expires", "expiry", "expiration", "exp date", "expiration date", "membership expires"),
}
"""Names of columns by meaning, in lower case without signs."""

_LISTS = {
    RatingList.USCHESS_REGULAR: (
        "us chess regular",
        "uschess regular",
        "uscf regular",
        "regular",
        "reg",
        "uscf",
        "us chess",
    ),
    RatingList.USCHESS_QUICK: ("us chess quick", "uschess quick", "uscf quick", "quick"),
    RatingList.USCHESS_BLITZ: ("us chess blitz", "uschess blitz", "uscf blitz"),
    RatingList.FIDE_STANDARD: ("fide standard", "fide std", "fide classical", "fide", "standard"),
    RatingList.FIDE_RAPID: ("fide rapid", "rapid"),
    RatingList.FIDE_BLITZ: ("fide blitz",),
    RatingList.NASPA: ("naspa estimate", "naspa"),
    RatingList.GLICKO_2: ("glicko 2", "glicko2", "glicko"),
    RatingList.ORACLE: ("oracle", "oracle pool 1"),
}
"""Further names of lists, beside their labels."""

_PARTS = {
    Part.RATING: ("rating", "rtg", "elo", ""),
    Part.GAMES: ("games", "gms", "rated games", "no of games", "games played"),
    Part.PEAK: ("peak", "highest", "best", "peak rating", "highest rating", "best rating"),
    Part.FLOOR: ("floor", "rating floor"),
}
_OWN_LIST_NAMED = {RatingList.ELO}
"""Names of lists that also mean any rating; only "Elo rating" means these."""


@dataclass(frozen=True, slots=True)
class RatingColumn:
    """A column about ratings; rating_list: None if not named."""

    rating_list: RatingList | None
    part: Part


def plain_header(text: str) -> str:
    """Return a column's name in lower case with single blanks, without signs."""
    return " ".join(re.sub(r"[^\w]+|_", " ", text.casefold()).split())


def _rating_columns(lists: Iterable[RatingList]) -> dict[str, RatingColumn]:
    columns: dict[str, RatingColumn] = {}
    for part, words in _PARTS.items():
        for word in words:
            if word:
                columns[word] = RatingColumn(None, part)
            for moved in lists:
                for name in (plain_header(moved.label), *_LISTS.get(moved, ())):
                    if word or moved not in _OWN_LIST_NAMED:
                        columns[f"{name} {word}".strip()] = RatingColumn(moved, part)
    return columns


_RATINGS = _rating_columns(RatingList)
_PERSONS = {word: column for column, words in _PERSON.items() for word in words}


def column_of(header: str, cells: Sequence[str]) -> str | RatingColumn | None:
    """Return a column's field or rating; None if unknown.

    cells: decide whether a federation's name means ids or ratings.
    """
    word = plain_header(header)
    person, rating = _PERSONS.get(word), _RATINGS.get(word)
    if person is not None and rating is not None:
        return rating if all(len(cell) <= 4 or re.search(r"[pP/.,]", cell) for cell in cells) else person
    return person if person is not None else rating


_WHO = {"name", "last", "discord", "uschess_id", "fide_id", "naspa_id"}
"""Columns that say who somebody is."""


def is_roster(text: str) -> bool:
    """Return whether text has such a header, below a few title lines at most."""
    _, table = without_titles(text, _is_header)
    try:
        (row,) = read_rows(first_line(table))
    except (InputError, ValueError):  # no row, or no table
        return False
    return _is_header(row)


def _is_header(row: TableRow) -> bool:
    known = [column_of(unguarded(cell), ()) for cell in row.cells if cell]
    if known in (["name"], ["discord"]):
        return True
    return bool(_WHO & {one for one in known if isinstance(one, str)}) and sum(map(bool, known)) > 1


DETAILS = ("uschess_id", "fide_id", "naspa_id", "federation", "sex", "title", "state", "expires")
"""Details of one word, by the player's column."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A person of the file.

    name: None in a list of ids. discord: id or name. details: by column. ratings: by list; games may be None.
    """

    line: int
    name: str | None = None
    discord: str | None = None
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    born: date | None = None
    born_year: int | None = None
    ratings: Mapping[RatingList, EnteredRating] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A whole file.

    month: of a federation's list. is_federations: lists strangers too. passed: people skipped. usual: the list of
    columns that name none; None without such a column. by_ids: whether the ids of one federation decide it.
    """

    format: str
    lines: tuple[RosterLine, ...]
    remarks: tuple[Remark, ...] = ()
    is_federations: bool = False
    passed: int = 0
    month: date | None = None
    usual: RatingList | None = None
    by_ids: bool = False


FORMAT = "roster (CSV)"
MOST_PEOPLE = 10_000

COLUMNS = "name, US Chess id, FIDE id, born, rating, games"
"""Columns to propose."""


@dataclass(frozen=True, slots=True)
class _Header:
    """Positions of columns: a person's by key, ratings by list and part. unnamed: of ratings without a list."""

    persons: dict[str, int] = field(default_factory=dict)
    ratings: dict[RatingList, dict[Part, int]] = field(default_factory=dict)
    unnamed: dict[Part, int] = field(default_factory=dict)


def read_roster(data: bytes, usual: RatingList, own: Sequence[RatingList] = (), *, chosen: bool = True) -> RosterFile:
    """Read a roster; leave out bad cells with a remark.

    usual: the list of an unnamed rating column, unless the file's ids say otherwise and nobody has chosen it.
    """
    if data[:2] == b"PK":
        raise InputError("The file is a zip. Upload the table in it, as CSV, .xlsx or .ods.")
    decoded = decode_text(data)
    rows = read_rows(without_titles(decoded.text, _is_header)[1])
    if not rows:
        raise InputError(f"The file is empty. Write a line with {COLUMNS}, and one line for each person.")
    head, *people = rows
    doubts = ParseWarnings()
    header, unused = _header(head, people, own)
    ids = [key for key in _LISTS_OF_IDS if any(row.cell(header.persons.get(key)) for row in people)]
    if header.unnamed:
        usual = usual if chosen or len(ids) != 1 else _list_of(ids[0], usual)
        for part, index in header.unnamed.items():
            _add_rating(header.ratings.setdefault(usual, {}), part, index, head)
    if not people:
        raise InputError("There is nobody below the header. Write one line for each person.")
    if len(people) > MOST_PEOPLE:
        raise InputError(f"There are more than {MOST_PEOPLE} people. Upload them in parts.")
    read = [_line(row, header, doubts) for row in people]
    lines = tuple(one for one in read if one is not None and not _is_bye(one, doubts))
    unread = [Remark(head.line, f'the column "{shorten(name)}" is not used') for name in unused]
    remarks = (*decoded.remarks, *unread, *doubts.remarks())
    return RosterFile(FORMAT, lines, remarks, usual=usual if header.unnamed else None, by_ids=len(ids) == 1)


_LISTS_OF_IDS = {
    "uschess_id": RatingList.USCHESS_REGULAR,
    "fide_id": RatingList.FIDE_STANDARD,
    "naspa_id": RatingList.NASPA,
}


def _list_of(ids: str, usual: RatingList) -> RatingList:
    """Return the list of the ids' federation if the usual one is another federation's."""
    return usual if system_of(usual).membership in (None, ids) else _LISTS_OF_IDS[ids]


def _add_rating(taken: dict[Part, int], part: Part, index: int, head: TableRow) -> None:
    if part in taken:
        name = shorten(head.cell(index))
        raise fault(head.line, f'two columns have the {part} of the same list. Rename "{name}".')
    taken[part] = index


def _header(head: TableRow, people: Sequence[TableRow], own: Sequence[RatingList]) -> tuple[_Header, list[str]]:
    header, unused, own_columns = _Header(), [], _rating_columns(own)
    is_american = any(_is_american(column_of(unguarded(name), ())) for name in head.cells)
    for index, name in enumerate(head.cells):
        if not name:
            continue
        cells = [cell for row in people if (cell := row.cell(index))]
        word = plain_header(unguarded(name))
        word = f"{'us chess' if is_american else 'fide'} {word}" if re.match(r"blitz\b", word) else word
        column = column_of(word, cells) or own_columns.get(word)
        if isinstance(column, RatingColumn):
            parts = header.unnamed if column.rating_list is None else header.ratings.setdefault(column.rating_list, {})
            _add_rating(parts, column.part, index, head)
        elif column is None or column in header.persons:
            unused.append(name)
        else:
            header.persons[column] = index
    if not header.persons.keys() & _WHO:
        raise fault(
            head.line, f"no column identifies the person. Name the columns in the first line, for example {COLUMNS}."
        )
    return header, unused


def _is_american(column: str | RatingColumn | None) -> bool:
    if isinstance(column, RatingColumn):
        return column.rating_list in (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
    return column == "uschess_id"


Read = TypeVar("Read")


def _line(row: TableRow, header: _Header, doubts: ParseWarnings) -> RosterLine | None:
    def or_none(read: Callable[[], Read]) -> Read | None:
        try:
            return read()
        except InputError as error:
            text = error.message.removeprefix(f"Line {row.line}: ").partition(". ")[0].rstrip(".")
            doubts.add(row.line, "cells that cannot be read", f"{text}. Ignored")
            return None

    cells = {column: unguarded(row.cell(index)) for column, index in header.persons.items()}
    found = {
        column: or_none(partial(read_detail, column, cells.get(column, ""), row.line, doubts)) for column in DETAILS
    }
    details = {column: text for column, text in found.items() if text is not None}
    born, year = or_none(partial(read_born, cells.get("born", ""), row.line, doubts)) or (None, None)
    name = _name(cells)
    discord = or_none(partial(_discord, cells.get("discord", ""), row.line))
    if name is None and discord is None and not details.keys() & set(DETAILS[:3]):
        doubts.add(row.line, "lines without a person", "there is no name and no id. Ignored")
        return None
    ratings = {}
    for moved, columns in header.ratings.items():
        entered = or_none(partial(_rating, row, moved, columns))
        if entered is not None:
            ratings[moved] = entered
    return RosterLine(row.line, name, discord, details, born, year, ratings)


def _is_bye(row: RosterLine, doubts: ParseWarnings) -> bool:
    has_more = row.discord is not None or row.details.keys() & set(DETAILS[:3]) or row.born or row.born_year
    if has_more or not is_nobody(row.name or ""):
        return False
    doubts.add(row.line, "byes among the people", f'"{shorten(row.name or "")}" is a bye, not a person. Ignored')
    return True


def _discord(text: str, line: int) -> str | None:
    mention = re.fullmatch(r"<@!?([0-9]{1,19})>", text)
    written = mention[1] if mention else clean_name(text, NAME_CHARACTERS).removeprefix("@")
    if re.fullmatch(r"[0-9]\.[0-9]+[eE]\+?[0-9]+|[0-9]{15}0{2,4}", written):
        raise fault(
            line, f'"{shorten(text)}" is a Discord id that a spreadsheet has rounded. Format the column as text.'
        )
    return None if is_nothing(written) else written


def _name(cells: dict[str, str]) -> str | None:
    written = cells.get("name", "")
    if not written:
        written = f"{cells.get('first', '')} {cells.get('last', '')}"
    name = clean_name(written, NAME_CHARACTERS)
    # One word in capitals may be a nickname, two letters initials.
    is_loud = name.isupper() and re.search(r"[^\W\d_]{3}", name) and re.search("[ ,]", name)
    return (readable_name(name) if is_loud else name) or None


def _rating(row: TableRow, moved: RatingList, columns: dict[Part, int]) -> EnteredRating | None:
    cells = {part: row.cell(index) for part, index in columns.items()}
    read = read_rating(cells.get(Part.RATING, ""), row.line)
    games = read_whole(cells.get(Part.GAMES, ""), row.line, f"games of {moved.label}:")
    peak, floor = (read_rating(cells.get(part, ""), row.line) for part in (Part.PEAK, Part.FLOOR))
    if read is None:
        if peak is not None or floor is not None:
            raise fault(row.line, f"the peak or floor has no {moved.label} rating. Write the rating too.")
        return None
    rating, based_on = read
    return EnteredRating(
        rating,
        based_on if games is None else games,
        None if peak is None else peak[0],
        None if floor is None else floor[0],
    )


PERSON = ("Name", "Discord id", "US Chess id", "FIDE id", "NASPA id", "Born", "Federation", "Sex", "Title")
_KEYS = ("uschess_id", "fide_id", "naspa_id")


def write_roster(lines: Sequence[RosterLine], lists: Sequence[RatingList]) -> bytes:
    """Return people as CSV.

    Discord ids are mentions: spreadsheets keep 15 digits.
    """
    header = [*PERSON, *(f"{moved.label} {part}" for moved in lists for part in Part)]
    return table_bytes([header, *(_row(line, lists) for line in lines)])


def _row(line: RosterLine, lists: Sequence[RatingList]) -> list[Value]:
    born = line.born_year if line.born is None else line.born.isoformat()
    details = line.details.get
    discord = f"<@{line.discord}>" if line.discord is not None and line.discord.isdigit() else line.discord
    row: list[Value] = [line.name, discord, *map(details, _KEYS), born]
    row += [details("federation"), details("sex"), details("title")]
    for moved in lists:
        row += _cells(line.ratings.get(moved))
    return row


def _cells(entered: EnteredRating | None) -> list[Value]:
    if entered is None:
        return [None] * len(Part)
    rating, peak, floor = (
        None if number is None else round(number, 2) for number in (entered.rating, entered.peak, entered.floor)
    )
    return [rating, entered.games, peak, floor]


def template(lists: Sequence[RatingList]) -> bytes:
    example = RosterLine(
        2,
        "Ada Example",
        "ada.example",
        {"uschess_id": "12345678", "fide_id": "2020009", "federation": "USA", "sex": "w"},
        None,
        2008,
        {moved: EnteredRating(1650, 30) for moved in lists[:1]},
    )
    return write_roster([example], lists)

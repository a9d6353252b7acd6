"""What a written name says: a person, by name, title, mention or id; or nobody."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.event.event_file import FileEvent, FilePlayer
from core.files.common.text import ParseWarnings, one_line, shorten
from core.words import search_key, spelling_key, title_and_name

_USER = re.compile(r"<@!?(?P<mentioned>[0-9]{1,19})>|(?P<id>[0-9]{17,19})")
"""A mention, or a bare Discord id, longer than any membership number."""
_NUMBER = re.compile(r"#(?P<number>[0-9]{1,18})")
_QUOTED = re.compile(r"@?\"([^\"]+)\"")


class WrittenPerson(NamedTuple):
    """A person: a Discord user, a player's number, or a name with its title."""

    name: str = ""
    user: int | None = None
    number: int | None = None
    title: str | None = None


def read_person(text: str) -> WrittenPerson:
    """Read <@80351110224678912>, 80351110224678912, #12, @Dana, "Anna Lee" or FM Anna Lee."""
    written = text.strip()
    user, number = user_in(written), _NUMBER.fullmatch(written)
    if user is not None or number is not None:
        return WrittenPerson(user=user, number=None if number is None else int(number["number"]))
    quoted = _QUOTED.fullmatch(written)
    title, name = title_and_name((quoted[1] if quoted else written.removeprefix("@")).strip())
    return WrittenPerson(name, title=title)


def user_in(written: str) -> int | None:
    match = _USER.fullmatch(written.strip())
    if match is None:
        return None
    user_id = int(match["mentioned"] or match["id"])
    return user_id if user_id < 2**63 else None


# One list of words for nobody, for every file and form.


_NOBODY = {
    *("bye", "byes", "free", "exempt", "exempte", "spielfrei", "freilos", "libre", "descansa", "descanso", "riposo"),
    *("riposa", "folga", "isento", "pauza", "pauzuje", "wolny", "vrij", "frei", "dummy", "none", "null", "nobody"),
    *("niemand", "nadie", "nessuno", "pausa", "walkover", "forfeit", "forfeited", "forfait", "kampflos", "noshow"),
    *("absent", "absence", "ausente", "assente", "abwesend", "tba", "tbd", "tbc", "vacant", "nn", "wo"),
}
_NOBODY_PHRASES = {
    *("no opponent", "wolny los", "no show", "did not play", "not paired", "no player", "w o", "n n", "n a"),
}
_BESIDE_NOBODY = {"half", "full", "zero", "point", "points", "pt", "pts", "round", "requested", *"0123456789"}


def is_nobody(name: str) -> bool:
    """Return whether a name only says that there is no player, such as half-point bye, N.N. or no show."""
    words = search_key(name).split()
    left = [word for word in words if word not in _BESIDE_NOBODY]
    return " ".join(left) in _NOBODY_PHRASES or (bool(left) and _NOBODY.issuperset(left))


def with_written_people(event: FileEvent) -> FileEvent:
    """Return a file's event with titles apart from the names, and mentions of Discord users in one form."""
    sections = (replace(one, players=tuple(map(_with_written_person, one.players))) for one in event.sections)
    return replace(event, sections=tuple(sections))


def _with_written_person(player: FilePlayer) -> FilePlayer:
    person = read_person(player.name)
    name = f"<@{person.user}>" if person.user is not None else person.name or player.name
    if name == player.name:
        return player
    return replace(player, name=name, title=player.title or person.title)


def one_spelling(
    sittings: Iterable[tuple[int, Sequence[Hashable], Sequence[str]]], doubts: ParseWarnings
) -> Mapping[str, str]:
    """Return names that are spelt in several ways in a list of games, each with the spelling to use.

    sittings: lines, where they seat people (game, round), and whom; two spellings in one place are two people.
    """
    spellings: dict[str, dict[str, int]] = defaultdict(dict)
    seated: dict[tuple[Hashable, str], str] = {}
    apart: set[str] = set()
    for line, places, seated_there in sittings:
        for name in filter(None, seated_there):
            user = user_in(name)
            key = f"<@{user}>" if user is not None else spelling_key(name)
            spellings[key].setdefault(name, line)
            if any(seated.setdefault((place, key), name.casefold()) != name.casefold() for place in places):
                apart.add(key)
    found: dict[str, str] = {}
    for key, names in spellings.items():
        if key not in apart and len({name.casefold() for name in names}) > 1:
            # The longest says most: a title, an accent, which is the family name.
            best = max(names, key=lambda name: len(name.encode()))
            found |= dict.fromkeys(names, best)
            for name, line in names.items():
                if name != best and user_in(name) is None:
                    doubts.add(line, "spellings of a name", f'"{shorten(name)}" is read as "{shorten(best)}"')
    return found


_WORD = re.compile(r"[^\W\d_]+")
NAME_SUFFIXES = {"JR", "JR.", "SR", "SR.", "II", "III", "IV"}


def readable_name(text: str) -> str:
    """Return a name with a space after the comma, not all in capitals."""
    last, comma, first = (part.strip() for part in one_line(text).partition(","))
    name = f"{last}, {first}" if comma and first else last
    return _WORD.sub(_titled, name) if name.isupper() else name


def _titled(match: re.Match[str]) -> str:
    word = match[0]
    if word in NAME_SUFFIXES - {"JR", "SR"}:
        return word
    if word.startswith("MC") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    # Not "Dana'S".
    after_apostrophe = match.start() > 0 and match.string[match.start() - 1] == "'"
    return word.lower() if after_apostrophe and len(word) == 1 else word.capitalize()

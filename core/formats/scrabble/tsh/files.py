"""Files of tsh that lie side by side, in a zip: the settings and the division files that they name, as one event.

Which file is what, its contents decide. The settings name a file for each division; a file that has been renamed on
its way is taken by its place, where that leaves no choice.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from core.errors import InputError
from core.event_file import FileEvent, FileSection, Remark
from core.formats.common.code_pages import DecodedText
from core.formats.common.names import shorten
from core.formats.common.tables import MOST_BYTES, MOST_ROWS, decode_text
from core.formats.common.text_lines import TextLine, clean, text_lines
from core.formats.common.warnings import ParseWarnings
from core.formats.common.zips import ZippedFile, base_name, unpacked
from core.formats.scrabble.tsh.config import TshConfig, read_config
from core.formats.scrabble.tsh.lines import player_lines, read_players
from core.formats.scrabble.tsh.read import TshKind, is_config_name, kind_of, named, read_tsh, settings_event, tsh_event
from core.formats.scrabble.tsh.sections import check_amount, section_of

FORMAT = "tsh settings and division files"
_SUFFIX = ".t"
_UNKNOWN = (
    "The files are no event together: upload the three of a US Chess rating report, or tsh's settings with the "
    "division files, and any other file alone, such as a table as CSV, .xlsx or .ods."
)


@dataclass(frozen=True, slots=True)
class _File:
    """A division file: its own name, its players' lines, and what its comments tell."""

    name: str
    lines: list[TextLine]
    config: TshConfig
    doubts: ParseWarnings = field(default_factory=ParseWarnings)


def read_tsh_zip(data: bytes) -> FileEvent:
    """Read a zip of such files; raise InputError, with file and line, for what is none or contradicts itself."""
    files = []
    left = MOST_BYTES
    for file in unpacked(data):
        left -= len(file.content)
        if left < 0:
            raise InputError("The files have more than 10 MiB together: result files are smaller, upload those alone.")
        files.append(file)
    return read_tsh_files(files)


def read_tsh_files(files: Sequence[ZippedFile]) -> FileEvent:
    """Read the settings and division files of an event; raise InputError as `read_tsh_zip` does."""
    decoded = [(clean(base_name(name)) or "?", _text(content)) for name, content in files]
    texts = [(name, one.text) for name, one in decoded]
    if sum(text.count("\n") for _, text in texts) > MOST_ROWS:
        raise InputError(f"The files have more than {MOST_ROWS} lines together: upload one event at a time.")
    kinds = [kind_of(text) or (TshKind.SETTINGS if is_config_name(name.casefold()) else None) for name, text in texts]
    if TshKind.ARCHIVE in kinds:
        return _archive(files, kinds)
    remarks = [Remark(None, _in_file(name, str(doubt))) for name, one in decoded for doubt in one.remarks]
    config = _config([text for text, kind in zip(texts, kinds, strict=True) if kind is TshKind.SETTINGS], remarks)
    others = [(text, kind) for text, kind in zip(texts, kinds, strict=True) if kind is not TshKind.SETTINGS]
    divisions = _divisions(others, config, remarks)
    found = _labelled(divisions, config, remarks) if any(file.lines for file in divisions) else []
    sections = _sections(found, config, remarks)
    if sections:
        return tsh_event(FORMAT, sections, config or _told(found), tuple(remarks))
    if config is None:
        raise InputError(_UNKNOWN)
    return settings_event(config, tuple(remarks))


def _text(content: bytes) -> DecodedText:
    try:
        return decode_text(content)
    except InputError:  # empty, or no text: no file of tsh, and as little a reason to refuse those beside it
        return DecodedText("")


def _archive(files: Sequence[ZippedFile], kinds: Sequence[TshKind | None]) -> FileEvent:
    if len(files) > 1:
        raise InputError("One of the files is a tsh archive, which has all divisions in it: upload that alone.")
    return read_tsh(files[0].content)


def _config(texts: Sequence[tuple[str, str]], remarks: list[Remark]) -> TshConfig | None:
    """Return the settings, None where there are none; raise InputError where there are several."""
    if not texts:
        return None
    if len(texts) > 1:
        raise InputError(f"{named(name for name, _ in texts)} are all settings of tsh: upload one event at a time.")
    ((name, text),) = texts
    doubts = ParseWarnings()
    with _told_of(name):
        config = read_config(text_lines(text), doubts)
    remarks += _remarks(name, doubts)
    return config


def _divisions(
    texts: Iterable[tuple[tuple[str, str], TshKind | None]], config: TshConfig | None, remarks: list[Remark]
) -> list[_File]:
    """Return the division files; raise InputError for too many players, or where two have the same name."""
    found: list[_File] = []
    for (name, text), kind in texts:
        if kind is None and not _is_named(name, config):
            remarks.append(Remark(None, f'"{shorten(name)}" is no division: left out'))
            continue
        if any(_key(file.name) == _key(name) for file in found):
            raise InputError(f'Two files are called "{shorten(name)}": leave the older one out.')
        doubts = ParseWarnings()
        with _told_of(name):
            lines = text_lines(text)
            found.append(_File(name, player_lines(lines), read_config(lines, doubts), doubts))
        check_amount(sum(len(file.lines) for file in found))
    return found


def _is_named(name: str, config: TshConfig | None) -> bool:
    """Tell whether a file should be a division by its name, so that a slip in it is an error and not an omission."""
    return _key(name).endswith(_SUFFIX) or (config is not None and _key(name) in map(_key, config.divisions))


def _key(name: str) -> str:
    return base_name(name).casefold()


def _labelled(
    files: Sequence[_File], config: TshConfig | None, remarks: list[Remark]
) -> list[tuple[str | None, _File]]:
    """Return the files with their divisions, in the order of the settings; raise InputError where that is not clear."""
    if config is None or not config.divisions:
        return [(file.config.division or (_stem(file.name) if len(files) > 1 else None), file) for file in files]
    known = {_key(file.name): file for file in files}
    wanted = [name for name in config.divisions if _key(name) not in known]
    spare = [file for key, file in known.items() if key not in set(map(_key, config.divisions))]
    by_place: dict[str, _File] = {}
    if wanted and spare:
        if len(wanted) != len(spare):
            raise InputError(
                f"The settings name {named(wanted)}, not {named(file.name for file in spare)}: "
                "give the files the names that they have in the settings."
            )
        by_place = dict(zip(wanted, spare, strict=True))
        if len(spare) > 1:
            pairs = ", ".join(f"{shorten(file.name)} as {shorten(name)}" for name, file in by_place.items())
            remarks.append(Remark(None, f"files that have other names than in the settings are taken in turn: {pairs}"))
    elif wanted:
        remarks.append(Remark(None, f"the settings name {named(wanted)} as well: upload all to have the whole event"))
    for file in spare if not wanted else ():
        remarks.append(Remark(None, f'"{shorten(file.name)}" is in no division of the settings: left out'))
    found = [(label, by_place.get(name) or known.pop(_key(name), None)) for name, label in config.divisions.items()]
    return [(label, file) for label, file in found if file is not None]


def _stem(name: str) -> str:
    return name[: -len(_SUFFIX)] if _key(name).endswith(_SUFFIX) else name


def _sections(
    found: Iterable[tuple[str | None, _File]], config: TshConfig | None, remarks: list[Remark]
) -> tuple[FileSection, ...]:
    """Return the divisions that have players; raise InputError, with file and line, for a contradiction."""
    sections = []
    for label, file in found:
        if not file.lines:
            remarks.append(Remark(None, f'"{shorten(file.name)}" has no players: left out'))
            continue
        with _told_of(file.name):
            players = read_players(file.lines, file.doubts)
            sections.append(section_of(players, label, config or file.config, file.doubts))
        remarks += _remarks(file.name, file.doubts)
    return tuple(sections)


def _told(found: Iterable[tuple[str | None, _File]]) -> TshConfig:
    """Return what the comments say that tell of the event: those of the first file that has any."""
    configs = [file.config for _, file in found]
    return next((config for config in configs if config.event_name or config.day or config.began), TshConfig())


@contextmanager
def _told_of(name: str) -> Iterator[None]:
    """Say in an error which file it is about."""
    try:
        yield
    except InputError as error:
        raise InputError(_in_file(name, error.message)) from None


def _remarks(name: str, doubts: ParseWarnings) -> list[Remark]:
    return [Remark(None, _in_file(name, str(remark))) for remark in doubts.remarks()]


def _in_file(name: str, sentence: str) -> str:
    return f'"{shorten(name)}", {sentence[:1].lower()}{sentence[1:]}'

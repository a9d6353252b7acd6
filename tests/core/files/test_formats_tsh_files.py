"""tsh's settings and division files that were uploaded together."""

import io
import zipfile
from datetime import date

import pytest
from formats_checks import checked
from hypothesis import given
from pairings_events import facts, told
from test_formats_tsh_write import tsh_events

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind
from core.event.event_file import FileEvent
from core.files.bundle import bundled
from core.files.recognise import read_event_file
from core.files.scrabble.tsh import read_tsh
from core.files.scrabble.tsh_archive import write_tsh
from tests.depth import examples

CONFIG = """\
division Open o.t
division Late l.t
config event_name = "Pier Open"
config event_date = "March 3-5, 2024"
config bye_spread = 1
config max_rounds = 3
"""
OPEN = "# the first\nAda 1500 2 0; 400 1\nBo 1400 1; -1\n"
LATE = "Cy 1200 2; 377\nDi 1100 1; 401\n"
PACKED = {"config.tsh": CONFIG, "o.t": OPEN, "l.t": LATE}


def packed(files: dict[str, str]) -> bytes:
    """Pack a zip as a program does that members have."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def read(files: dict[str, str]) -> FileEvent:
    return read_event_file(packed(files))


def refusal(files: dict[str, str]) -> str:
    with pytest.raises(InputError) as caught:
        read(files)
    return checked(caught.value)


def told_of(event: FileEvent) -> list[tuple[str | None, list[str]]]:
    return [(section.name, [player.name for player in section.players]) for section in event.sections]


BOTH = [("Open", ["Ada", "Bo"]), ("Late", ["Cy", "Di"])]


def test_settings_and_divisions_are_one_event() -> None:
    event = read(PACKED)
    assert (event.format, event.name) == ("tsh settings and division files", "Pier Open")
    assert (event.began, event.day) == (date(2024, 3, 3), date(2024, 3, 5))
    assert told_of(event) == BOTH
    assert [section.rounds_planned for section in event.sections] == [3, 3]
    # bye_spread 1: the -1 is a forfeit, which 50 would not make it.
    assert event.sections[0].byes[0] == Bye(1, 1, ByeKind.FORFEIT_WIN, 2, 400)
    assert [str(remark) for remark in event.remarks] == [
        '"o.t", line 2: round 1: 400 to -1 against player 2 is read as a forfeit'
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("config.tsh", "O.T", "L.t"),
        ("tsh.config", "o.t", "l.t"),
        ("settings.txt", "o.t", "l.t"),
        ("pier/config.tsh", "pier/o.t", "pier/l.t"),
        ("pier\\config.tsh", "pier\\o.t", "pier\\l.t"),
    ],
)
def test_the_settings_name_the_divisions_whatever_their_folder_and_case(names: tuple[str, str, str]) -> None:
    assert told_of(read(dict(zip(names, (CONFIG, OPEN, LATE), strict=True)))) == BOTH


def test_settings_that_begin_with_perl_are_known_by_their_name() -> None:
    assert told_of(read({**PACKED, "config.tsh": f"perl use lib '.';\n{CONFIG}"})) == BOTH


def test_files_may_come_in_any_order() -> None:
    assert told_of(read(dict(reversed(PACKED.items())))) == BOTH


def test_files_that_were_renamed_are_taken_in_turn_and_said() -> None:
    event = read({"a (1).t": OPEN, "b (1).t": LATE, "config.tsh": CONFIG})
    assert told_of(event) == BOTH
    assert str(event.remarks[0]) == (
        "some files are not named as in the settings. Read in this order: a (1).t as o.t, b (1).t as l.t"
    )


def test_the_only_one_that_was_renamed_leaves_no_doubt() -> None:
    event = read({"config.tsh": CONFIG, "l (2).t": LATE, "o.t": OPEN.replace("-1", "380")})
    assert told_of(event) == BOTH
    assert event.remarks == ()


def test_names_that_leave_a_choice_are_refused() -> None:
    three = CONFIG + "division Last z.t\n"
    assert refusal({"config.tsh": three, "x.t": OPEN, "l.t": LATE}) == (
        "The settings name o.t and z.t, not x.t. Give the files the names that they have in the settings."
    )


def test_a_missing_division_is_named() -> None:
    event = read({"config.tsh": CONFIG, "l.t": LATE})
    assert told_of(event) == BOTH[1:]
    assert [str(remark) for remark in event.remarks] == [
        "the settings name o.t as well. Upload them all for the whole event"
    ]


def test_a_file_that_the_settings_do_not_name_is_left_out_and_said() -> None:
    event = read({**PACKED, "old.t": OPEN, "notes.txt": "See you next year.", "logo.png": "\x89PNG\0"})
    assert told_of(event) == BOTH
    assert {str(remark) for remark in event.remarks} >= {
        '"old.t" is in no division of the settings. Ignored',
        '"notes.txt" is not a division. Ignored',
        '"logo.png" is not a division. Ignored',
    }


def test_a_division_without_players_is_left_out_and_said() -> None:
    event = read({**PACKED, "l.t": "# nobody yet\n"})
    assert told_of(event) == BOTH[:1]
    assert '"l.t" has no players. Ignored' in map(str, event.remarks)


def test_divisions_without_settings_are_sections_of_one_event() -> None:
    event = read({"b.t": LATE, "a.t": f"#event_name Pier Open\n#event_date 2024-03-05\n#division Open\n{OPEN}"})
    assert told_of(event) == [("b", ["Cy", "Di"]), ("Open", ["Ada", "Bo"])]
    assert (event.name, event.day) == ("Pier Open", date(2024, 3, 5))


def test_a_division_alone_in_a_zip_is_the_division() -> None:
    assert facts(read({"a.t": LATE})) == facts(read_tsh(LATE.encode()))


def test_settings_alone_in_a_zip_are_the_settings() -> None:
    event = read({"config.tsh": CONFIG, "notes.txt": "See you next year."})
    assert [told(section) for section in event.sections] == [(0, 0, 0, 0)] * 2
    assert "Upload o.t and l.t together" in str(event.remarks[-1])


def test_when_no_named_division_has_players_the_settings_are_left() -> None:
    event = read({"config.tsh": CONFIG, "o.t": "", "l.t": "#", "x.t": LATE})
    assert event.format == "tsh settings"
    assert '"x.t" is in no division of the settings. Ignored' in map(str, event.remarks)


def test_an_archive_alone_in_a_zip_is_the_archive() -> None:
    archive = f"{CONFIG}#begin_file name=o.t\n{OPEN}#end_file\n"
    assert told_of(read({"pier.tsh": archive})) == BOTH[:1]
    assert "archive, which has all divisions in it" in refusal({"pier.tsh": archive, "l.t": LATE})


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({**PACKED, "o.t": OPEN.replace("-1", "x")}, '"o.t", line 3: "x" is not a score'),
        (
            {**PACKED, "l.t": LATE.replace("1;", "7;")},
            '"l.t", line 1: round 1: player 1 has player 2, who has player 7',
        ),
        ({**PACKED, "o.t": "Ada and Bo\n"}, '"o.t", line 1: "Ada and Bo" is not a player'),
        ({**PACKED, "old/o.t": OPEN}, 'Two files are called "o.t"'),
        ({**PACKED, "tsh.config": CONFIG}, "config.tsh and tsh.config are all tsh settings"),
        ({**PACKED, "config.tsh": f"{CONFIG}config entry = 'spread'"}, '"config.tsh", line 7: the files have spreads'),
        ({**PACKED, "o.t": "#\n" * 20_001}, "The files have more than 20000 lines together"),
        ({"a.t": "Ada 1500 0; 50\n" * 1_001, "b.t": "Ada 1500 0; 50\n" * 1_000}, "more than 2000 players"),
        ({"holiday.jpg": "\xff\xd8", "notes.txt": "hello"}, "The files are not one event"),
        ({"a.t": ""}, "The files are not one event"),
        ({f"{number}.t": LATE for number in range(21)}, "more than 20 files"),
        ({**PACKED, "bomb.t": "0" * 20 * 1024 * 1024}, "more than 4 MiB"),
        ({f"{number}.t": "0" * 4 * 1024 * 1024 for number in range(3)}, "more than 10 MiB together"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_what_is_wrong_is_refused_with_its_file(files: dict[str, str], sentence: str) -> None:
    assert sentence in refusal(files)


def test_attachments_keep_the_names_by_which_the_settings_know_them() -> None:
    data = bundled([LATE.encode(), CONFIG.encode(), OPEN.encode()], ["l.t", "config.tsh", "o.t"])
    assert told_of(read_event_file(data)) == BOTH
    assert data == bundled([OPEN.encode(), LATE.encode(), CONFIG.encode()], ["o.t", "l.t", "config.tsh"])


def test_attachments_without_names_are_taken_in_their_turn() -> None:
    data = bundled([OPEN.encode(), CONFIG.encode(), LATE.encode()])
    assert told_of(read_event_file(data)) == BOTH


def test_attachments_of_one_name_are_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="Two files are called"):
        read_event_file(bundled([OPEN.encode(), LATE.encode()], ["a.t", "a.t"]))


def test_one_attachment_stays_as_it_is() -> None:
    assert bundled([OPEN.encode()], ["a.t"]) == OPEN.encode()


def test_too_large_attachments_are_refused_before_they_are_packed() -> None:
    with pytest.raises(InputError, match="more than 10 MiB together"):
        bundled([bytes(6 * 1024 * 1024)] * 2)


def taken_apart(archive: str) -> dict[str, str]:
    """Return the settings and the files of an archive."""
    around, *files = archive.split("#begin_file name=")
    found = {"config.tsh": around}
    for file in files:
        name, _, lines = file.partition("\n")
        found[name] = lines.rpartition("#end_file")[0]
    return found


@pytest.mark.long
@given(tsh_events().filter(lambda event: len(event.sections) > 1))
@examples()
def test_an_archive_taken_apart_and_zipped_is_the_same_event(event: FileEvent) -> None:
    data = write_tsh(event)
    encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "latin-1"
    assert facts(read(taken_apart(data.decode(encoding)))) == facts(read_event_file(data))

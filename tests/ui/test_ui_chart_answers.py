"""Exported files: whatever was left out is said, all of it."""

from bot.services.events.listing import ExportedFile
from bot.ui.cards.events import REMARKS_FILE, REMARKS_SHOWN, file_answer


def test_more_remarks_than_are_shown_go_with_the_file() -> None:
    remarks = tuple(f"Player {number}: the number is ignored" for number in range(REMARKS_SHOWN + 14))
    embed, files = file_answer(ExportedFile("event.zip", b"PK", remarks))
    assert (embed.description or "").endswith(f"… and 14 more: all are in {REMARKS_FILE}")
    assert [file.filename for file in files] == ["event.zip", REMARKS_FILE]
    assert files[1].fp.read().decode().splitlines() == list(remarks)


def test_few_remarks_are_only_in_the_answer() -> None:
    embed, files = file_answer(ExportedFile("event.zip", b"PK", ("Player 1: left out",)))
    assert embed.description == "- Player 1: left out"
    assert [file.filename for file in files] == ["event.zip"]

"""The reader of statements finds those that do not name the club."""

import pytest

from tests.statements import unnamed


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        ("SELECT event.id \nFROM event \nWHERE event.id = ?", "event"),
        ("SELECT event.id \nFROM event \nWHERE event.club_id = %(club_id_1)s::BIGINT", None),
        ("SELECT 1 \nFROM entrant JOIN event ON event.id = entrant.event_id \nWHERE event.club_id = ?", "entrant"),
        (
            "SELECT 1 \nFROM game AS mine LEFT OUTER JOIN player ON player.id = mine.first AND "
            "player.club_id = mine.club_id \nWHERE mine.club_id = ?",
            None,
        ),
        ("SELECT 1 \nFROM game AS mine, game AS theirs \nWHERE mine.club_id = ?", "theirs"),
        ("SELECT 1 \nFROM title \nWHERE title.club_id = ? AND EXISTS (SELECT * \nFROM title \nWHERE 1)", "title"),
        ("UPDATE entered_rating SET voided=? WHERE entered_rating.id = ?", "entered_rating"),
        ("DELETE FROM news WHERE news.id = ? AND news.club_id = ?", None),
        ("INSERT INTO norm (event_id, list) VALUES (?, ?)", "norm"),
        ("INSERT INTO norm (event_id, club_id, title) VALUES (?, ?, ?)", None),
        ("SELECT club.id \nFROM club", None),
    ],
)
def test_the_first_table_without_its_club_is_named(statement: str, table: str | None) -> None:
    assert unnamed(statement) == table

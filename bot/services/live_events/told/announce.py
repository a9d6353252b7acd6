"""What a paired evening has to say in Discord: rows of the outbox and of what it has said, put with their causes."""

from bot.services.outbox.boards import REMOVE
from bot.services.outbox.moved import CARD
from bot.services.transaction import ClubWrite
from bot.store.alive import outbox
from bot.store.events import evening_rounds
from bot.store.events.evening_rows import Evening

POST, ASK = "evening-post", "evening-ask"
"""The kinds: an announcement by evening, round and kind; a report by its id."""

PAIRED, ANEW, ALL_IN, STANDINGS, NO_THREAD = "paired", "anew", "all-in", "standings", "no-thread"
"""What is announced, once for a round; that there is no thread, once for an evening. Anew: it was taken back before."""


BOARD = "board-"
"""What is announced of one board that was changed by hand: it has the pairing's id behind it."""


def show_changes(write: ClubWrite, evening_id: int) -> None:
    """Let an evening's cards be brought up to date."""
    outbox.put(write.connection, write.club.id, CARD, str(evening_id), write.now)


def announce(write: ClubWrite, evening_id: int, round_number: int, kind: str = PAIRED) -> None:
    """Let something be announced, and the cards be brought up to date; what was announced is said once."""
    evening_rounds.say(write.connection, evening_id, round_number, kind, write.now)
    outbox.put(write.connection, write.club.id, POST, f"{evening_id}:{round_number}:{kind}", write.now)
    show_changes(write, evening_id)


def announce_board(write: ClubWrite, evening_id: int, round_number: int, pairing_id: int) -> None:
    """Let those be told whose board in the round that is played is another one."""
    # An id may have been that of a board that was changed before.
    evening_rounds.unsay(write.connection, evening_id, round_number, f"{BOARD}{pairing_id}")
    announce(write, evening_id, round_number, f"{BOARD}{pairing_id}")


GAME = "game-"
"""What is announced of a game of free pairing: it has the pairing's id behind it."""

QUEUE = "evening-queue"
"""The kind in the outbox for an evening of free pairing: those who wait are looked at, and paired once they are due."""


def announce_game(write: ClubWrite, evening_id: int, round_number: int, pairing_id: int) -> None:
    """Let two be told that they are paired."""
    announce(write, evening_id, round_number, f"{GAME}{pairing_id}")


SCHEDULED, NOT_SCHEDULED = "evening-event", "not-scheduled"
"""The kind in the outbox for an evening's scheduled event; and that none may be made, said once."""


def show_scheduled(write: ClubWrite, evening_id: int) -> None:
    """Let Discord's scheduled event say what the evening says, or end with it."""
    outbox.put(write.connection, write.club.id, SCHEDULED, str(evening_id), write.now)


def end_scheduled(write: ClubWrite, evening: Evening) -> None:
    """Let the scheduled event of an evening end with it, or with the last of its sections."""
    for evening_id in (evening.id, evening.part_of):
        if evening_id is not None:
            show_scheduled(write, evening_id)


def look_at_queue(write: ClubWrite, evening_id: int) -> None:
    """Let those who wait be paired as soon as they may be, and the card show who waits."""
    outbox.put(write.connection, write.club.id, QUEUE, str(evening_id), write.now)
    show_changes(write, evening_id)


def ask(write: ClubWrite, evening_id: int, report_id: int) -> None:
    """Let whoever has to answer a report be asked."""
    outbox.put(write.connection, write.club.id, ASK, f"{evening_id}:{report_id}", write.now)


def take_down(write: ClubWrite, evening_id: int, round_number: int) -> None:
    """Let what was announced of a round be deleted, and announced anew when it is published again."""
    for page in range(MOST_PAGES):
        kind = page_kind(PAIRED, page)
        place = evening_rounds.said(write.connection, evening_id, round_number, kind)
        if place is not None and place[1] is not None:
            outbox.put(write.connection, write.club.id, REMOVE, f"{place[0]}:{place[1]}", write.now)
            evening_rounds.say(write.connection, evening_id, round_number, ANEW, write.now)
        evening_rounds.unsay(write.connection, evening_id, round_number, kind)
    show_changes(write, evening_id)


MOST_PAGES = 8
"""As many messages as the pairings of the largest evening take."""


def page_kind(kind: str, page: int) -> str:
    """Return what a page of an announcement is kept as; the first has the announcement's own name."""
    return kind if page == 0 else f"{kind}-{page + 1}"

"""The practice club's Scrabble event: a division in which everybody met everybody, from the file of it."""

from datetime import timedelta

from bot.services.context import Actor, Services
from bot.services.imports.import_event import confirm_import, preview_import
from bot.services.imports.import_report import ImportOptions
from bot.services.transaction import stored_by

NAME, DAYS_AGO = "Riverside Scrabble Evening", 20

# Some of the club's members and others: rating, opponents, scores, class, and games of the career.
_DIVISION = b"""\
Castellan, Bea         1812 8 7 6 5 4 3 2; 430 348 435 431 445 493 461; class A; lifeg 640
Okafor, Lin            1655 7 5 3 8 6 4 1; 462 427 308 495 436 420 341; class A; lifeg 212
Quill, Nora            1490 6 4 2 7 5 1 8; 387 399 408 399 489 228 475; class B; lifeg 88
Brandt, Ivo            1334 5 3 8 6 1 2 7; 408 311 496 449 330 345 379; class B; lifeg 51
Sorrel, Mina           1178 4 2 7 1 3 8 6; 423 410 460 330 338 422 353; class B; lifeg 34
Finch, Otto            1015 3 8 1 4 2 7 5; 360 364 380 404 335 352 347; class C; lifeg 140
Achterberg, Jo          862 2 1 5 3 8 6 4; 353 399 397 413 443 355 325; class C; lifeg 17
Delacroix, Wim          640 1 6 4 2 7 5 3; 389 360 339 356 361 351 252; class C; lifeg 9
"""


async def fill_scrabble(services: Services, director: Actor) -> int:
    """Import the event as a director does; return its id."""
    day = services.today(None) - timedelta(days=DAYS_AGO)
    return await import_once(services, director, _DIVISION, ImportOptions(name=NAME, day=day))


async def import_once(services: Services, director: Actor, file: bytes, options: ImportOptions) -> int:
    """Import a file, unless this interaction has done it on an earlier start; return its first event's id."""
    before = await stored_by(services, director.club_id, director.interaction_id)
    if before is not None:
        assert before.subject_id is not None
        return before.subject_id
    looked = await preview_import(services, director, file, options)
    assert looked.pending_id is not None
    event_id = (await confirm_import(services, director, looked.pending_id)).sections[0].event_id
    assert event_id is not None
    return event_id

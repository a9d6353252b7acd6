"""A player moved from one section of an evening to another, before either has begun."""

from bot.services.live_events.names import number_of_name
from bot.services.live_events.sections import divided, drop_draft, entrants_of, own_name, require_before_round_1
from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament
from bot.services.transaction import Write, use_case
from bot.store.events import evening_sections, evenings
from bot.store.events.evening_rows import Part
from bot.store.rows import AuditEntry
from core.errors import InputError, NotFoundError, RuleError
from core.formats.common.names import shorten
from core.formats.typed.results_list import ParsedName

MOVED = "move-player"
"""The audit's name for it."""


@use_case(MOVED, director_to="move a player")
def move_player(write: Write, evening_id: int, who: ParsedName, section: str) -> Tournament:
    """Let a player play in another section, such as U1600; return the divided evening; directors only."""
    tournament = divided(write, evening_id)
    by_part = {part.id: entrants_of(write, tournament, part) for part in tournament.parts}
    everybody = [one for entrants in by_part.values() for one in entrants]
    number = number_of_name(write.connection, write.club.id, everybody, who)
    from_id = next(key for key, entrants in by_part.items() if number in [one.number for one in entrants])
    return _moved(write, tournament, number, from_id, _named(tournament, section).id)


def undo_move(write: Write, entry: AuditEntry) -> Tournament:
    """Move a player back, who has not been moved since."""
    tournament, kept = divided(write, entry.subject_id or 0), entry.details
    part = _part(tournament, kept["to"])
    if kept["number"] not in [one.number for one in entrants_of(write, tournament, part)]:
        raise RuleError("They were moved since, or have left: move them with Move a player.")
    return _moved(write, tournament, kept["number"], kept["to"], kept["from"])


def _moved(write: Write, tournament: Tournament, number: int, from_id: int, to_id: int) -> Tournament:
    source, target = _part(tournament, from_id), _part(tournament, to_id)
    entrant = next(one for one in entrants_of(write, tournament, source) if one.number == number)
    if source.id == target.id:
        raise InputError(f"{entrant.player.name} is in {target.name} already: choose another section.")
    for part in (source, target):
        require_before_round_1(part)
        drop_draft(write, part.id)
    evening_sections.move(write.connection, [number], source.id, target.id)
    if not entrant.waits:  # the place goes with them
        for part, more in ((source, -1), (target, 1)):
            if part.most is not None:
                evenings.change(write.connection, part.id, most=part.most + more)
    for part in (source, target):
        show_changes(write, part.id)
    told = {"moved": entrant.player.name, "to": target.name}
    details = {"number": number, "from": source.id, "to": target.id, "values": told}
    write.note(tournament.evening.id, details)
    return divided(write, tournament.evening.id)


def _named(tournament: Tournament, text: str) -> Part:
    """Return the section of a name: U1600, or 1600, or Open; Quad 2, or 2."""
    called = {own_name(part).casefold(): part for part in tournament.parts}
    word = text.strip().casefold()
    found = called.get(word) or called.get(f"u{word}") or called.get(f"quad {word}")
    if found is None:
        offered = ", ".join(own_name(part) for part in tournament.parts)
        raise InputError(f'There is no section "{shorten(text)}": write one of {offered}.')
    return found


def _part(tournament: Tournament, section_id: int) -> Part:
    found = next((part for part in tournament.parts if part.id == section_id), None)
    if found is None:
        raise NotFoundError("That section is no more: open Directors again.")
    return found

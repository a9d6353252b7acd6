"""Player lines of tsh made into a section, whichever file had them."""

import re
from collections.abc import Sequence

from core.crosstable import are_spreads
from core.errors import InputError
from core.event_file import FilePlayer, FileSection
from core.formats.common.warnings import ParseWarnings, clean, fault
from core.formats.scrabble.tsh.config import SPREADS, TshConfig
from core.formats.scrabble.tsh.lines import MOST_PLAYERS, PlayerLine
from core.formats.scrabble.tsh.rounds import facts_of


def check_amount(players: int) -> None:
    """Raise InputError for more players than an event has; asked before they are read."""
    if players > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players: upload one division at a time.")


def section_of(lines: Sequence[PlayerLine], name: str | None, config: TshConfig, doubts: ParseWarnings) -> FileSection:
    """Return a division; raise InputError where two players contradict each other, or for spreads without settings."""
    games, byes = facts_of(lines, config.bye_spread, doubts)
    if are_spreads(games):
        raise fault(lines[0].line, SPREADS)
    players = tuple(_player(number, line) for number, line in enumerate(lines, start=1))
    return FileSection(players, games, byes, name=clean(name or "") or None, rounds_planned=config.rounds)


def _player(number: int, line: PlayerLine) -> FilePlayer:
    games = line.fields.get("lifeg", "")
    return FilePlayer(
        number=number,
        name=line.name,
        rating=line.rating,
        games=int(games) if re.fullmatch(r"[0-9]{1,6}", games) else None,
        naspa_id=line.naspa_id,
        team=clean(line.fields.get("team", "")) or None,
        rating_class=clean(line.fields.get("class", "")) or None,
        line=line.line,
    )

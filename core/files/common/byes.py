"""Lines of a file that stand for a bye instead of a player."""

from dataclasses import replace

from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.people import is_nobody

BYE_BY_SCORE = {1.0: ByeKind.FULL_POINT, 0.5: ByeKind.HALF_POINT, 0.0: ByeKind.ZERO_POINT}


def without_byes(event: FileEvent) -> FileEvent:
    lines = [player for section in event.sections for player in section.players if _is_bye(player)]
    if not lines:
        return event
    remarks = tuple(
        Remark(one.line, f'"{one.name}" is a bye, not a player. Ignored', "byes among the players") for one in lines
    )
    return replace(event, sections=tuple(map(_section, event.sections)), remarks=(*event.remarks, *remarks))


def _is_bye(player: FilePlayer) -> bool:
    return is_nobody(player.name) and not (player.uschess_id or player.fide_id or player.naspa_id)


def _section(section: FileSection) -> FileSection:
    nobody = {player.number for player in section.players if _is_bye(player)}
    games = tuple(game for game in section.games if not nobody & {game.first, game.second})
    byes = [_bye(game, nobody) for game in section.games if len(nobody & {game.first, game.second}) == 1]
    for bye in section.byes:
        if bye.opponent in nobody:
            kind = ByeKind.FULL_POINT if bye.kind is ByeKind.FORFEIT_WIN else bye.kind
            bye = replace(bye, kind=kind, opponent=None)
        if bye.entrant not in nobody:
            byes.append(bye)
    return replace(
        section,
        players=tuple(player for player in section.players if player.number not in nobody),
        games=games,
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entrant))),
    )


def _bye(game: Game, nobody: set[int]) -> Bye:
    alone = game.second if game.first in nobody else game.first
    mine, points, theirs = game.score, game.first_points, game.second_points
    if alone == game.second:
        mine, points, theirs = None if mine is None else 1 - mine, theirs, points
    spread = None if points is None or theirs is None else points - theirs
    return Bye(game.round, alone, ByeKind.UNPLAYED if mine is None else BYE_BY_SCORE[mine], points=spread)

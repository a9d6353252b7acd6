"""Words of a paired evening."""

from enum import StrEnum
from fractions import Fraction

from bot.services.evenings.no_shows import Forfeit, absent_boards, clock_end, forfeits_by_clock, is_here
from bot.services.evenings.tournament import Tournament, points_or_sign
from bot.store.database.evening_rows import (
    Evening,
    EveningStatus,
    GameResult,
    Pairing,
    PairingKind,
    Report,
    ReportState,
)
from bot.ui.framework.text import points, safe
from core.event.crosstable import GameType

BYES = {
    PairingKind.PAIRED_BYE: "bye",
    PairingKind.FULL_BYE: "bye, 1 point",
    PairingKind.HALF_BYE: "bye, ½ point",
    PairingKind.ZERO_BYE: "bye, 0 points",
    PairingKind.UNOPPOSED: "wins, nobody opposite",
}
OPEN, DISPUTED, WAITS = "–", "?", "·"


class ResultKind(StrEnum):
    """How results of an evening are written: what its forms show."""

    TYPED = "typed"
    RESULT = "result"
    SCRABBLE = "scrabble"
    POINTS = "points"


SCORES = {ResultKind.SCRABBLE: "412-387", ResultKind.POINTS: "31-23"}


def result_kind(tournament: Tournament) -> ResultKind:
    if not tournament.evening.is_paired:
        return ResultKind.TYPED
    if not tournament.needs_points:
        return ResultKind.RESULT
    return ResultKind.SCRABBLE if tournament.game is GameType.SCRABBLE else ResultKind.POINTS


def result_examples(kind: ResultKind) -> tuple[str, str]:
    """Return how to write results, and an example, for a form."""
    if kind is ResultKind.TYPED:
        return (
            "Dana beat Eli, or Dana Eli ½. One game per line. For another round begin with its number: 2:",
            "Dana 1-0 Eli",
        )
    score = SCORES.get(kind, "1-0")
    names = f"Dana {score} Eli" if kind in SCORES else "Dana beat Eli"
    return f"By board, 3 {score}, or {names}. One game per line. Another round: 2: 3 {score}", f"3 {score}"


def white(tournament: Tournament) -> str:
    return "begins" if tournament.game is GameType.SCRABBLE else "White"


def sign_of(tournament: Tournament, pairing: Pairing) -> str:
    report, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if report is None:
        return OPEN
    if state is ReportState.DISPUTED:
        return DISPUTED
    return points_or_sign(report) + (WAITS if state is ReportState.REPORTED else "")


def who(tournament: Tournament, number: int) -> str:
    return f"{safe(tournament.name_of(number), 100)} ({figure_of(tournament, number)})"


def figure_of(tournament: Tournament, number: int) -> str:
    """Return an entrant's points, or the rating before points differ."""
    entrant = tournament.by_number[number]
    if tournament.method.is_knockout or not any(tournament.points.values()):
        return "–" if entrant.displayed is None else str(entrant.displayed)
    return points(tournament.points[number])


def goes_on(tournament: Tournament, pairing: Pairing) -> str:
    """Return who advances after a draw, to end a line."""
    if not tournament.method.is_knockout or not tournament.needs_advance_decision(pairing):
        return ""
    if pairing.goes_on is None:
        return " · who advances?"
    score = "" if pairing.play_off is None else f", play-off {pairing.play_off}"
    return f" · {safe(tournament.name_of(pairing.goes_on), 100)} advances{score}"


def mention(tournament: Tournament, number: int) -> str:
    player = tournament.by_number[number].player
    return safe(player.name, 100) if player.user_id is None else f"<@{player.user_id}>"


def result_text(tournament: Tournament, pairing: Pairing, report: Report) -> str:
    assert pairing.second is not None
    first, second = (safe(tournament.name_of(number), 100) for number in (pairing.first, pairing.second))
    return f"{first} **{points_or_sign(report)}** {second} ({tournament.place(pairing)})"


def result_sentence(tournament: Tournament, pairing: Pairing, report: Report, mine: int) -> str:
    assert pairing.second is not None
    is_first = mine == pairing.first
    other = safe(tournament.name_of(pairing.second if is_first else pairing.first), 100)
    result = report.result if is_first else report.result.turned
    where = tournament.place(pairing).capitalize()
    if report.first_points is not None and report.second_points is not None:
        points_of = (report.first_points, report.second_points)
        own, theirs = points_of if is_first else points_of[::-1]
        return f"{where}: {own}:{theirs} against {other}."
    words = {
        GameResult.WIN: f"you beat {other}",
        GameResult.DRAW: f"you drew with {other}",
        GameResult.LOSS: f"you lost to {other}",
        GameResult.FORFEIT_WIN: f"{other} did not come",
        GameResult.FORFEIT_LOSS: "you did not come",
        GameResult.NOBODY: f"nobody played, you against {other}",
    }
    return f"{where}: {words[result]}."


def forfeit_line(tournament: Tournament) -> str:
    """Return when no-shows forfeit, after a space; empty without a running clock."""
    playing = tournament.open_round
    end = None if playing is None else clock_end(tournament, playing)
    if end is None or end <= tournament.now or not absent_boards(tournament):
        return ""
    at = int(end.timestamp())
    return f" A player who is not at the board by <t:{at}:t>, <t:{at}:R>, forfeits."


def no_show_text(tournament: Tournament, round_number: int) -> str:
    """Return a round's forfeits by the clock; undone ones are struck out."""
    lines = []
    for one in forfeits_by_clock(tournament, round_number):
        line = f"`{one.pairing.board}` {_forfeit(tournament, one)}"
        lines.append(line if one.stands else f"~~{line}~~ no longer counts")
    lines.append("If the game is played after all, the player who was there reports it. A TD can undo a forfeit.")
    return "\n".join(lines)


def _forfeit(tournament: Tournament, one: Forfeit) -> str:
    first, second = (mention(tournament, number) for number in one.pairing.numbers)
    if one.report.result is GameResult.NOBODY:
        return f"{first} – {second}: both absent, both lose"
    winner, loser = (first, second) if one.report.result is GameResult.FORFEIT_WIN else (second, first)
    return f"{winner} wins by forfeit, {loser} did not come"


def reminder_text(tournament: Tournament) -> tuple[str, list[int]]:
    boards, called = [], []
    for one in absent_boards(tournament):
        absent = [number for number in one.numbers if not is_here(tournament, number, one.round)]
        called += absent
        boards.append(f"`{one.board}` {' and '.join(mention(tournament, number) for number in absent)}")
    head = "**Are you at your board?** Press **I am here** under the pairings, or report the result."
    return "\n".join([f"{head}{forfeit_line(tournament)}", *boards]), called


def starts_line(evening: Evening) -> list[str]:
    if evening.starts_at is None or evening.status is not EveningStatus.OPEN:
        return []
    at = int(evening.starts_at.timestamp())
    repeats = [] if evening.every is None else [f"Repeats {every_weeks(evening.every)}"]
    place = [safe(evening.place, 100)] if evening.place else []
    return [" · ".join([f"<t:{at}:F>, <t:{at}:R>", *place, *repeats]), ""]


def every_weeks(weeks: int) -> str:
    return "every week" if weeks == 1 else f"every {WORDS_OF_WEEKS.get(weeks, str(weeks))} weeks"


WORDS_OF_WEEKS = {2: "two", 4: "four"}


def evening_state(evening: Evening, last: int | None) -> list[str]:
    """Return the words for an open evening: its round, when it begins, or that it is being played."""
    if last is not None:
        return [f"round {last}" if evening.rounds is None else f"round {last} of {evening.rounds}"]
    if evening.starts_at is not None:
        return [f"begins <t:{int(evening.starts_at.timestamp())}:f>"]
    return ["not paired yet" if evening.is_paired else "being played"]


def value_text(value: int | Fraction | None) -> str:
    """Return a tie-break with fractions; a dash if undefined."""
    if value is None:
        return "–"
    whole, rest = divmod(Fraction(value), 1)
    quarters = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    if rest == 0:
        return str(whole)
    if rest in quarters:
        return f"{whole or ''}{quarters[rest]}"
    return f"{float(value):.2f}"

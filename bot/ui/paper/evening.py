"""A paired evening on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from bot.services.evenings.standings import LiveStandings, Prizes, section_of_tournament
from bot.services.evenings.teams import standings_of_teams
from bot.services.evenings.tournament import Tournament, teams_of
from bot.services.events.report import SectionReport
from bot.store.database.evening_rows import Pairing, RoundStatus
from bot.ui.cards.evening_standings import (
    change_cell,
    changed_order,
    left_mark,
    place_cells,
    place_words,
)
from bot.ui.framework.text import clean, day_text
from bot.ui.paper.sheets import Sheet, Slip
from bot.ui.paper.teams import match_sheet, team_sheets
from bot.ui.wording.evenings import BYES, figure_of, sign_of, value_text, white
from bot.ui.wording.wall_chart import tie_break_names
from core.errors import RuleError
from core.event.crosstable import GameType
from core.words import search_key


def _name(tournament: Tournament, number: int) -> str:
    return clean(tournament.name_of(number), 100)


def _sides(tournament: Tournament) -> tuple[str, str]:
    return ("White", "Black") if white(tournament) == "White" else ("First", "Second")


def _title(tournament: Tournament, part: str) -> str:
    return f"{clean(tournament.evening.name, 100)} · {part}"


def _facts(tournament: Tournament, *more: str) -> str:
    evening = tournament.evening
    control = [str(evening.time_control)] if evening.time_control else []
    return " · ".join([day_text(evening.day), *(moved.label for moved in tournament.lists), *control, *more])


def round_shown(tournament: Tournament, *, drafts: bool) -> int | None:
    """Return the latest printable round. drafts: whether a draft is."""
    shown = [one.number for one in tournament.rounds if drafts or one.status is not RoundStatus.DRAFT]
    return None if tournament.is_free else max(shown, default=None)


def pairing_sheets(tournament: Tournament, number: int) -> list[Sheet]:
    this = next(one for one in tournament.rounds if one.number == number)
    draft = ["draft: not published"] if this.status is RoundStatus.DRAFT else []
    pairings = tournament.pairings_of(number)
    first, second = _sides(tournament)
    boards = [_board(tournament, one) for one in pairings]
    names = chain.from_iterable(_lines_by_name(tournament, one) for one in pairings)
    facts = _facts(tournament, *draft)
    matches = [match_sheet(_title(tournament, f"round {number}, matches"), facts, tournament, number)]
    return [
        *(matches if teams_of(tournament) else []),
        Sheet(
            _title(tournament, f"round {number} by board"),
            facts,
            ("Board", first, "", "Result", second, ""),
            "><>^<>",
            boards,
        ),
        Sheet(
            _title(tournament, f"round {number} by name"),
            facts,
            ("Player", "Board", "", "Opponent"),
            "<><<",
            sorted(names, key=lambda row: search_key(row[0])),
        ),
    ]


def _board(tournament: Tournament, pairing: Pairing) -> Sequence[str]:
    first = _name(tournament, pairing.first), figure_of(tournament, pairing.first)
    if pairing.second is None:
        return "", *first, BYES[pairing.kind], "", ""
    second = _name(tournament, pairing.second), figure_of(tournament, pairing.second)
    mark = "*" if pairing.by_hand else ""
    return f"{pairing.board}{mark}", *first, sign_of(tournament, pairing), *second


def _lines_by_name(tournament: Tournament, pairing: Pairing) -> list[Sequence[str]]:
    first = _name(tournament, pairing.first)
    if pairing.second is None:
        return [(first, "", "", BYES[pairing.kind])]
    second, (one, other) = _name(tournament, pairing.second), _sides(tournament)
    board = str(pairing.board)
    return [(first, board, one, second), (second, board, other, first)]


def slips_of(tournament: Tournament, number: int) -> list[Slip]:
    first, second = _sides(tournament)
    results = ("1-0", "½-½", "0-1") if tournament.game is not GameType.SCRABBLE else (f"{first}:", f"{second}:")
    title = clean(tournament.evening.name, 100)
    found = []
    for one in tournament.pairings_of(number):
        if one.second is not None:
            sides = (first, _name(tournament, one.first)), (second, _name(tournament, one.second))
            found.append(Slip(title, f"Round {number} · board {one.board}", sides, results))
    if not found:
        raise RuleError(f"Round {number} has no games, so there are no slips. Print the pairings instead.")
    return found


def standings_sheets(found: LiveStandings) -> list[Sheet]:
    tournament, teams = found.tournament, found.teams
    name, facts = clean(tournament.evening.name, 100), _facts(tournament)
    return [*([] if teams is None else team_sheets(name, facts, teams)[:1]), standings_sheet(found)]


def standings_sheet(found: LiveStandings) -> Sheet:
    tournament = found.tournament
    over = sum(one.status is RoundStatus.CLOSED for one in tournament.rounds)
    state = "final" if found.is_final else f"provisional, after round {over}" if over else "provisional"
    title, facts = _title(tournament, "standings"), _facts(tournament, state)
    if tournament.method.is_knockout:
        rows = [
            (str(row.rank), _name(tournament, row.number), words.removeprefix(" · "), change_cell(found, row.number))
            for row, words in place_words(tournament, found.rows)
        ]
        return Sheet(title, facts, ("", "Player", "Round", "Change"), "><<>", rows)
    rated = []
    for row in found.rows:
        entrant = tournament.by_number[row.number]
        place, score = place_cells(found, row)
        name = _name(tournament, row.number) + left_mark(entrant)
        shown = "–" if entrant.displayed is None else str(entrant.displayed)
        values = ("" if row.out else value_text(value) for value in row.values)
        change = [change_cell(found, row.number)] if found.changes else []
        rated.append((place, name, shown, score, *values, *change))
    head = ("", "Player", "Rating", "Points", *found.order, *(["Change"] if found.changes else []))
    notes = [tie_break_names(found.order, found.edition), *changed_order(found)]
    return Sheet(title, facts, head, "><" + ">" * (len(head) - 2), rated, notes)


def team_crosstable(tournament: Tournament) -> list[Sheet]:
    """Return who met whom of the teams of an evening; nothing for an event of individuals."""
    teams = standings_of_teams(tournament)
    return [] if teams is None else team_sheets(clean(tournament.evening.name, 100), _facts(tournament), teams)[1:]


def running_section(tournament: Tournament) -> SectionReport:
    section = section_of_tournament(tournament, None, is_open=True)
    if not section.people:
        raise RuleError("Nobody has been paired yet, so there is no crosstable. Publish a round first.")
    shown: Mapping[int, int | None] = {one.player.id: one.displayed for one in tournament.entrants}
    entrants = tuple(replace(one, rating=shown[section.people[one.number].id]) for one in section.crosstable.entrants)
    return SectionReport(
        event_id=0,
        name=section.name,
        crosstable=replace(section.crosstable, entrants=entrants),
        lists=section.lists,
        players=dict(section.people),
        outcomes={moved: {} for moved in section.lists},
        house_rules=tournament.club.house_rules,
    )


def prizes_sheet(found: Prizes) -> Sheet:
    title, facts = _title(found.tournament, "prizes"), _facts(found.tournament)
    if found.distribution is None:
        announced = [(found.worth(prize), clean(prize.name, 100)) for prize in found.prizes]
        return Sheet(title, facts, ("Worth", "Prize"), "><", announced, keep=1)
    rows = []
    for share in found.distribution.shares:
        amount = [found.amount(share.cents)] if share.cents else []
        amount += [clean(share.thing, 100)] if share.thing else []
        name = clean(found.players[share.number].name, 100)
        rows.append((" + ".join(amount), name, f"{share.clause}: {clean(share.words.split(';')[0], 300)}"))
    left = ", ".join(f"{clean(prize.name, 100)} {found.worth(prize)}" for prize in found.distribution.left)
    notes = [f"Not won: {left}"] if left else []
    return Sheet(title, facts, ("Worth", "Player", "Why"), "><<", rows, notes)

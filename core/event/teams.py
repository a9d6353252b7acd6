"""Teams of an event: members in board order, and the matches that their games make up.

Who meets whom follows from the games. A member without a game, a forfeit or a bye sits out the round.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game

WIN, DRAW = 2, 1
"""Match points, which are also the half points of a single game."""

_FORFEITS = (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS)
_BYE_HALVES = {ByeKind.FULL_POINT: 2, ByeKind.HALF_POINT: 1}


class Team(NamedTuple):
    """A team. members: pairing numbers in board order."""

    number: int
    name: str
    members: tuple[int, ...]


class Board(NamedTuple):
    """A board of a match. one, other: pairing numbers, None for an empty seat. halves: half points of both."""

    one: int | None
    other: int | None
    halves: tuple[int, int]
    played: bool


class Match(NamedTuple):
    """A team's round. one, other: team numbers; None and no boards for a bye of so many `members`.

    No boards either while a result is missing.
    """

    round: int
    one: int
    other: int | None
    boards: tuple[Board, ...] = ()
    kind: ByeKind | None = None
    members: int = 0

    @property
    def halves(self) -> tuple[int, int]:
        """Return the game points of both in half points."""
        if self.kind is not None:
            return self.members * _BYE_HALVES.get(self.kind, 2 if self.kind is ByeKind.FORFEIT_WIN else 0), 0
        return sum(board.halves[0] for board in self.boards), sum(board.halves[1] for board in self.boards)

    @property
    def is_played(self) -> bool:
        return any(board.played for board in self.boards)

    @property
    def is_open(self) -> bool:
        return self.other is not None and not self.boards


@dataclass(frozen=True)
class TeamEvent:
    """Teams by number with their matches.

    matches: None where members meet opponents of several teams in a round. given: (round, member) of allocated byes.
    """

    table: Crosstable
    teams: tuple[Team, ...]
    matches: tuple[Match, ...] | None
    given: frozenset[tuple[int, int]] = frozenset()

    @cached_property
    def by_number(self) -> Mapping[int, Team]:
        return {team.number: team for team in self.teams}

    @cached_property
    def team_of(self) -> Mapping[int, int]:
        return {member: team.number for team in self.teams for member in team.members}

    @cached_property
    def out(self) -> frozenset[int]:
        """Return the teams that are out of the table."""
        gone = self.table.out
        return frozenset(team.number for team in self.teams if gone.issuperset(team.members))

    @property
    def boards(self) -> int:
        return max((len(match.boards) for match in self.matches or ()), default=1)

    @cached_property
    def game_points(self) -> Mapping[tuple[int, int], int]:
        """Return half points by round and team; a bye has no more boards than a match."""
        found: dict[tuple[int, int], int] = {}
        for match in self.matches or ():
            one, other = match.halves
            found[match.round, match.one] = min(one, 2 * self.boards)
            if match.other is not None:
                found[match.round, match.other] = other
        return found

    @cached_property
    def members_points(self) -> Mapping[int, float]:
        """Return everybody's points, with byes and forfeits."""
        points = dict.fromkeys((entrant.number for entrant in self.table.entrants), 0.0)
        for game in self.table.games:
            if game.score is not None:
                points[game.first] += game.score
                points[game.second] += 1 - game.score
        for bye in self.table.byes:
            points[bye.entrant] += 1.0 if bye.kind.gives_a_point else 0.5 if bye.kind is ByeKind.HALF_POINT else 0.0
        return points

    def began(self, match: Match) -> bool | None:
        """Return whether the first team had White on board 1, by the highest played board."""
        games = [game for game in self.table.games if game.round == match.round]
        colours = {(game.first, game.second): game.first_began for game in games}
        for place, board in enumerate(match.boards):
            if not board.played or board.one is None or board.other is None:
                continue
            is_first = (board.one, board.other) in colours
            began = colours.get((board.one, board.other) if is_first else (board.other, board.one))
            return None if began is None else (began == is_first) == (place % 2 == 0)
        return None

    @cached_property
    def match_table(self) -> Crosstable:
        """Return the matches as games: 1, ½ or 0 for more, equal or fewer game points."""
        games, byes = [], []
        for match in self.matches or ():
            one, other = match.halves
            if match.other is None:
                byes.append(Bye(match.round, match.one, match.kind or ByeKind.ZERO_POINT))
            elif match.is_open:
                games.append(Game(match.round, match.one, match.other, rated=False))
            elif match.is_played or 0 < one == other:
                # Both teams came where only forfeits are equal: a drawn match.
                score = (1 + (one > other) - (one < other)) / 2
                games.append(Game(match.round, match.one, match.other, score, self.began(match)))
            else:
                for mine, theirs, (own, against) in (
                    (match.one, match.other, match.halves),
                    (match.other, match.one, match.halves[::-1]),
                ):
                    kind = ByeKind.FORFEIT_WIN if own > against else ByeKind.FORFEIT_LOSS
                    byes.append(Bye(match.round, mine, kind, theirs))
        entrants = tuple(Entrant(team.number, name=team.name) for team in self.teams)
        return Crosstable(self.table.date, entrants, tuple(games), tuple(byes), began=self.table.began)


Places = Mapping[tuple[int, int], int]
"""Boards by round and pairing number, for teams seated out of order."""


def team_event(
    table: Crosstable,
    order: Sequence[str] = (),
    places: Places | None = None,
    given: frozenset[tuple[int, int]] = frozenset(),
) -> TeamEvent | None:
    """Return an event's teams, or None. order: names of the teams. given: (round, number) of allocated byes."""
    team_byes = () if table.ranking is None else table.ranking.team_byes
    named = {entrant.team for entrant in table.entrants}
    members: dict[str, list[Entrant]] = {name: [] for name in order if name in named}
    for entrant in table.entrants:
        if entrant.team is not None:
            members.setdefault(entrant.team, []).append(entrant)
    if not members:
        return None
    teams = tuple(
        Team(number, name, tuple(one.number for one in sorted(listed, key=_place)))
        for number, (name, listed) in enumerate(members.items(), start=1)
    )
    stored = {(round_number, one.number): board for one in table.entrants for round_number, board in one.seats}
    members_of = {team.name: team.members for team in teams}
    for bye in team_byes:
        if bye.given:
            given |= {(bye.round, number) for number in members_of.get(bye.team, ())}
    matches = _matches(table, teams, places or stored, max((bye.round for bye in team_byes), default=0))
    asked = {(bye.round, bye.team): bye.kind for bye in team_byes}
    return TeamEvent(table, teams, _with_byes(matches, teams, asked), given)


def _with_byes(
    matches: tuple[Match, ...] | None, teams: Sequence[Team], asked: Mapping[tuple[int, str], ByeKind]
) -> tuple[Match, ...] | None:
    """Return the matches with byes of teams whose members have none, worth all boards."""
    if matches is None or not asked:
        return matches
    boards = max(len(match.boards) for match in matches)
    found = []
    for match in matches:
        kind = asked.get((match.round, teams[match.one - 1].name))
        is_bye = kind is not None and match.kind is ByeKind.ZERO_POINT
        found.append(match._replace(kind=kind, members=boards) if is_bye else match)
    return tuple(found)


def line_up(event: TeamEvent, match: Match, side: int) -> list[int | None]:
    """Return who of a team sat at each board, None for an empty seat; nothing where it sat in its usual order.

    side: 0 for the match's first team, 1 for the other.
    """
    seats = [board.one if side == 0 else board.other for board in match.boards]
    seats += [None] * (event.boards - len(seats))
    members = event.by_number[(match.one, match.other or 0)[side]].members
    order = [members.index(one) for one in seats if one is not None]
    return seats if None in seats or order != sorted(order) else []


def seats_of(event: TeamEvent) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return rounds and boards of members of teams that sat in another order, by pairing number."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for match in event.matches or ():
        for side in (0, 1) if match.other is not None and match.is_played else ():
            for board, number in enumerate(line_up(event, match, side), start=1):
                if number is not None:
                    found[number].append((match.round, board))
    return {number: tuple(seats) for number, seats in found.items()}


def _place(entrant: Entrant) -> tuple[int, int]:
    return entrant.board or 10_000, entrant.number


class _Seat(NamedTuple):
    opponent: int | None
    halves: int
    played: bool
    is_open: bool = False


def _matches(table: Crosstable, teams: Sequence[Team], places: Places, at_least: int) -> tuple[Match, ...] | None:
    team_of = {member: team.number for team in teams for member in team.members}
    seats, byes = _seats(table)
    against: dict[tuple[int, int], int] = {}
    for (round_number, number), seat in seats.items():
        if seat.opponent is None:
            continue
        mine, theirs = team_of.get(number), team_of.get(seat.opponent)
        if mine is None or theirs is None or mine == theirs:
            return None
        if against.setdefault((round_number, mine), theirs) != theirs:
            return None
    if not against:
        return None
    found = []
    for round_number in range(1, max(table.rounds, at_least) + 1):
        for team in teams:
            other = against.get((round_number, team.number))
            if other is None:
                found.append(_bye(round_number, team, seats, byes))
            elif against.get((round_number, other)) != team.number:
                return None
            elif team.number < other:
                one, two = (_seated(each, round_number, places) for each in (team, teams[other - 1]))
                seated = [seats.get((round_number, member)) for member in (*one.members, *two.members)]
                is_open = any(seat is not None and seat.is_open for seat in seated)
                match = Match(round_number, one.number, two.number)
                found.append(match if is_open else _match(round_number, one, two, seats))
    return tuple(found)


def _seats(table: Crosstable) -> tuple[dict[tuple[int, int], _Seat], dict[tuple[int, int], ByeKind]]:
    """Return boards by round and number, and the others' byes."""
    seats: dict[tuple[int, int], _Seat] = {}
    for game in table.games:
        if game.score is None:
            if not game.rated:  # being played
                seats[game.round, game.first] = _Seat(game.second, 0, False, True)
                seats[game.round, game.second] = _Seat(game.first, 0, False, True)
            continue
        halves = int(2 * game.score)
        seats[game.round, game.first] = _Seat(game.second, halves, True)
        seats[game.round, game.second] = _Seat(game.first, 2 - halves, True)
    byes: dict[tuple[int, int], ByeKind] = {}
    for bye in table.byes:
        if bye.kind is ByeKind.FORFEIT_WIN or (bye.kind is ByeKind.FORFEIT_LOSS and bye.opponent is not None):
            seats[bye.round, bye.entrant] = _Seat(bye.opponent, 2 * bye.kind.gives_a_point, False)
        else:
            byes[bye.round, bye.entrant] = bye.kind
    return seats, byes


def _bye(
    round_number: int,
    team: Team,
    seats: Mapping[tuple[int, int], _Seat],
    byes: Mapping[tuple[int, int], ByeKind],
) -> Match:
    alone = sum((round_number, member) in seats for member in team.members)
    if alone:  # every board of the other team was empty
        return Match(round_number, team.number, None, (), ByeKind.FORFEIT_WIN, alone)
    kinds = Counter(byes.get((round_number, member)) for member in team.members)
    kind = next((one for one in _BYE_HALVES if kinds[one]), ByeKind.ZERO_POINT)
    return Match(round_number, team.number, None, (), kind, kinds[kind])


def _seated(team: Team, round_number: int, places: Places) -> Team:
    own = {member: place for place, member in enumerate(team.members, start=1)}
    return team._replace(
        members=tuple(sorted(team.members, key=lambda one: (places.get((round_number, one), own[one]), own[one])))
    )


def _match(round_number: int, team: Team, other: Team, seats: Mapping[tuple[int, int], _Seat]) -> Match:
    """Return a match, board by board. An unopposed member sits against an empty seat."""
    theirs = [member for member in other.members if (round_number, member) in seats]
    boards: list[Board] = []
    for member in team.members:
        seat = seats.get((round_number, member))
        if seat is None:
            continue
        # Unopposed members of the other team who sit higher come first.
        while theirs and seats[round_number, theirs[0]].opponent is None:
            boards.append(Board(None, theirs[0], (0, seats[round_number, theirs.pop(0)].halves), False))
        opponent = seat.opponent
        if opponent is None:
            boards.append(Board(member, None, (seat.halves, 0), False))
            continue
        facing = seats.get((round_number, opponent))
        boards.append(Board(member, opponent, (seat.halves, 0 if facing is None else facing.halves), seat.played))
        if opponent in theirs:
            theirs.remove(opponent)
    boards += [Board(None, one, (0, seats[round_number, one].halves), False) for one in theirs]
    return Match(round_number, team.number, other.number, tuple(boards))


def best_scores(event: TeamEvent, most: int = 4) -> dict[int, float]:
    """Return each team's sum of best scores, as team prizes of individual events count."""
    points: dict[int, list[float]] = defaultdict(list)
    for member, team in event.team_of.items():
        points[team].append(event.members_points[member])
    return {team: sum(sorted(scores, reverse=True)[:most]) for team, scores in points.items()}

"""The leaderboard at the end of a past day, from the journal."""

from collections.abc import Sequence
from datetime import date

from bot.services.framework.recalculation.replay import is_active
from bot.services.framework.recalculation.states import measure
from bot.services.framework.transaction import Read, read
from bot.services.ratings.leaderboard import PAGE_SIZE, Board, BoardOrder, BoardPage, BoardQuery, Place, RankedLine
from bot.store.database.rows import BoardLine, Player
from bot.store.people import players, profiles
from bot.store.ratings import journals
from core.errors import InputError, NotFoundError
from core.rating.club_rules import Provisional
from core.rating.systems import benchmark_of, pool_system_of, system_of

PAST_ORDERS = (BoardOrder.RATING, BoardOrder.GAMES)


@read()
def past_board(look: Read, query: BoardQuery, at: int = 0) -> BoardPage:
    return _page(look, query, _ranked(look, query), at)


@read()
def past_board_with(look: Read, query: BoardQuery, player: Player | None = None) -> BoardPage:
    """Return the page with a player (default: the actor); raise NotFoundError."""
    own = players.by_user(look.connection, look.club.id, look.actor.member.user_id)
    one, ranked = player or own, _ranked(look, query)
    place = None if one is None else _place(ranked, one.id)
    if place is None or (ranked[place].line.hidden and one != own):
        day = _on(query).isoformat()
        if player is None:
            raise NotFoundError(f"You had no place on this leaderboard on {day}.")
        raise NotFoundError(f"{player.name} had no place on this leaderboard on {day}.")
    return _page(look, query, ranked, place // PAGE_SIZE)


def _on(query: BoardQuery) -> date:
    assert query.on is not None
    return query.on


def _place(ranked: Sequence[RankedLine], player_id: int) -> int | None:
    return next((at for at, one in enumerate(ranked) if one.line.player.id == player_id), None)


def _page(look: Read, query: BoardQuery, ranked: Sequence[RankedLine], at: int) -> BoardPage:
    pages = max(1, -(-len(ranked) // PAGE_SIZE))
    at = max(0, min(at, pages - 1))
    shown = ranked[at * PAGE_SIZE : (at + 1) * PAGE_SIZE]
    away = Board(look.connection, look.club, query, look.today, look.now).away([one.line.player.id for one in shown])
    lines = tuple(one for one in shown if not one.line.hidden and one.line.player.id not in away)
    own = players.by_user(look.connection, look.club.id, look.actor.member.user_id)
    mine = None if own is None or query.order is not BoardOrder.RATING else _place(ranked, own.id)
    rank = None if mine is None else ranked[mine].rank
    place = None if rank is None else Place(rank)
    return BoardPage(query, at, pages, len(ranked), lines, look.club.house_rules, _on(query), place)


def _ranked(look: Read, query: BoardQuery) -> list[RankedLine]:
    if query.order not in PAST_ORDERS:
        raise InputError(
            "A past leaderboard is ordered by rating or by games. Choose one of these, or remove the date."
        )
    by_games = query.order is BoardOrder.GAMES
    lines = [line for line in _lines_on(look, query) if line.active or query.everyone]
    if by_games:
        lines.sort(key=lambda line: (-line.games, line.player.id))
    where = look.club.house_rules.provisional_on(query.rating_list)
    benchmark = benchmark_of(query.rating_list, look.club.house_rules)
    if where is Provisional.HIDDEN:
        lines = [line for line in lines if not line.provisional]
    elif where is Provisional.BELOW and not by_games:
        lines.sort(key=lambda line: line.provisional)
    is_cut = where is Provisional.BELOW and any(not line.provisional and line.player.id != benchmark for line in lines)
    ranked: list[RankedLine] = []
    for index, line in enumerate(lines, start=1):
        value = line.games if by_games else line.displayed
        if is_cut and line.provisional and not by_games:
            ranked.append(RankedLine(None, line, rating=line.displayed))
            continue
        last = ranked[-1] if ranked else None
        tied = last is not None and value == (last.line.games if by_games else last.line.displayed)
        rank = last.rank if last is not None and tied else index
        ranked.append(RankedLine(rank, line, figure=value if by_games else None, rating=line.displayed))
    return ranked


def _lines_on(look: Read, query: BoardQuery) -> list[BoardLine]:
    day, system = _on(query), system_of(query.rating_list)
    rows = journals.states_on(look.connection, look.club.id, query.rating_list, day)
    last = {row.player_id: row.date for row in rows}
    states = {row.player_id: system.load(row.state) for row in rows}
    benchmark = benchmark_of(query.rating_list, look.club.house_rules)
    if benchmark is not None:
        states.setdefault(benchmark, system.unrated())
        measure(pool_system_of(query.rating_list), states, list(states), benchmark)
    people = profiles.of(look.connection, look.club.id, list(last))
    ranks = {key: rank for key in last if (rank := system.rank(states[key])) is not None}
    found = [(rank, people[key], last[key]) for key, rank in ranks.items() if key in people]
    found.sort(key=lambda one: (-one[0].displayed, -one[0].rating, one[1].player.id))
    return [
        BoardLine(
            player=profile.player,
            displayed=rank.displayed,
            games=rank.games,
            provisional=rank.provisional,
            active=is_active(since, day),
            date=since,
            title_level=rank.title_level,
            title_points=rank.title_points,
            hidden=profile.hidden,
        )
        for rank, profile, since in found
    ]

"""Announcements, live boards, notices and objections."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

import discord

from bot.services.messages.news import Digest
from bot.services.messages.notices import ListNotice, Notice
from bot.services.ratings.leaderboard import BoardPage
from bot.store.database.club_choices import NewsKind, NewsWhen
from bot.store.database.evening_rows import Evening
from bot.store.messages.news import NewsItem
from bot.ui.cards.leaderboard import board_footer, board_lines
from bot.ui.framework.layout import NEWS, STORED, answer, change_text, figure_line, heading, whole
from bot.ui.framework.text import NAME_CHARACTERS, number, safe, signed
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import long_day
from core.lists import RatingList
from core.rating.outcome import Award
from core.words import counted

MOST_LINES, MOST_NAMES = 8, 6


def digest_lines(digest: Digest, most_names: int = MOST_NAMES) -> list[str]:
    """Return a line per title, upset and milestone; one for each other kind."""
    lines = [f"**Corrected:** {_corrected(digest, item)}" for item in digest.corrected]
    for kind, write in _LINES.items():
        items = [item for item in digest.items if item.kind == kind]
        if items:
            lines += write(digest, items, most_names)
    return [*lines, *_best(digest), *_scores(digest)]


def digest_embed(digest: Digest, club_name: str) -> discord.Embed:
    lines = digest_lines(digest)
    more = [f"and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    played = digest.played
    small = []
    if played.events:
        amounts = (counted(played.events, "event"), counted(played.games, "game"), counted(played.players, "player"))
        small = [", ".join(amounts), days_text(played.first, played.last)]
    name = safe(club_name, NAME_CHARACTERS)
    title = heading(f"{name} this week") if digest.when is NewsWhen.WEEKLY else heading(name, "news")
    return answer([title, *lines[:MOST_LINES], *more], colour=NEWS, footer=small)


def is_shortened(digest: Digest) -> bool:
    return len(digest_lines(digest)) > MOST_LINES or digest_lines(digest) != digest_lines(digest, len(digest.items))


def digest_pages(digest: Digest) -> list[discord.Embed]:
    lines = digest_lines(digest, len(digest.items))
    pages, page = [], ""
    for line in lines:
        if len(page) + len(line) > _CHARACTERS:
            pages.append(page)
            page = ""
        page += f"{line[:_CHARACTERS]}\n"
    return [answer([page], colour=NEWS) for page in (*pages, page)]


_CHARACTERS = 3500


def days_text(first: date | None, last: date | None) -> str:
    """Return days such as 16 to 22 November."""
    if first is None or last is None:
        return ""
    if first == last:
        return long_day(last)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day} to {long_day(last)}"
    return f"{long_day(first, last)} to {long_day(last)}"


def _players_of(item: NewsItem) -> str:
    return f"**{safe(item.player.name, NAME_CHARACTERS)}**"


def _title(digest: Digest, item: NewsItem) -> str:
    award = Award(item.value["scheme"], item.value["level"], "")
    return CARDS[RatingList(item.value["list"])].award_name(award)


def _titles(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    return [f"🏆 {_players_of(item)} earned the title {_title(digest, item)}" for item in items]


def _upsets(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    return [f"🎯 **Upset** {_upset(digest, item)}" for item in items]


def _upset(digest: Digest, item: NewsItem) -> str:
    value = item.value
    winner, loser = (safe(one.name, NAME_CHARACTERS) for one in (item.player, digest.people[value["over"]]))
    return f"{winner} ({value['rating']}) beat {loser} ({value['over_rating']})"


def _peaks(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    # another hundred has a line of its own
    hundreds = {
        item.player.id for item in digest.items if item.kind == NewsKind.MILESTONE and item.value["what"] == "rating"
    }
    highest = sorted((one for one in items if one.player.id not in hundreds), key=lambda item: -item.value["rating"])
    texts = [
        f"{safe(item.player.name, NAME_CHARACTERS)} {item.value['rating']}{_on(digest, RatingList(item.value['list']))}"
        for item in highest
    ]
    return [f"📈 **{'New peak' if len(texts) == 1 else 'New peaks'}** {_listed(texts, most)}"] if texts else []


def _on(digest: Digest, rating_list: RatingList) -> str:
    return "" if rating_list is digest.main else f" ({rating_list.label})"


def _norms(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    return [f"🏅 **{'Norm' if len(items) == 1 else 'Norms'}** {_names(items, most)}"]


def _newcomers(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    return [f"👋 **First event** {_names(items, most)}"]


def _names(items: Sequence[NewsItem], most: int) -> str:
    return _listed(list(dict.fromkeys(safe(item.player.name, NAME_CHARACTERS) for item in items)), most)


def _listed(texts: Sequence[str], most: int) -> str:
    more = [f"and {len(texts) - most} more"] if len(texts) > most else []
    return ", ".join([*texts[:most], *more])


def _milestones(digest: Digest, items: Sequence[NewsItem], most: int) -> list[str]:
    return [f"🎉 {_players_of(item)} {milestone_text(item)}" for item in items]


_MILESTONES = {
    "games": "has played {number} rated games",
    "rating": "has reached {number} for the first time",
    "win": "has beaten somebody {number} points higher for the first time",
    "streak": "has won {number} games in a row",
    "years": "has played here for {years}",
}


def milestone_text(item: NewsItem) -> str:
    number = item.value["number"]
    return _MILESTONES[item.value["what"]].format(number=number, years=counted(number, "year"))


def _best(digest: Digest) -> list[str]:
    """Return the week's best scores above expected; empty without three rated players on a list."""
    if digest.best is None:
        return []
    rating_list, one = digest.best
    above = f"{_called(digest, one.number)} {signed(one.above, 2)}{_on(digest, rating_list)}"
    return [f"⭐ **Best for their rating** {above} · chance alone: ±{number(one.luck, 2)}"]


def _scores(digest: Digest) -> list[str]:
    """Return the week's high games; empty without a Scrabble game."""
    found = digest.scores
    if found is None:
        return []
    parts = []
    if found.high_win is not None:
        parts.append(f"**High game** {_called(digest, found.high_win.winner)} {found.high_win.high}")
    if found.high_loss is not None:
        parts.append(f"high loss {_called(digest, found.high_loss.loser)} {found.high_loss.low}")
    if found.closest is not None:
        both = [_called(digest, one) for one in (found.closest.winner, found.closest.loser)]
        parts.append(f"closest {' – '.join(both)} {found.closest.high}–{found.closest.low}")
    return [f"🔤 {', '.join(parts)}"] if parts else []


def _called(digest: Digest, player_id: Any) -> str:
    return safe(digest.people[player_id].name, NAME_CHARACTERS)


def _corrected(digest: Digest, item: NewsItem) -> str:
    texts: dict[str, Callable[[], str]] = {
        NewsKind.TITLE: lambda: f"{_players_of(item)} has not earned the title {_title(digest, item)}",
        NewsKind.UPSET: lambda: f"{_upset(digest, item)} no longer counts",
        NewsKind.PEAK: lambda: f"{_players_of(item)} has not reached {item.value['rating']}",
        NewsKind.NORM: lambda: f"{_players_of(item)} has not earned the norm",
        NewsKind.MILESTONE: lambda: f"no longer true: {_players_of(item)} {milestone_text(item)}",
        NewsKind.NEWCOMER: lambda: f"{_players_of(item)}: the first event no longer counts",
    }
    return texts[item.kind]()


_LINES: dict[str, Callable[[Digest, Sequence[NewsItem], int], list[str]]] = {
    NewsKind.TITLE: _titles,
    NewsKind.UPSET: _upsets,
    NewsKind.PEAK: _peaks,
    NewsKind.NORM: _norms,
    NewsKind.MILESTONE: _milestones,
    NewsKind.NEWCOMER: _newcomers,
}


def live_board_embed(page: BoardPage, now: datetime) -> discord.Embed:
    lines = board_lines(page) if page.lines else [*board_lines(page), "Nobody is on this list yet."]
    embed = answer(lines, footer=board_footer(page))
    embed.timestamp = now
    return embed


def panel_embed(club_name: str, evenings: Sequence[tuple[Evening, str]]) -> discord.Embed:
    """Return the club panel. evenings: those that run, with links to their cards."""
    lines = [
        heading(whole(club_name)),
        "Report your games and see your rating here. No command is needed.",
        "**Report an event**: a tournament with several opponents",
        "**Report a match**: games against one member, who confirms the result",
        "**Challenge**: ask a member for a rated match",
    ]
    for evening, link in evenings:
        start = "" if evening.starts_at is None else f", {discord.utils.format_dt(evening.starts_at, 'f')}"
        lines.append(f"**Now open**: [{whole(evening.name)}]({link}){start}")
    return answer(lines)


def notice_embed(notice: Notice, club_name: str) -> discord.Embed:
    lines = [heading(safe(club_name, NAME_CHARACTERS))]
    for one in notice.lists:
        lines += [figure_line(_moved(one)), one.rating_list.label]
    lines.append(_why(notice))
    return answer(lines, colour=NEWS)


def _moved(one: ListNotice) -> str:
    mark = "P" if one.provisional else ""
    before, after = (("new", "none")[index] if shown is None else str(shown) for index, shown in _both(one))
    if one.before is None or one.after is None:
        return f"{before} → {after}{mark if one.after is not None else ''}"
    return f"{before} → {after}{mark}  {change_text(one.after - one.before)}"


def _both(one: ListNotice) -> list[tuple[int, int | None]]:
    return [(0, one.before), (1, one.after)]


def _why(notice: Notice) -> str:
    names = [safe(event.name, NAME_CHARACTERS) for event in notice.events if event.name]
    subject = names[0] if len(notice.events) == 1 and names else counted(len(notice.events), "event")
    who = f"<@{notice.by}>" if notice.called is None else safe(notice.called, NAME_CHARACTERS)
    by = "" if notice.by is None else f" by {who}"
    if not notice.events:
        return f"Changed{by}" if by else "Changed"
    action = "undone" if all(event.voided for event in notice.events) else "rated"
    return f"{subject}, {action}{by}"


def objected_embed() -> discord.Embed:
    return answer(["The club's directors will read it."], colour=STORED)


def objection_text(name: str, reason: str) -> str:
    return f"✋ **{safe(name, NAME_CHARACTERS)}** disputes their rating: {safe(reason, 500)}"

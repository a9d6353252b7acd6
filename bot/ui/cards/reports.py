"""Cards of unconfirmed reports, rosters and the set-up."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import discord

from bot.services.club.directors_queue import QueuePage
from bot.services.club.settings.change import SetUp, Step
from bot.services.club.settings.played import Played, played_on
from bot.services.club.settings.table import CODES, SITE_PARTS
from bot.services.events.consent import ReportedGame, UnconfirmedReport
from bot.services.people.roster.report import Difference, Person, RosterReport, Standing
from bot.services.people.roster.take_in import PeopleUndone
from bot.store.database.club_choices import SelfReport, SiteAccess, SitePart
from bot.store.database.rows import Club, Player, ReportStanding
from bot.ui.cards.corrections import moved_card
from bot.ui.cards.players import claims_lines
from bot.ui.framework.layout import FALL, INACTIVE, LEVEL, RISE, heading
from bot.ui.framework.text import capital, day_text, pack, points, result_letter, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import all_remarks, disputed, event_label, listed, remarks_line, to_confirm
from core.event.similarity import event_name
from core.words import counted

_MOST_GAMES = 12
_MOST_WORDS = 6


def question(report: UnconfirmedReport) -> str | None:
    asked = users_to_confirm(report)
    if not asked:
        return None
    who = " ".join(f"<@{user_id}>" for user_id in asked)
    return f"{who}, is this correct? Press Confirm or Dispute under the card above."


def can_confirm(report: UnconfirmedReport) -> list[Player]:
    """Return the players whose answers confirm a report without a director."""
    return [] if report.needs_director else [one for one in report.asked if one.user_id != report.reported_by]


def users_to_confirm(report: UnconfirmedReport) -> list[int]:
    return [one.user_id for one in report.asked if one.user_id is not None and one.user_id != report.reported_by]


def report_card(report: UnconfirmedReport) -> discord.Embed:
    colours = {ReportStanding.CONFIRMED: RISE, ReportStanding.DISPUTED: FALL, ReportStanding.REPORTED: LEVEL}
    embed = discord.Embed(title=safe(event_name(report.name, report.day), 80), colour=colours[report.standing])
    embed.set_author(name=" and ".join(moved.label for moved in report.lists))
    embed.description = "\n".join(_lines(report))
    return embed


def queue_embed(page: QueuePage) -> discord.Embed:
    claims = claims_lines(page.people)
    flood = [] if page.flood is None else [f"{page.flood.many} of the reports are <@{page.flood.user_id}>'s."]
    lines = [*claims, *flood] if page.reports or claims else ["Nothing is waiting."]
    embed = discord.Embed(title="Waiting for confirmation", description="\n".join(lines), colour=LEVEL)
    if not page.reports:
        return embed
    for number, report in enumerate(page.reports, start=1):
        name = f"{number} · {safe(event_name(report.name, report.day), 60)}"
        embed.add_field(name=name, value="\n".join(_lines(report))[:1024], inline=False)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {counted(page.waiting, 'report')}")
    return embed


def _lines(report: UnconfirmedReport) -> list[str]:
    by = "" if report.reported_by == report.player.user_id else f", reported by <@{report.reported_by}>"
    lines = [f"{day_text(report.day)} · {safe(report.player.name)}{by}", _games(report)]
    if report.looks_like is not None:
        name, day = report.looks_like
        lines.append(f"Looks like {event_label(name, day_text(day))}, which is stored.")
    for word in report.words[-_MOST_WORDS:]:
        if word.objects:
            lines.append(f"✋ <@{word.user_id}> says: {safe(word.version or 'it is wrong', 200)}")
        else:
            lines.append(f"✅ <@{word.user_id}> confirms it.")
    lines.append(_waits(report))
    return lines


def _waits(report: UnconfirmedReport) -> str:
    if report.standing is ReportStanding.CONFIRMED:
        return "Confirmed. The report counts in full."
    counts = CARDS[report.lists[0]].waits if report.counts else "No rating changes before."
    if report.standing is ReportStanding.DISPUTED:
        return disputed(counts)
    if report.until is not None:
        seconds = int(report.until.timestamp())
        return f"{to_confirm(_asked(report))} Without an objection the report counts on <t:{seconds}:f>."
    if report.needs_director:
        return f"{to_confirm((), ', because not every opponent has a confirmed rating')} {counts}"
    return f"{to_confirm(_asked(report))} {counts}"


def _asked(report: UnconfirmedReport) -> list[str]:
    return [safe(one.name) for one in can_confirm(report)]


def _games(report: UnconfirmedReport) -> str:
    runs = [(text, len(list(same))) for text, same in groupby(map(_game, report.games))]
    shown = " ".join(f"{many} × {text}" if many > 2 else " ".join([text] * many) for text, many in runs[:_MOST_GAMES])
    more = " …" if len(runs) > _MOST_GAMES else ""
    total = "" if report.score is None else f"{capital(points(report.score))} of {counted(len(report.games), 'game')}: "
    return f"{total}{shown}{more}"


def _game(game: ReportedGame) -> str:
    against = game.opponent
    who = safe(against.name, 20) if isinstance(against, Player) else "?" if against is None else f"{against:g}"
    return f"{result_letter(game.score)} {who}".strip()


_HEADINGS = {
    Standing.DOUBTFUL: "Unclear: skipped until you decide",
    Standing.CHANGED: "Changed",
    Standing.NEW: "New",
}


def roster_pages(report: RosterReport) -> list[discord.Embed]:
    """Return a roster's preview: doubts, changed players, new players."""
    texts = ["\n".join(_summary(report))]
    texts += pack(_doubts(report), "\n")
    for standing in (Standing.CHANGED, Standing.NEW):
        found = [one for one in report.people if one.standing is standing]
        if found:
            lines = [f"**{_HEADINGS[standing]}**", *map(_line, found)]
            texts += pack(lines, "\n")
    texts += all_remarks(report.remarks)
    embeds = []
    for page, text in enumerate(texts, start=1):
        embed = discord.Embed(title=f"Preview: {counted(len(report.people), 'line')}", description=text, colour=LEVEL)
        parts = ["Nothing is stored yet", report.format]
        if len(texts) > 1:
            parts.append(f"page {page} of {len(texts)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def roster_import_card(report: RosterReport) -> discord.Embed:
    """Return a roster's totals without personal data."""
    text = _counts(report)
    if doubtful := report.counts.get(Standing.DOUBTFUL, 0):
        text += f"\nSkipped as unclear: {counted(doubtful, 'line')}. Upload the file again to decide."
    embed = discord.Embed(title="Roster imported", description=text, colour=RISE)
    embed.set_footer(text="Undo reverses it; players with other results stay")
    return embed


def undone_card(report: PeopleUndone, *, asks: bool = False, has_changed: bool = False) -> discord.Embed:
    lines = [
        f"Players removed: {report.removed}",
        f"Details restored: {report.restored}",
        f"Ratings that no longer count: {report.entered_ratings}",
    ]
    if report.stayed:
        lines.append(f"Players who stay, because they have other results: {report.stayed}")
    head = heading("Undo roster?" if asks else "Undone: roster")
    return moved_card([head, *lines], report.moves, asks=asks, has_changed=has_changed, colour=INACTIVE)


def _counts(report: RosterReport) -> str:
    amounts = [f"{report.counts.get(one, 0)} {word}" for one, word in _WORDS.items()]
    text = " · ".join(amounts)
    if report.passed:
        text += f"\nSkipped: {counted(report.passed, 'line')} of players who are not in the club"
    return text


_WORDS = {
    Standing.NEW: "new",
    Standing.CHANGED: "changed",
    Standing.SAME: "as before",
    Standing.DOUBTFUL: "doubtful",
}


def _summary(report: RosterReport) -> Iterator[str]:
    yield _counts(report)
    if report.counts.get(Standing.DOUBTFUL):
        yield "⚠️ Unclear players are skipped unless you choose below who they are."
    if not report.people:
        yield "None of its players are in the club. Players of a federation's list are found by their ids."
    if report.kept and not report.overwrite:
        yield (
            f"⚠️ Values that differ from the club's: {report.kept}. The club's stay unless you press "
            "**Use the file's values**"
        )
    if report.overwrite:
        yield "The file's values replace different ones of the club."
    if report.guessed:
        yield f"Ratings without a number of games: {report.guessed}. Each counts as established"
    if report.usual is not None:
        yield f"Ratings are for **{report.usual.label}**."
    if report.is_assumed:
        yield "❓ The club has not chosen its list yet. **Another list?** Choose below."
    if report.day is not None:
        yield f"Ratings count from {day_text(report.day)}. For another day, press **Edit details**."
    unfound = [safe(one.unfound) for one in report.people if one.unfound is not None]
    yield from listed("Not linked, because no single member has this name", unfound)
    if report.namesakes:
        yield f"⚠️ Players with a member's name: {report.namesakes}. Press **Link by name** to link them"
    if report.by_name:
        yield "Players are linked to the members with the same name."
    yield from remarks_line(report.remarks)


def _doubts(report: RosterReport) -> Iterator[str]:
    doubtful = [one for one in report.people if one.doubt is not None]
    if doubtful:
        yield f"**{_HEADINGS[Standing.DOUBTFUL]}**"
    for one in doubtful:
        maybe = ", ".join(f"{safe(known.name)} (#{known.id})" for known in one.suggestions)
        yield f"- line {one.row.line}, {safe(one.name)}: {safe(one.doubt or '', 150)}{f' ({maybe})' if maybe else ''}"
    unchanged = [one for one in report.people if one.kept]
    if unchanged:
        yield "**Different here, not changed**"
    for one in unchanged:
        yield f"- {safe(one.name)}: {_differences(one.kept)}"


def _line(one: Person) -> str:
    return f"- {safe(one.name)}: {_differences(one.changes)}" if one.changes else f"- {safe(one.name)}"


def _differences(found: tuple[Difference, ...]) -> str:
    before = {one: "" if one.before is None else f"{safe(one.before)} → " for one in found}
    return ", ".join(f"{one.label} {before[one]}{safe(one.after)}" for one in found)


class Game(NamedTuple):
    """A game that a club may play. label: of its button. name: in a sentence. rules: of its lists."""

    label: str
    name: str
    rules: str


GAMES = {
    Played.USCHESS: Game(
        "Chess: US Chess", "chess under US Chess", "US Chess' at each event's date; Quick and Blitz by the time control"
    ),
    Played.FIDE: Game(
        "Chess: FIDE", "chess under FIDE", "FIDE's at each event's date; Rapid and Blitz by the time control"
    ),
    Played.SCRABBLE: Game("Scrabble", "Scrabble", "NASPA's, of which the ratings are an estimate"),
    Played.ORACLE: Game("Oracle", "games rated by Oracle", "the figures of the pool in `/td settings`, Oracle"),
    Played.OTHER: Game("Any other game", "another game", "as you chose; change them in `/td settings`, Own lists"),
}


def set_lines(club: Club) -> list[str]:
    """Return what a club is set up for, by its usual list, and what else that set."""
    game, parts = GAMES[played_on(club.default_list)], club.site_parts or SitePart
    pages = ", ".join(SITE_PARTS[SitePart(one)] for one in parts)
    yet = " once you turn them on" if club.site == SiteAccess.OFF else ""
    return [
        f"✅ **Set up for {club.default_list.label if club.default_list.is_own else game.name}**",
        f"- Usual list: {club.default_list.label}",
        f"- Rules: {game.rules}",
        f"- Norm codes, such as 1575*c2: {CODES[club.house_rules.codes].partition(',')[0]}",
        f"- Web pages{yet}: {pages}",
    ]


TITLES = {
    Step.DIRECTORS: "Directors' role",
    Step.LISTS: "What you play",
    Step.REPORTS: "Who may report",
    Step.ZONE: "Time zone",
    Step.ROSTER: "Roster",
}

_TASKS = {
    Step.DIRECTORS: (
        "Choose the role whose holders are tournament directors (TDs): they import, correct and confirm. Members who "
        "may manage the server are always directors.\n"
        "Discord shows `/td` only to members who may manage the server. To show it to the role, go to Server "
        "Settings → Integrations → Crosstable → `/td` and add the role there. Bots cannot do that."
    ),
    Step.LISTS: (
        "**What do you play?** One press sets the usual rating list, its rules, the norm codes and what web pages "
        "show. **Undo** reverses it, and every other list can still be used at any time. **Any other game** asks what "
        "your own list is called."
    ),
    Step.REPORTS: (
        "Who may report their own events with `/rating update`? Choose below, or choose a role whose members may."
    ),
    Step.ZONE: ("Choose the club's time zone, by a city. For another city press **Other city**."),
    Step.ROSTER: (
        "Import your members with `/td import`: a CSV table with names, ids and ratings. A preview shows "
        "what is new and what is unclear, and Undo reverses it. Members who play before that are added at "
        "their first event."
    ),
}

_NEXT = (
    "**Next:** `/td import` imports an event's file, `/td evening` opens a club evening, and "
    "`/help` with the topic *Directors: the first evening* has the order of everything."
)

GREETING = (
    "**Crosstable keeps this club's ratings.** Members: `/help` says how to report an event and see where you stand. "
    "Directors: five steps set the club up, each can be skipped or undone, and you can continue later."
)


def greeting(lacking: Sequence[str]) -> str:
    return "\n".join((GREETING, *_lacking("here", lacking)))


def letter(server: str, lacking: Sequence[str]) -> str:
    where = "in its channel for system messages"
    return "\n".join(
        (
            f"**Crosstable is on your server {server}** and may not greet there. Type `/td setup` in one of its "
            "channels: five steps set the club up.",
            *_lacking(where, lacking),
        )
    )


def set_up_card(found: SetUp, lacking: Sequence[str] = ()) -> discord.Embed:
    step = found.step
    title = "Set up" if step is None else f"Set-up, step {list(Step).index(step) + 1} of {len(Step)}: {TITLES[step]}"
    lines = [*set_lines(found.club), ""] if found.last is Step.LISTS and found.done[Step.LISTS] else []
    later = "Continue any time with `/td setup`. Change anything later with `/td settings`."
    lines += [_NEXT if step is None else _TASKS[step], f"\n{later}"]
    lines += ["\n**Steps**", *(_step_line(found, one) for one in Step)]
    if missing := _lacking("in this channel", lacking):
        lines += ["\n**Permissions**", *missing]
    return discord.Embed(title=title, description="\n".join(lines), colour=RISE if step is None else LEVEL)


def _step_line(found: SetUp, step: Step) -> str:
    mark = "▶️" if step is found.step else "▫️"
    if step in found.done:
        mark = "✅" if found.done[step] else "⏭️"
    now = _now(found.club, step)
    return f"{mark} {TITLES[step]}: {now}" if now else f"{mark} {TITLES[step]}"


def _now(club: Club, step: Step) -> str:
    if step is Step.DIRECTORS:
        return "members who may manage the server" if club.td_role_id is None else f"<@&{club.td_role_id}>"
    if step is Step.LISTS:
        return club.default_list.label
    if step is Step.REPORTS:
        return REPORTERS[club.self_report].format(club.reporter_role_id)
    if step is Step.ZONE:
        return club.time_zone
    return ""


REPORTERS = {
    SelfReport.EVERYONE: "everyone",
    SelfReport.DIRECTORS: "directors only",
    SelfReport.ROLE: "members with <@&{}>, and directors",
}


def _lacking(where: str, lacking: Sequence[str]) -> list[str]:
    if not lacking:
        return []
    return [f"⚠️ Missing permissions {where}:", *(f"- {words}" for words in lacking)]

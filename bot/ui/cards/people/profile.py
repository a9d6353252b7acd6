"""The cards of players: one as a whole, what was edited of one, and whose they are on Discord."""

from collections.abc import Iterable, Sequence
from datetime import date

import discord

from bot.services.players.edit import EditReport
from bot.services.players.identity.link import LinkReport
from bot.services.players.profile import ProfileCard
from bot.store.people.profiles import Moved, Profile
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, count, day_text, plain, safe, signed, table
from bot.ui.systems import CARDS, all_cards
from bot.ui.wording.changes import changes_text, figure
from bot.ui.wording.printed import printed
from core.likeness.event_names import event_name
from core.lists import RatingList
from core.systems import PUBLISHED

COLUMNS = 31
"""Columns of a code block that a phone shows without breaking its lines."""

_HEADER = ("List", "Rating", "Games")


def profile_embed(card: ProfileCard, on_list: Sequence[str] = (), which: RatingList | None = None) -> discord.Embed:
    """Return a player's card: what is said of them on one list, ratings on every list, and who they are.

    on_list: lines about the list `which`, its latest events last; somebody without a rating has none.
    What only directors and they themselves may see is in `private_embed`.
    """
    profile = card.profile
    lines = "\n".join(on_list or _unrated(card)).splitlines()
    while len("\n".join(lines)) > DESCRIPTION_CHARACTERS and lines[-1].startswith("- "):
        lines.pop()  # the oldest event
    embed = discord.Embed(title=safe(profile.name), description="\n".join(lines), colour=LEVEL)
    if card.ratings:
        embed.add_field(name="Ratings", value=_ratings(card), inline=False)
    kept = _kept((("Federation", profile.federation), ("Title", profile.title)))
    kinds = [line for cards in all_cards() for line in cards.profile_lines(card)]
    who = [_on_discord(card), *kinds, *kept, f"{count(card.events, 'event')} played"]
    embed.add_field(name="Player", value="\n".join(who), inline=False)
    official = () if which is None else CARDS[which].official
    embed.set_footer(text=" · ".join((f"Player #{profile.id}", *official)))
    if which is not None:
        embed.set_author(name=f"{plain(profile.name)} · {which.label}")
    return embed


def _unrated(card: ProfileCard) -> list[str]:
    """Say that there is no rating yet, and what has been played toward one."""
    moves = [_move_line(move, card.listed_on.get((move.event_id, move.rating_list))) for move in card.latest]
    return ["No rating here yet.", *(["**Latest**"] if moves else []), *(f"- {line}" for line in moves)]


def private_embed(card: ProfileCard) -> discord.Embed | None:
    """Return the ids and the year of birth, for directors and oneself; None where there are none, or for others."""
    profile = card.profile
    told = _ids(profile)
    born = None if profile.birth_year is None else str(profile.birth_year)
    kept = _kept((*told, ("Born", born)))
    if not card.tells_all or not kept:
        return None
    embed = discord.Embed(title=safe(profile.name), description="\n".join(kept), colour=LEVEL)
    embed.set_footer(text="For directors, and for them.")
    return embed


def kept_ids(profile: Profile) -> list[str]:
    """Return the membership numbers for small print, which knows no markdown."""
    return [f"{label} {plain(number)}" for label, number in _ids(profile) if number is not None]


def _ids(profile: Profile) -> list[tuple[str, str | None]]:
    return [
        (label, None if number is None else number + (" (not confirmed)" if column in profile.unconfirmed_ids else ""))
        for label, column, number in (
            ("US Chess", "uschess_id", profile.uschess_id),
            ("FIDE", "fide_id", profile.fide_id),
            ("NASPA", "naspa_id", profile.naspa_id),
        )
    ]


def _kept(told: Iterable[tuple[str, str | None]]) -> list[str]:
    kept = [f"{label} **{safe(value)}**" for label, value in told if value is not None]
    return [" · ".join(kept)] if kept else []


def _on_discord(card: ProfileCard) -> str:
    profile = card.profile
    if profile.user_id is None:
        who = "Not on Discord"
    elif profile.left_at is not None:
        who = f"Has left this server, on {day_text(profile.left_at.date())}"
    else:
        who = f"On Discord: <@{profile.user_id}>"
    return f"{who} · hidden" if profile.hidden else who


def _ratings(card: ProfileCard) -> str:
    """Return a table of the ratings as they are printed."""
    rows = []
    for rating_list, standing in card.ratings:
        rows.append((rating_list.label, printed(standing, rating_list, card.house_rules), str(standing.games)))
    # No figure is cut: the names of lists have what the figures leave.
    figures, games = (max(len(row[column]) for row in (_HEADER, *rows)) for column in (1, 2))
    return table(_HEADER, rows, (-(COLUMNS - figures - games - 2), figures, games))


def _move_line(move: Moved, listed_on: date | None) -> str:
    what = safe(event_name(move.event_name, move.date), 40)
    where = f" ({move.rating_list.label})"
    waiting = PUBLISHED.get(move.rating_list)
    if waiting is not None:
        on_list = listed_on or waiting.list_for(move.date)
        return f"{day_text(move.date)} {what}{where}: counts on the list of {day_text(on_list)}"
    text = f"{day_text(move.date)} {what}{where}: {figure(move.before)} → **{figure(move.after)}**"
    return text if move.before is None or move.after is None else f"{text} ({signed(move.after - move.before, 2)})"


def edit_card(report: EditReport) -> discord.Embed:
    """Say what is different of a player, and whose rating that changed."""
    lines = []
    for one in report.fields:
        before, after = ("none" if value is None else safe(value, 100) for value in (one.before, one.after))
        # Of a birth date only the year is shown, which may be the same.
        moved = f"**{after}**, corrected" if before == after else f"{before} → **{after}**"
        lines.append(f"{one.label}: {moved}")
    if report.waits:
        lines.append("A director confirms that the id is theirs, with /player claims; until then no file goes by it.")
    if report.reason:
        lines.append(f"Reason: {safe(report.reason, 200)}")
    text = "\n".join(lines)
    if report.changes:
        different = len({change.player_id for change in report.changes})
        text += f"\n\n**What changed**, for {count(different, 'player')}\n"
        text += changes_text(report.changes, report.people)
    embed = discord.Embed(title="Player edited", description=text, colour=LEVEL)
    embed.set_author(name=plain(report.player.name))
    return embed


def link_card(report: LinkReport) -> discord.Embed:
    """Say whose a player is on Discord now."""
    name = safe(report.player.name)
    if report.user_id is not None:
        text = f"{name} is <@{report.user_id}> now, with every rating and result."
    else:
        text = f"{name} is not <@{report.was}> any more; ratings and results stay."
    if report.reason:
        text += f"\nReason: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, {report.player.id: report.player})
    title = "Unlinked" if report.user_id is None else "Linked"
    return discord.Embed(title=title, description=text, colour=LEVEL)

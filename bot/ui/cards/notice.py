"""What a member is told of their own rating in a direct message, and what they want to be told."""

import discord

from bot.services.alive.notices import ListNotice, Notice
from bot.store.people.notices import EACH, WEEKLY, Wishes
from bot.ui.framework.colours import NEWS, STORED
from bot.ui.framework.layout import answer, change_text, figure_line, heading
from bot.ui.framework.text import NAME_CHARACTERS, count, safe


def notice_embed(notice: Notice, club_name: str) -> discord.Embed:
    """Return a notice: each list's rating before and after, and who moved it by what."""
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
    """Return the events and who rated or took them back."""
    names = [safe(event.name, NAME_CHARACTERS) for event in notice.events if event.name]
    what = names[0] if len(notice.events) == 1 and names else count(len(notice.events), "event")
    who = f"<@{notice.by}>" if notice.called is None else safe(notice.called, NAME_CHARACTERS)
    by = "" if notice.by is None else f" by {who}"
    if not notice.events:
        return f"Changed{by}" if by else "Changed"
    deed = "taken back" if all(event.voided for event in notice.events) else "rated"
    return f"{what}, {deed}{by}"


_TOLD = {EACH: "each change that somebody else makes", WEEKLY: "once a week"}


def wishes_card(wishes: Wishes) -> discord.Embed:
    """Return what a member wants, for themselves."""
    lines = [
        heading("What you are told, and what others see"),
        f"**Direct messages about your rating** {_TOLD.get(wishes.notices, 'none')}",
        f"**Challenges** {'others may challenge you' if wishes.challenged else 'nobody may challenge you'}",
        f"**Announcements** {'may name you' if wishes.announced else 'do not name you'}",
        f"**Your card** {'for you and directors alone' if wishes.card_private else 'everybody in the club sees it'}",
    ]
    return answer(lines, colour=STORED)


def objected_embed() -> discord.Embed:
    """Return what a member reads who said that their rating is wrong."""
    return answer(["The directors of the club read it."], colour=STORED)


def objection_text(name: str, reason: str) -> str:
    """Return what directors read of a member who says that their rating is wrong."""
    return f"✋ **{safe(name, NAME_CHARACTERS)}** says that their rating is wrong: {safe(reason, 500)}"

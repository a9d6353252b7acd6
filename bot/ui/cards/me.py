"""A member's own page, their data, and forgetting."""

from collections.abc import Iterator

import discord

from bot.services.club.privacy import ForgetReport
from bot.services.people.own_page import OwnPage
from bot.store.people.profiles import EACH, WEEKLY, Wishes
from bot.ui.cards.players import known_lines, online_lines
from bot.ui.framework.layout import LEVEL, answer, heading
from bot.ui.framework.text import NAME_CHARACTERS, safe
from core.words import counted

_NOTICE_WORDS = {EACH: "each change that somebody else makes", WEEKLY: "once a week"}


def me_embed(page: OwnPage, name: str) -> discord.Embed:
    """Return a member's own page. name: a newcomer's name."""
    profile = page.profile
    if profile is None or page.wishes is None:
        newcomer = "You are not a player of this club yet. Report a first event with `/rating update`."
        known = "Does the club know you from a file? Then claim that player."
        return answer([heading(safe(name, NAME_CHARACTERS)), newcomer, known])
    lines = [
        heading(safe(profile.name, NAME_CHARACTERS)),
        *known_lines(profile),
        *online_lines(profile),
        *_wishes(page.wishes),
        "`/rating show` is your card.",
    ]
    return answer(lines, footer=[f"Player #{profile.id}"])


def _wishes(wishes: Wishes) -> Iterator[str]:
    yield f"**Direct messages about your rating** {_NOTICE_WORDS.get(wishes.notices, 'none')}"
    yield f"**Challenges** {'others may challenge you' if wishes.challenged else 'nobody may challenge you'}"
    yield f"**Announcements** {'may name you' if wishes.announced else 'do not name you'}"
    yield f"**Web pages** {'may name you' if wishes.on_site else 'show you without your name'}"
    yield f"**Your card** {'only you and directors see it' if wishes.card_private else 'everybody in the club sees it'}"


_BIRTH_DATE_STAYS = "Your birth date stays hidden and without your name, because the ratings of {others} depend on it."


MOST_TYPED = 5


def forgetting_card(report: ForgetReport) -> discord.Embed:
    known = f" ({', '.join(report.known)})" if report.known else ""
    lines = [
        f"**{safe(report.name)}** becomes **Former player {report.player_id}**. The name is removed, with everything "
        f"else that is known about the person{known}, also in the club's records.",
        "Games and everybody else's ratings stay as they are.",
        "**A deletion cannot be undone.** **My data** gives you a copy first.",
    ]
    if report.others:
        lines.insert(2, _BIRTH_DATE_STAYS.format(others=counted(report.others, "other")))
    if report.typed:
        texts = ", ".join(f"**{safe(text, 60)}**" for text in report.typed[:MOST_TYPED])
        more = f" and {len(report.typed) - MOST_TYPED} more" if len(report.typed) > MOST_TYPED else ""
        lines.insert(
            -1,
            f"What people typed stays: {texts}{more}. Ask a director to change it first.",
        )
    return discord.Embed(title="Forget?", description="\n\n".join(lines), colour=LEVEL)


def forgotten_card(report: ForgetReport) -> discord.Embed:
    lines = [
        f"**Former player {report.player_id}** replaces the name; ids, birth date, federation and title are "
        "gone, from the club's records too. Games and everybody else's ratings stay as they are.",
        "What was posted in channels stays there until somebody deletes it, and backups keep a copy until they are "
        "replaced.",
    ]
    if report.others:
        lines.insert(1, _BIRTH_DATE_STAYS.format(others=counted(report.others, "other")))
    return discord.Embed(title="Forgotten", description="\n\n".join(lines), colour=LEVEL)


def data_card(size: int) -> discord.Embed:
    size = max(1, round(size / 1000))
    text = f"Everything this club stores about you, in a zip of {size} kB, with one JSON file per table."
    return discord.Embed(title="Your data", description=text, colour=LEVEL)

"""A file's event: the dry run before it is stored, and the crosstable when it is."""

from collections.abc import Iterator

import discord

from bot.services.events.section import SectionReport
from bot.services.imports.import_report import ImportReport
from bot.services.imports.store_file import ESTABLISHED_GAMES
from bot.ui.cards.section import counts_line, rules_titles, section_embed, section_texts, standing_apart
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.text import count, day_text, safe
from bot.ui.systems import CARDS
from bot.ui.wording.changes import changes_text
from bot.ui.wording.remarks import all_remarks, listed, remarks_line
from core.formats.common.online import SOME_SITE


def import_pages(report: ImportReport) -> list[discord.Embed]:
    """Return the embeds of a file: what was understood, then each section's crosstable, before and after."""
    texts = [
        (section, text) for section in report.sections for text in section_texts(section, _summary(report, section))
    ]
    if report.later:
        section, text = texts[-1]
        changed = changes_text(report.later, report.people, 1000)
        texts[-1] = (section, f"{text}\n**Rated again, for they came later**\n{changed}")
    dry = report.pending_id is not None
    if dry:
        texts += [(report.sections[-1], page) for page in all_remarks(report.file.remarks)]
    embeds = []
    for index, (section, text) in enumerate(texts, start=1):
        embed = section_embed(section, text, LEVEL if dry else RISE, "Dry run: " if dry else "")
        parts = list(standing_apart(section.crosstable, dry=dry))
        parts += ["nothing is stored yet"] if dry else ["the whole section rated at once"]
        if len(texts) > 1:
            parts.append(f"page {index} of {len(texts)}")
        parts += CARDS[section.lists[0]].official
        embed.set_footer(text=" · ".join([day_text(report.day), *rules_titles(section), *parts]))
        embeds.append(embed)
    return embeds


def landing_lines(report: ImportReport, section: SectionReport) -> Iterator[str]:
    """Say which lists a section would move and why, and what is still to be decided."""
    landing = report.landings[report.sections.index(section)]
    lists = " and ".join(moved.label for moved in landing.lists)
    control = section.crosstable.time_control
    if landing.asks:
        where = f"{safe(report.file.site or SOME_SITE)}{'' if control is None else f', {control}'}"
        yield f"🌐 **This was played online ({where}). Which list?** Choose below; shown is {lists}, {landing.why}."
        return
    yield f"Would move **{lists}**: {landing.why}"
    if landing.against is not None and report.why is None:
        yield f"⚠️ {landing.against} Give a reason below to rate it all the same, or choose other lists."
    elif landing.against is not None:
        yield f"Rated all the same: {safe(report.why or '')}"


def _summary(report: ImportReport, section: SectionReport) -> str:
    lines = [counts_line(section)]
    if report.pending_id is not None:
        lines.insert(0, f"Recognised as a **{report.file.format}**")
        lines += landing_lines(report, section)
        lines.append(f"Known in this club: {len(report.people) - len(report.new)}, new: {len(report.new)}")
        lines += listed("New here", [safe(player.name) for player in report.new])
        lines += listed("Taken for", [f"{safe(name)} → {safe(player.name)}" for name, player in report.taken])
        if report.guessed:
            lines.append(
                f"{count(report.guessed, 'new rating')} without games: "
                f"counted as established ({ESTABLISHED_GAMES} games)"
            )
        if report.doubts:
            names = [f"{safe(doubt.file.name)} ({safe(doubt.suggestions[0].name)}?)" for doubt in report.doubts]
            lines += listed("New, or somebody you know", names)
        lines += remarks_line(report.file.remarks)
    return "\n".join(lines) + "\n"

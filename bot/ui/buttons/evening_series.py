"""The plan of an evening that repeats: its next date, skip a week, stop."""

from datetime import date

import discord

from bot.services.evenings.schedule import Coming, coming_evening, end_series, move_next
from bot.ui.buttons.evening_live import refresh_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import RED, Filled, Press, Who, button, choice, lasting
from bot.ui.framework.layout import INACTIVE, LEVEL, heading
from bot.ui.framework.text import safe
from bot.ui.wording.evenings import every_weeks
from bot.ui.wording.shared_lines import long_day

WEEKS = (("No", "0"), ("Every week", "1"), ("Every two weeks", "2"), ("Every four weeks", "4"))


def repeats_field(filled: Filled) -> discord.ui.Label[discord.ui.View]:
    return choice("every", "Repeats", WEEKS, filled, required=False)


def repeats_of(press: Press) -> int | None:
    """Return the chosen weeks; None if the form did not ask."""
    return int(press.text("every")) if press.text("every") else None


@button("evening-repeats", "Repeats (TD)", Who.DIRECTOR)
async def repeats_button(press: Press, series_id: int) -> None:
    """Show when the next evening is, with the buttons to skip it and to stop."""
    await defer(press.interaction, ephemeral=True)
    coming = await coming_evening(press.services, press.actor, series_id)
    await reply(press.interaction, _embed(coming), _view(coming), ephemeral=True)


def _embed(coming: Coming, note: str = "") -> discord.Embed:
    chain, starts = coming.series, int(coming.starts.timestamp())
    where = "" if chain.posts_in is None else f" in <#{chain.posts_in}>"
    opens = "as soon as the one before is closed or cancelled" if coming.waits else "a day before it starts"
    lines = [
        *([note, ""] if note else []),
        f"Repeats {every_weeks(chain.weeks)}. The next evening: <t:{starts}:F>.",
        f"Its card opens by itself{where}, {opens}. The plan is that of the last evening.",
    ]
    return discord.Embed(description="\n".join([heading(safe(chain.name, 80)), *lines]), colour=LEVEL)


def _view(coming: Coming, back: discord.ui.Item[discord.ui.View] | None = None) -> discord.ui.View:
    chain, to = coming.series, coming.after_next
    skip = skip_button.but(label=f"Skip {long_day(chain.next_on, chain.next_on)}")
    items = [skip(chain.id, chain.next_on.toordinal(), to.toordinal()), stop_button(chain.id)]
    return lasting(*items, *([] if back is None else [back]))


@button("evening-skip", "Skip", Who.DIRECTOR)
async def skip_button(press: Press, series_id: int, was: int, to: int) -> None:
    """Skip the next evening, or take that back."""
    await acknowledge(press.interaction)
    before, after = date.fromordinal(was), date.fromordinal(to)
    coming = await move_next(press.services, press.actor, series_id, before, after)
    skipped = before < after
    note = f"{long_day(before, before)} is skipped." if skipped else f"{long_day(after, after)} is not skipped."
    back = skip_button.but(label="Undo")(series_id, to, was) if skipped else None
    await edit_answer(press.interaction, embed=_embed(coming, note), view=_view(coming, back))


@button("evening-stop-repeats", "Stop repeating", Who.DIRECTOR, style=RED)
async def stop_button(press: Press, series_id: int) -> None:
    await acknowledge(press.interaction)
    chain = await end_series(press.services, press.actor, series_id)
    text = (
        f"{safe(chain.name, 80)} no longer repeats. To repeat it again, choose **Repeats** where its start is changed."
    )
    await edit_answer(press.interaction, embed=discord.Embed(description=text, colour=INACTIVE), view=None)
    if chain.evening_id is not None:
        await refresh_card(press.interaction, chain.evening_id)

"""What people do in several steps, for tests that need its end: one function each."""

from collections.abc import Iterator
from typing import Any

from tests.conftest import SimulatedClub
from tests.file_answers import part_of


async def fill_in(who: Any, form: Any, /, **values: Any) -> Any:
    """Send a form with what it shows already, but for these fields."""
    return await who.submit_modal(form, {**dict(_shown(form.modal)), **values})


def _shown(modal: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for part in modal["components"]:
        field = part["component"]
        chosen = [option["value"] for option in field.get("options", ()) if option.get("default")]
        if field.get("value") or chosen:
            yield field["custom_id"], field.get("value") or chosen[0]


async def events_of(member: Any, channel: Any, kind: str = "all") -> Any:
    """Return the club's events of a kind, chosen in the menu."""
    listed = await member.slash(channel, "events")
    await member.select(listed.response, [kind], custom_id=part_of(listed.response, "events-kind:"))
    return listed


async def wall_chart(member: Any, channel: Any, event_id: Any, label: str = "Crosstable") -> Any:
    """Open the wall chart of an event."""
    shown = await member.slash(channel, "events", event=str(event_id))
    return await member.click(shown.response, label=label)


async def on_page(director: Any, channel: Any, player: Any, label: str, /, **values: Any) -> Any:
    """Press a button of a player's page; fill in the form that opens, where one does."""
    page = await director.slash(channel, "td player", player=player)
    pressed = await director.click(page.response, label=label)
    return pressed if pressed.modal is None else await fill_in(director, pressed, **values)


async def set_floor(club: SimulatedClub, answer: Any, floor: str = "", peak: str = "") -> Any:
    """Let a director set a floor or a peak below the answer of a rating that was set."""
    form = await club.td.click(answer.response, label="Set floor")
    return await club.td.submit_modal(form, {"floor": floor, "peak": peak})


async def start_season(
    club: SimulatedClub, name: str = "Autumn 2026", *, ratings: str = "carry", minimum: int = 6, **options: Any
) -> Any:
    """Start a season as a director, with other rules than the usual ones where they are named."""
    begun = await club.td.slash(club.channel, "td season", action="start", name=name, **options)
    if (ratings, minimum) == ("carry", 6) or not begun.response.embeds:
        return begun
    form = await club.td.click(begun.response, label="Change rules")
    return await club.td.submit_modal(form, {"ratings": ratings, "minimum": str(minimum)})


async def season_by(club: SimulatedClub, order: str) -> Any:
    """Show a director the season's board in an order."""
    board = await club.td.slash(club.channel, "season")
    return await club.td.select(board.response, [order])


async def distribution(member: Any, club: SimulatedClub) -> Any:
    """Show a member how the ratings of the club's list are spread."""
    board = await member.slash(club.channel, "leaderboard")
    return await member.click(board.response, label="Distribution")


async def show_td(club: Any, *members: Any) -> None:
    """Show the directors' commands to members, as an admin can."""
    (group,) = (root for root in await club.env.bot.tree.fetch_commands() if root.name == "td")
    club.guild.set_command_permissions(group.id, dict.fromkeys(members, True))


async def ask_to_lower(club: SimulatedClub, member: Any, reason: str) -> Any:
    """Let somebody ask below their norms for their lifetime title to be lowered."""
    norms = await member.slash(club.channel, "norms")
    form = await member.click(norms.response, label="Ask to lower title")
    return await member.submit_modal(form, {"reason": reason})


async def head_to_head(
    club: SimulatedClub, who: Any, *players: Any, label: str = "Head to head", **options: Any
) -> Any:
    """Compare two players, or somebody with another, and open their games against each other."""
    named = ", ".join(str(getattr(one, "mention", one)) for one in players)
    compared = await who.slash(club.channel, "rating compare", players=named, **options)
    shown = compared.response is not None and compared.response.components
    return await who.click(compared.response, label=label) if shown else compared


async def under_board(member: Any, club: SimulatedClub, rating_list: str, label: str) -> Any:
    """Press a button under the leaderboard of a list."""
    board = await member.slash(club.channel, "leaderboard", list=rating_list)
    return await member.click(board.response, label=label)


async def coming_list(member: Any, club: SimulatedClub) -> Any:
    """Look at FIDE's coming list."""
    return await under_board(member, club, "fide-standard", "Coming list")


async def everybody_on_board(member: Any, channel: Any) -> Any:
    """Show the leaderboard with those who have not played for a year."""
    board = await member.slash(channel, "leaderboard")
    await member.click(board.response, label="Show inactive")
    return board

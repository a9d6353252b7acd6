"""What people do in several steps, for tests that need its end: one function each."""

from collections.abc import Iterator
from typing import Any


async def fill_in(who: Any, form: Any, /, **values: Any) -> Any:
    """Send a form with what it shows already, but for these fields."""
    return await who.submit_modal(form, {**dict(_shown(form.modal)), **values})


def _shown(modal: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for part in modal["components"]:
        field = part["component"]
        chosen = [option["value"] for option in field.get("options", ()) if option.get("default")]
        if field.get("value") or chosen:
            yield field["custom_id"], field.get("value") or chosen[0]


async def on_page(director: Any, channel: Any, player: Any, label: str, /, **values: Any) -> Any:
    """Press a button of a player's page; fill in the form that opens, where one does."""
    page = await director.slash(channel, "td player", player=player)
    pressed = await director.click(page.response, label=label)
    return pressed if pressed.modal is None else await fill_in(director, pressed, **values)

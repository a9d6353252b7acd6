"""Being forgotten: asked first, for nothing takes it back."""

from bot.services.privacy.forget import forget_player
from bot.ui.cards.people.privacy import forgotten_card
from bot.ui.framework.answers import acknowledge, edit_answer
from bot.ui.framework.buttons import RED, Press, Who, button


@button("forget", "Forget for ever", Who.OWN, style=RED)
async def forget_button(press: Press, player_id: int) -> None:
    """Make a player nameless."""
    await acknowledge(press.interaction)
    report = await forget_player(press.services, press.actor, player_id)
    await edit_answer(press.interaction, embed=forgotten_card(report), view=None)

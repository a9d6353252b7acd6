"""Pages of the club's audit log, for directors."""

from dataclasses import dataclass
from typing import Annotated, Any

import discord

from bot.services.club.audit import club_audit
from bot.services.framework.actions import AuditKind
from bot.ui.cards.club import audit_embed
from bot.ui.framework.buttons import Press
from bot.ui.framework.pages import Book, Page, pages
from bot.ui.framework.server import actor_of, services_of


@dataclass(frozen=True, slots=True)
class AuditBook(Book):
    """The club's audit log, for directors."""

    kind: AuditKind | None
    of: int | None

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        found = await club_audit(services_of(interaction), actor_of(interaction), at, self.kind, self.of)
        return Page(audit_embed(found), found.page, found.pages)


_Kind = Annotated[str, "|".join(("all", *AuditKind))]


@pages("audit")
async def audit_pages(press: Press, kind: _Kind, player_id: int) -> Book:
    return AuditBook(None if kind == "all" else AuditKind(kind), player_id or None)

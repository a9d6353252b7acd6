"""/club roles: shown first, set by a click, and moved when ratings move, one member every two seconds."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.store.database.tables import audit, outbox, player, role_given
from bot.ui.messages import roles as sending
from tests.conftest import Clock, SimulatedClub, card_of, rows, said
from tests.flows import edit_player, forget, hide_player, plan_roles, set_settings

LOW, HIGH = {"rating": 1350.0, "games": 30}, {"rating": 1850.0, "games": 30}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for two real seconds."""
    monkeypatch.setattr(sending, "SECONDS_A_MEMBER", 0)


async def settle(club: SimulatedClub, clock: Clock) -> list[Any]:
    """Send all that comes to be due within ten minutes."""
    sent = len(club.env.http_requests)
    for _ in range(60):
        await club.env.bot.outbox.send_due()
        clock.moment += timedelta(seconds=10)
    await club.env.settle()
    return [one for one in club.env.http_requests[sent:] if "/members/" in one.path]


def roles_of(club: SimulatedClub, member: Any) -> set[str]:
    guild = club.env.backend.get_guild(club.guild.id)
    return {guild.roles[role_id].name for role_id in guild.members[member.id].role_ids} - {"TD", "Arbiters"}


def names(club: SimulatedClub) -> list[str]:
    found = club.env.backend.get_guild(club.guild.id).roles.values()
    return [role.name for role in sorted(found, key=lambda role: -role.position)]


async def rate(club: SimulatedClub, member: Any, rating: float, games: int = 30, **more: Any) -> Any:
    return await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=games, **more)


async def preview(club: SimulatedClub, **options: Any) -> Any:
    given = {"list": "uschess-regular", "by": "class", "create": True} | options
    return await plan_roles(club, **given)


async def turn_on(club: SimulatedClub, clock: Clock, **options: Any) -> Any:
    shown = await preview(club, **options)
    answer = await club.td.click(shown.response, label="Turn on")
    await settle(club, clock)
    return answer


def sentence(answer: Any) -> str:
    (found,) = (one.content for one in (answer.response, *answer.followups) if one is not None and one.content)
    return str(found)


async def paused(club: SimulatedClub) -> list[str]:
    query = select(outbox.c.paused).where(outbox.c.kind == "role", outbox.c.paused.is_not(None))
    return sorted({row.paused for row in await rows(club.services.database, query)})


@pytest.mark.both_databases
async def test_it_shows_first_and_a_click_does_it(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await rate(club, club.eli, **HIGH)
    before = names(club)
    shown = await preview(club)
    assert shown.ephemeral
    assert card_of(shown).splitlines() == [
        "### Roles by class · US Chess Regular",
        "`0\u00a02400` Senior Master · new",
        "`0\u00a02200` Master · new",
        "`0\u00a02000` Expert · new",
        "`1\u00a01800` Class A · new",
        "`0\u00a01600` Class B · new",
        "`0\u00a01400` Class C · new",
        "`1\u00a01200` Class D · new",
        "`0\u00a0\u00a0\u00a0\u00a00` Class E and below · new",
        "Members who get a role: **2**, in about 4 s",
    ]
    await settle(club, clock)
    assert names(club) == before
    answer = await club.td.click(shown.response, label="Turn on")
    assert "Roles that follow ratings from now on: **8**" in card_of(answer)
    asked = await settle(club, clock)
    # Directly below the bot's own role, the highest class first.
    made = ["Senior Master", "Master", "Expert", "Class A", "Class B", "Class C", "Class D", "Class E and below"]
    assert [name for name in names(club) if name in made] == made
    assert names(club).index("Senior Master") == names(club).index("TestBot") + 1
    assert (roles_of(club, club.dana), roles_of(club, club.eli)) == ({"Class D"}, {"Class A"})
    assert sorted(one.method for one in asked) == ["GET", "GET", "PUT", "PUT"]
    done = await club.td.click(answer.response, label="How far?")
    assert "Everybody has their roles." in card_of(done)
    page = await club.td.slash(club.channel, "td settings")
    assert "**Roles** by class (8)" in card_of(page)
    guild = club.env.backend.get_guild(club.guild.id)
    (role,) = (role for role in guild.roles.values() if role.name == "Class A")
    assert (role.permissions, role.hoist, role.mentionable) == (0, False, False)


async def test_a_class_up_and_down_moves_and_an_unchanged_one_asks_nothing(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, 1395)
    await turn_on(club, clock)
    up = await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500")
    asked = await settle(club, clock)
    assert roles_of(club, club.dana) == {"Class C"}
    assert [one.method for one in asked] == ["GET", "PUT", "DELETE"]
    await club.dana.slash(club.channel, "rating update", opponents="D1450", date="2026-11-21")
    assert await settle(club, clock) == []
    # Undone, the old role is there again.
    await club.dana.click(up.response, label="Undo")
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"Class D"}


@pytest.mark.long
async def test_provisional_ratings_count_where_the_club_says_so(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, 1850, games=5)
    await turn_on(club, clock)
    assert roles_of(club, club.dana) == set()
    await turn_on(club, clock, provisional=True)
    assert roles_of(club, club.dana) == {"Class A"}


@pytest.mark.long
async def test_titles_give_the_highest_that_is_held(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, 2250)
    await turn_on(club, clock, by="title")
    assert roles_of(club, club.dana) == {"National Master"}
    await turn_on(club, clock)
    assert roles_of(club, club.dana) == {"National Master", "Master"}


async def test_a_fide_title_that_is_told_counts_without_a_rating(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await edit_player(club.td, club.channel, player="Dana", title="WIM")
    await turn_on(club, clock, list="fide-standard", by="title")
    assert roles_of(club, club.dana) == {"Woman International Master"}


async def test_a_list_without_titles_says_so(club: SimulatedClub) -> None:
    assert await said(preview(club, list="elo", by="title")) == "Elo has no titles. Choose roles by class."


async def test_names_and_limits_are_edited_in_a_form(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    shown = await preview(club)
    form = await club.td.click(shown.response, label="Names and limits")
    edited = await club.td.submit_modal(form, {"names": "0 Pawns\n1300 Knights"})
    assert card_of(edited).splitlines()[1:3] == [
        "`1\u00a01300` Knights · new",
        "`0\u00a0\u00a0\u00a0\u00a00` Pawns · new",
    ]
    await club.td.click(edited.response, label="Turn on")
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"Knights"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Knights", '"Knights" is not a role. Write one per line, for example 1400 Class C.'),
        ("1400", '"1400" is not a role. Write one per line, for example 1400 Class C.'),
        ("1400 A\n1400 B", "1400 is listed twice. Write each once."),
        ("1400 A\n1600 a", "Two roles are called a. Give each its own name."),
        ("\n".join(f"{low} R{low}" for low in range(13)), "Write 1 to 12 roles, one per line."),
        (" ", "Write 1 to 12 roles, one per line."),
    ],
)
async def test_names_that_cannot_be_are_one_sentence(club: SimulatedClub, text: str, sentence: str) -> None:
    shown = await preview(club)
    form = await club.td.click(shown.response, label="Names and limits")
    assert await said(club.td.submit_modal(form, {"names": text})) == sentence


async def test_roles_that_are_there_are_taken_by_name_and_left_when_it_ends(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    shown = await preview(club, create=False)
    assert "⚠️ Missing roles: Senior Master, Master, Expert and 5 more" in card_of(shown)
    club.guild.create_role("class d")
    form = await club.td.click(shown.response, label="Names and limits")
    edited = await club.td.submit_modal(form, {"names": "1200 Class D"})
    await club.td.click(edited.response, label="Turn on")
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"class d"}
    off = await preview(club, by="off", create=False, remove=True)
    await club.td.click(off.response, label="Turn off")
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"class d"}  # not the bot's own


async def test_off_with_remove_deletes_made_roles_and_undo_restores_them(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    on = await turn_on(club, clock)
    off = await preview(club, by="off", remove=True)
    assert "Roles of mine to delete: 8" in card_of(off)
    await club.td.click(off.response, label="Turn off")
    await settle(club, clock)
    assert "Class D" not in names(club)
    refused = await club.td.click(on.response, label="Undo")
    assert "The change has already been undone" in sentence(refused)
    again = await turn_on(club, clock)
    assert roles_of(club, club.dana) == {"Class D"}
    await club.td.click(again.response, label="Undo")
    await settle(club, clock)
    assert "Class D" not in names(club)
    told = card_of(await club.td.slash(club.channel, "td audit"))
    assert "changed settings · Roles: 8" in told
    of_settings = select(audit.c.action).where(audit.c.action.like("%settings")).order_by(audit.c.id)
    actions = await rows(club.services.database, of_settings)
    assert [row.action for row in actions] == ["settings", "settings", "settings", "undo-settings"]


def forbid(club: SimulatedClub) -> Callable[[], None]:
    """Take Manage Roles from the bot."""
    guild = club.env.backend.get_guild(club.guild.id)
    (own,) = (role for role in guild.roles.values() if role.name == "TestBot")
    allowed = own.permissions
    club.env.backend.edit_role(guild.id, own.id, {"permissions": allowed & ~(1 << 28) & ~8})
    return lambda: club.env.backend.edit_role(guild.id, own.id, {"permissions": allowed})


@pytest.mark.long
async def test_without_permission_no_role_is_made_and_directors_hear_once(club: SimulatedClub, clock: Clock) -> None:
    for member in (club.dana, club.eli):
        await rate(club, member, **LOW)
    allow = forbid(club)
    await club.env.settle()
    shown = await preview(club)
    assert "⚠️ I cannot create roles: give me *Manage Roles* under Server Settings → Roles." in card_of(shown)
    assert "Give me" in await said(club.td.click(shown.response, label="Turn on"))
    allow()
    await club.env.settle()
    await set_settings(club, td_channel=club.channel)
    await turn_on(club, clock)
    forbid(club)
    await club.env.settle()
    for member in (club.dana, club.eli):
        await rate(club, member, **HIGH)
    assert await settle(club, clock) == []
    assert await paused(club) == ["give me *Manage Roles* under Server Settings → Roles"]
    notes = [one.content for one in club.channel.history() if "Paused" in one.content]
    assert len(notes) == 1
    assert notes[0].count("Roles**: give me") == 1
    page = await club.td.slash(club.channel, "td settings")
    assert "⚠️ **Roles** need *Manage Roles*: press Check." in card_of(page)


async def test_what_waits_for_a_permission_goes_on_once_it_is_given(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await turn_on(club, clock)
    allow = forbid(club)
    await club.env.settle()
    await rate(club, club.dana, **HIGH)
    await settle(club, clock)
    assert await paused(club) == ["give me *Manage Roles* under Server Settings → Roles"]
    allow()
    await club.env.settle()
    await settle(club, clock)
    assert await paused(club) == []
    assert roles_of(club, club.dana) == {"Class A"}


async def test_a_role_above_the_bots_own_is_said(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await turn_on(club, clock)
    guild = club.env.backend.get_guild(club.guild.id)
    (moved,) = (role for role in guild.roles.values() if role.name == "Class A")
    club.env.backend.reorder_roles(guild.id, [{"id": moved.id, "position": 99}])
    await club.env.settle()
    await rate(club, club.dana, **HIGH)
    await settle(club, clock)
    assert await paused(club) == ["drag *TestBot* above *Class A* under Server Settings → Roles"]
    assert roles_of(club, club.dana) == {"Class D"}


async def test_a_role_deleted_by_hand_pauses_its_rule_alone(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await rate(club, club.eli, **LOW)
    await turn_on(club, clock)
    guild = club.env.backend.get_guild(club.guild.id)
    (gone,) = (role for role in guild.roles.values() if role.name == "Class A")
    club.env.backend.delete_role(guild.id, gone.id)
    await club.env.settle()
    await rate(club, club.dana, **HIGH)
    await rate(club, club.eli, 1450)
    await settle(club, clock)
    assert await paused(club) == ["the role Class A was deleted: /td settings creates it again"]
    assert (roles_of(club, club.dana), roles_of(club, club.eli)) == (set(), {"Class C"})
    await turn_on(club, clock)
    assert roles_of(club, club.dana) == {"Class A"}
    assert await paused(club) == []


@pytest.mark.long
async def test_a_member_who_is_gone_is_marked_and_comes_back(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    await turn_on(club, clock)
    club.env.inject_error("GET", f"/guilds/*/members/{club.dana.id}", status=404, code=10007)
    await rate(club, club.dana, **HIGH)
    await settle(club, clock)
    found = await rows(club.services.database, select(player.c.left_at).where(player.c.user_id == club.dana.id))
    assert [row.left_at is None for row in found] == [False]
    # Here again, with the next thing that they do.
    await club.dana.slash(club.channel, "rating update", opponents="W1850")
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"Class A"}


@pytest.mark.long
async def test_who_is_hidden_or_private_or_forgotten_has_no_role(club: SimulatedClub, clock: Clock) -> None:
    for member in (club.dana, club.eli):
        await rate(club, member, **LOW)
    await turn_on(club, clock)
    await hide_player(club.td, club.channel, player="Dana")
    await forget(club.eli, club.channel)
    await settle(club, clock)
    assert (roles_of(club, club.dana), roles_of(club, club.eli)) == (set(), set())
    assert await rows(club.services.database, select(role_given)) == []


async def test_a_restart_between_loses_nothing_and_gives_nothing_twice(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], CrosstableBot]
) -> None:
    for member in (club.dana, club.eli):
        await rate(club, member, **LOW)
    shown = await preview(club)
    await club.td.click(shown.response, label="Turn on")
    await club.env.bot.outbox.send_due()  # the roles are made; the second member is due in two seconds
    await club.env.restart_bot(make_bot())
    await settle(club, clock)
    assert names(club).count("Class D") == 1
    assert (roles_of(club, club.dana), roles_of(club, club.eli)) == ({"Class D"}, {"Class D"})


async def test_other_roles_are_left_alone(club: SimulatedClub, clock: Clock) -> None:
    await rate(club, club.dana, **LOW)
    other = club.guild.create_role("Helper")
    club.env.backend.add_member_role(club.guild.id, club.dana.id, other.id)
    await turn_on(club, clock)
    await rate(club, club.dana, **HIGH)
    await settle(club, clock)
    assert roles_of(club, club.dana) == {"Helper", "Class A"}


@pytest.mark.long
async def test_a_rating_makes_nobody_a_director_or_a_moderator(club: SimulatedClub) -> None:
    await set_settings(club, td_role=club.td_role)
    shown = await preview(club, create=False)
    form = await club.td.click(shown.response, label="Names and limits")
    refused = await club.td.submit_modal(form, {"names": "1200 Arbiters"})
    assert "A rating would make members directors" in sentence(refused)
    form = await club.td.click(shown.response, label="Names and limits")
    edited = await club.td.submit_modal(form, {"names": "1200 TD"})  # a role that may manage the server
    assert "⚠️ Missing roles: TD" in card_of(edited)


async def test_the_settings_page_opens_the_preview(club: SimulatedClub) -> None:
    page = await club.td.slash(club.channel, "td settings")
    form = await club.td.select(page.response, ["roles"], custom_id="settings-change")
    values = {"list": "elo", "by": "class", "create": True, "provisional": True, "remove": False}
    shown = await club.td.submit_modal(form, values)
    assert card_of(shown).startswith("### Roles by class · Elo")
    assert "provisional ratings count too" in shown.response.embeds[0].footer.text


async def test_a_preview_of_before_is_stored_once(club: SimulatedClub) -> None:
    shown = await preview(club)
    await club.td.click(shown.response, label="Turn on")
    late = await plan_roles(club, list="uschess-regular", by="off")
    await club.td.click(late.response, label="Turn off")
    assert "No roles follow" in await said(preview(club, by="off"))

"""A lifetime title 100 points lower, as a player may request of a director."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings.set_rating import SetRatingRequest, set_rating, undo_last
from bot.services.ratings.uschess import demote_title, grant_demotion, undo_demotion
from bot.store.database.tables import audit, demotion, title
from core.errors import NotAllowedError, NotFoundError, RuleError
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.system import LIFETIME
from tests.conftest import Actors, SimulatedClub, details, full_text, person, rows, said
from tests.flows import ask_to_lower, on_page, set_settings, void

pytestmark = pytest.mark.usefixtures("trusting", "all_codes")

# A norm of one's own level for Barry Bishop, who begins with B0 at 1830: two points.
BISHOP = {"opponents": "1720 1750 1800 1770 1600", "score": "3"}
REASON = "eleven bad years"


async def bishop(club: SimulatedClub, times: int = 1) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30, date="2026-01-01")
    for day in range(1, times + 1):
        await club.dana.slash(club.channel, "rating update", **BISHOP, date=f"2026-10-{day:02}")


async def demote(club: SimulatedClub, **options: Any) -> Any:
    player = options.pop("player", club.dana)
    return await on_page(club.td, club.channel, player, "Lower title", **{"reason": REASON, **options})


async def ask(club: SimulatedClub) -> Any:
    """Let Dana, whose rating has fallen below the title, ask for it to be lowered."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1650.0)
    return await ask_to_lower(club, club.dana, REASON)


async def norms(club: SimulatedClub, who: Any, **options: Any) -> Any:
    return (await who.slash(club.channel, "norms", **options)).response


async def card(club: SimulatedClub, member: Any = None) -> str:
    return await full_text(await details(club.eli, club.channel, "rating show", player=member or club.dana))


@pytest.mark.long
@pytest.mark.both_databases
async def test_a_director_lowers_a_title_by_a_hundred_and_the_counter_goes(club: SimulatedClub) -> None:
    """Four norms make B8; 1600 is Certified Class B, b."""
    await bishop(club, times=4)
    before = await card(club)
    answer = await demote(club)
    assert "`B8` → `b0`" in await full_text(answer)
    assert REASON in await full_text(answer)
    assert answer.response.embeds[0].author.name == "Dana · US Chess Regular"
    after = await card(club)
    assert "\\*b0" in after.splitlines()[0]
    assert after.splitlines()[0].split("\\*")[0] == before.splitlines()[0].split("\\*")[0]
    assert "lifetime title lowered by 100, as requested" in after
    assert "Lifetime title **Certified Class B (1600)**: 10 points to **Advanced Class B (1700)**" in after
    board = await full_text(await club.dana.slash(club.channel, "leaderboard"))
    assert "*b0" in board


@pytest.mark.both_databases
async def test_a_title_that_was_lowered_can_be_earned_again(club: SimulatedClub) -> None:
    """Seed 002, rule f: a 1600 player who makes 1900 is 1700 at once; 3.5 of 4 against 1700 does."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=30, date="2026-01-01")
    leap = {"opponents": "1700 1700 1700 1700", "score": "3.5"}
    await club.dana.slash(club.channel, "rating update", **leap, date="2026-10-01")
    assert "`B5` → `b0`" in await full_text(await demote(club))
    answer = await club.dana.slash(club.channel, "rating update", **leap)
    assert "`b0` → `B5`" in await full_text(answer)
    assert "🏆 Advanced Class B (1700)" in (await full_text(answer)).replace("**", "")
    await void(club, "1", "it was another Dana")
    titles = select(title.c.level, title.c.event_id).where(title.c.scheme == LIFETIME)
    assert [tuple(row) for row in await rows(club.services.database, titles)] == [(1700, 2)]


async def test_the_audit_lists_a_lowered_title(club: SimulatedClub) -> None:
    await bishop(club)
    await demote(club)
    (noted,) = await rows(club.services.database, select(audit).where(audit.c.action == "demote-title"))
    (fact,) = await rows(club.services.database, select(demotion))
    assert (noted.actor_id, noted.subject_id) == (club.td.id, fact.id)
    assert noted.details["reason"] == fact.reason == REASON
    assert fact.reported_by == club.td.id


class TestAskingOneself:
    """Ordinarily, a player's title is never lowered. However, a player with a long period of poor results may request
    a 100-point title demotion (USCF, "Lifetime Title System", May 1998).
    """

    @pytest.mark.both_databases
    async def test_a_member_asks_and_a_director_grants_it_with_one_press(
        self, club: SimulatedClub, make_bot: Any
    ) -> None:
        await set_settings(club, td_role=club.td_role)
        await bishop(club, times=4)
        asked = await ask(club)
        assert not asked.ephemeral
        assert asked.response.embeds[0].title == "Request: a lower lifetime title"
        assert "`B8` → `b0`" in await full_text(asked)
        assert "Certified Class B (1600)** once a director grants it" in (await full_text(asked)).replace(",", "")
        assert REASON in await full_text(asked)
        assert asked.followups[0].content == f"<@&{club.td_role.id}> Dana asks for a lifetime title to be lowered."
        assert "\\*B8" in await card(club)  # nothing is lowered yet
        assert await rows(club.services.database, select(demotion)) == []

        refused = await club.dana.click(asked.response, label="Lower the title (TD)")
        assert "Only a tournament director (TD) can lower a title" in refused.followups[0].content
        await club.env.restart_bot(make_bot())
        await club.td.click(asked.response, label="Lower the title (TD)")
        granted = asked.response.embeds[0]
        assert granted.title == "Title lowered, as requested"
        assert "`B8` → `b0`" in granted.description
        assert "\\*b0" in await card(club)
        (fact,) = await rows(club.services.database, select(demotion))
        assert (fact.reported_by, fact.reason) == (club.td.id, REASON)

        await club.td.click(asked.response, label="Undo")
        assert "\\*B8" in await card(club)
        director = club.actor(club.td)
        again = Actor(director.club_id, director.member, 4720, manager=True)
        with pytest.raises(RuleError, match="That request has already been granted"):
            await grant_demotion(club.services, again, fact.interaction_id)
        assert "\\*B8" in await card(club)

    async def test_two_directors_lower_it_once(self, club: SimulatedClub) -> None:
        await bishop(club)
        await ask(club)
        ((asked,),) = await rows(
            club.services.database, select(audit.c.interaction_id).where(audit.c.action == "request-demotion")
        )
        director = club.actor(club.td)
        first, second = (Actor(director.club_id, director.member, number, manager=True) for number in (4721, 4722))
        await grant_demotion(club.services, first, asked)
        with pytest.raises(AlreadyDoneError):
            await grant_demotion(club.services, first, asked)
        with pytest.raises(RuleError, match="That request has already been granted"):
            await grant_demotion(club.services, second, asked)
        with pytest.raises(NotFoundError, match="no such request"):
            await grant_demotion(club.services, second, asked + 1)
        assert "\\*b0" in await card(club)

    async def test_only_who_holds_a_title_above_the_rating_is_offered_it(self, club: SimulatedClub) -> None:
        """1700 below a rating of 1826 or so is no burden; above one of 1650 it is, and only on one's own norms."""
        await bishop(club, times=4)
        assert "Ask to lower title" not in str((await norms(club, club.dana)).components)
        await club.td.slash(club.channel, "td rating", player=club.dana, rating=1650.0)
        assert "Ask to lower title" in str((await norms(club, club.dana)).components)
        assert "Ask to lower title" not in str((await norms(club, club.eli, player="Dana")).components)
        pressed = await said(club.eli.click(await norms(club, club.dana), label="Ask to lower title"))
        assert pressed == "Only the member who asked can use these buttons. Use /norms for your own title."
        noted = await rows(club.services.database, select(audit).where(audit.c.action == "request-demotion"))
        assert noted == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("restarted", [False, True], ids=["", "restarted"])
@pytest.mark.both_databases
async def test_the_button_gives_the_title_back(club: SimulatedClub, make_bot: Any, restarted: bool) -> None:
    await bishop(club, times=4)
    before = await card(club)
    answer = await demote(club)
    if restarted:
        await club.env.restart_bot(make_bot())
    undone = await club.td.click(answer.response, label="Undo")
    assert "`b0` → `B8`" in undone.followups[0].embeds[0].description
    assert answer.response.embeds[0].title.startswith("Undone: ")
    assert answer.response.components == []
    assert await card(club) == before
    actions = [row.action for row in await rows(club.services.database, select(audit).order_by(audit.c.id))]
    assert actions[-2:] == ["demote-title", "undo-demotion"]


@pytest.mark.long
async def test_the_button_is_for_directors_and_works_once(club: SimulatedClub) -> None:
    await bishop(club)
    answer = await demote(club)
    refused = await club.dana.click(answer.response, label="Undo")
    assert refused.followups[0].ephemeral
    assert "Only a tournament director (TD) can restore a title" in refused.followups[0].content
    assert "\\*b0" in await card(club)
    (fact,) = await rows(club.services.database, select(demotion))
    director = club.actor(club.td)
    await undo_demotion(club.services, Actor(director.club_id, director.member, 4715, manager=True), fact.id)
    again = await club.td.click(answer.response, label="Undo")
    assert "already been restored" in again.followups[0].content
    assert "\\*B2" in await card(club)


async def test_another_clubs_director_cannot_give_it_back(club: SimulatedClub) -> None:
    await bishop(club)
    await demote(club)
    (fact,) = await rows(club.services.database, select(demotion))
    stranger = Actor(club.guild.id + 1, person("Stranger"), 4716, manager=True)
    with pytest.raises(NotFoundError):
        await undo_demotion(club.services, stranger, fact.id)
    assert "\\*b0" in await card(club)


async def test_who_has_no_title_is_told_so_and_nothing_is_stored(club: SimulatedClub) -> None:
    await club.eli.slash(club.channel, "rating update", opponents="D1500", rating=1500.0, games=10)
    refused = demote(club, player=club.eli)
    assert "There is no lifetime title to lower" in await said(refused)
    refused = demote(club, player=club.eli, list="uschess-quick")
    assert "no" in await said(refused)
    assert await rows(club.services.database, select(demotion)) == []
    assert "P11" in await card(club, club.eli)


async def test_a_rating_on_the_other_list_keeps_its_title(club: SimulatedClub) -> None:
    """Quick 1575 begins with 1400, c0; lowered to 1300, D0."""
    await bishop(club)
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1575.0, games=30, list="uschess-quick")
    answer = await demote(club, list="uschess-quick")
    assert "`c0` → `D0`" in await full_text(answer)
    assert "\\*B2" in await card(club)


async def test_what_is_played_later_counts_from_the_lower_title(club: SimulatedClub) -> None:
    """From b0 Bishop's event is a norm of 1700, 100 above the title: two points."""
    await bishop(club)
    await demote(club)
    answer = await club.dana.slash(club.channel, "rating update", **BISHOP)
    assert "Lifetime norm **1700**: `b0` → `b2`" in await full_text(answer)


@pytest.mark.long
async def test_an_earlier_event_undone_or_reported_late_keeps_the_demotion(club: SimulatedClub) -> None:
    """B4 or B8 before it: lowered it is b0."""
    await bishop(club, times=4)
    await demote(club)
    await club.dana.slash(club.channel, "rating undo")
    assert "\\*b0" in await card(club)
    await club.dana.slash(club.channel, "rating update", **BISHOP, date="2026-10-20")
    assert "\\*b0" in await card(club)
    assert "lowered by 100" in await card(club)


async def test_a_title_may_be_lowered_more_than_once(club: SimulatedClub) -> None:
    await bishop(club)
    assert "`B2` → `b0`" in await full_text(await demote(club))
    assert "`b0` → `C0`" in await full_text(await demote(club, reason="asked again"))


async def test_the_same_reason_lowers_it_once_a_day(club: SimulatedClub, services: Services) -> None:
    """A command sent twice is a mistake; taken back it may be given again, and so may it a day later."""
    await bishop(club)
    first = await demote(club)
    refused = await said(demote(club, reason=REASON.upper()))
    assert "less than a day ago" in refused
    assert "Give another reason to lower it once more" in refused
    assert len(await rows(club.services.database, select(demotion))) == 1
    await club.td.click(first.response, label="Undo")
    assert "`B2` → `b0`" in await full_text(await demote(club))
    later = services.now() + timedelta(days=1, minutes=1)
    director = replace(club.actor(club.td), manager=True)
    report = await demote_title(
        replace(services, now=lambda: later), director, Member(club.dana.id, "Dana"), None, REASON
    )
    assert report.after == LifetimeTitle(1500)


@pytest.mark.parametrize(
    ("system", "part"),
    [
        ("fide-standard", "FIDE titles are for life"),
        ("naspa", "no lifetime title to lower"),
        ("oracle", "no lifetime title to lower"),
    ],
)
@pytest.mark.parametrize("by_default", [True, False])
async def test_a_list_without_lifetime_titles_is_one_sentence(
    club: SimulatedClub, system: str, part: str, by_default: bool
) -> None:
    rating = 60.0 if system == "oracle" else 2000.0
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=rating, games=58, list=system)
    chosen = None if by_default else RatingList(system)
    if by_default:
        await set_settings(club, default_list=system)
    with pytest.raises(RuleError, match=part):
        await demote_title(
            club.services, replace(club.actor(club.td), manager=True), Member(club.dana.id, "Dana"), chosen, REASON
        )
    assert await rows(club.services.database, select(demotion)) == []


async def test_the_first_of_two_demotions_is_given_back(club: SimulatedClub) -> None:
    """What is left lowers B2 to b0."""
    await bishop(club)
    first = await demote(club)
    await demote(club, reason="asked again")
    await club.td.click(first.response, label="Undo")
    assert "\\*b0" in await card(club)


async def test_the_lowest_title_cannot_be_lowered(club: SimulatedClub) -> None:
    """1150 begins with 1000, e0: below it there is none."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1150.0, games=30, date="2026-01-01")
    refused = demote(club)
    assert "The lowest is 1000" in await said(refused)
    assert await rows(club.services.database, select(demotion)) == []
    assert "\\*e0" in await card(club)


async def test_a_reason_of_blanks_is_none(club: SimulatedClub) -> None:
    await bishop(club)
    assert "blank" in await said(demote(club, reason="   "))
    assert await rows(club.services.database, select(demotion)) == []


class TestAtTheService:
    async def begin(self, services: Services, actor: Actors, games: int = 30) -> None:
        await set_rating(services, actor("Tess", manager=True), SetRatingRequest(person("Dana"), 1830, games))

    async def test_the_same_interaction_twice_stores_once(self, services: Services, actor: Actors) -> None:
        await self.begin(services, actor)
        director = actor("Tess", manager=True, interaction=4714)
        first = await demote_title(services, director, person("Dana"), None, REASON)
        with pytest.raises(AlreadyDoneError):
            await demote_title(services, director, person("Dana"), None, REASON)
        assert len(await rows(services.database, select(demotion))) == 1
        give_back = actor("Tess", manager=True, interaction=4715)
        undone = await undo_demotion(services, give_back, first.demotion_id)
        with pytest.raises(AlreadyDoneError):
            await undo_demotion(services, give_back, first.demotion_id)
        assert (undone.before, undone.after) == (first.after, first.before)

    async def test_members_are_refused(self, services: Services, actor: Actors) -> None:
        await self.begin(services, actor)
        with pytest.raises(NotAllowedError):
            await demote_title(services, actor("Dana"), person("Dana"), None, REASON)
        report = await demote_title(services, actor("Tess", manager=True), person("Dana"), None, REASON)
        with pytest.raises(NotAllowedError):
            await undo_demotion(services, actor("Dana"), report.demotion_id)

    async def test_a_title_that_was_lowered_cannot_lose_its_ground(self, services: Services, actor: Actors) -> None:
        """25 games and one: the event that establishes the rating begins the title."""
        await self.begin(services, actor, games=25)
        await record_own_event(services, actor(), EventSubmission(parse_opponents("D1830")))
        await demote_title(services, actor("Tess", manager=True), person("Dana"), None, REASON)
        with pytest.raises(RuleError, match=r"Undo them first\. \(There is no lifetime title to"):
            await undo_last(services, actor(), None)

"""Official ratings from any source: compared with the club's, accepted with one press, undone."""

from datetime import date

import pytest

from bot.services.framework.context import Services
from bot.services.people.edit import Edit, edit_player
from bot.services.people.official.compare import (
    AcceptedReport,
    Comparison,
    accept,
    choose,
    compare,
    store_official,
    undo_acceptance,
)
from bot.services.ratings.rating_card import player_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from core.errors import NotAllowedError, NotFoundError, RuleError
from core.event.entered_rating import EnteredRating
from core.files.roster.table import RosterLine
from core.lists import RatingList
from tests.conftest import Actors, person, twice

REGULAR, QUICK = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK
NOVEMBER = date(2026, 11, 1)
CLUB = 500


async def rated(services: Services, actor: Actors, name: str, rating: float, number: str) -> None:
    td = actor("Director", manager=True)
    request = SetRatingRequest(person(name), rating, 30, REGULAR, day=date(2026, 10, 1))
    report = await set_rating(services, td, request)
    edit = Edit({"uschess_id": number})
    await edit_player(services, actor("Director", manager=True), report.player.id, edit, None)


def line(number: str, rating: float, games: int | None = None, moved: RatingList = REGULAR) -> RosterLine:
    return RosterLine(2, None, None, {"uschess_id": number}, None, None, {moved: EnteredRating(rating, games)})


async def stored(services: Services, *lines: RosterLine, month: date = NOVEMBER) -> None:
    await store_official(services, CLUB, "uschess_id", month, "a file", lines)


@pytest.fixture
async def three(services: Services, actor: Actors) -> None:
    """Three members, of whom the first two differ from US Chess."""
    for name, rating, number in (("Ada", 1510, "30000001"), ("Bo", 1400, "30000002"), ("Cy", 1300, "30000003")):
        await rated(services, actor, name, rating, number)
    await stored(services, line("30000001", 1512), line("30000002", 1388), line("30000003", 1300))


async def looked(services: Services, actor: Actors) -> Comparison:
    return await compare(services, actor("Director", manager=True))


async def accepted(services: Services, actor: Actors) -> AcceptedReport:
    digest = (await looked(services, actor)).digest
    interaction = actor.last_interaction + 1000
    return await accept(services, actor("Director", manager=True, interaction=interaction), digest)


async def shown(services: Services, actor: Actors, name: str) -> float:
    return (await player_card(services, actor(name), None, REGULAR)).standing.rating


async def test_what_differs_is_one_list(services: Services, actor: Actors, three: None) -> None:
    found = await looked(services, actor)
    assert [(one.player.name, one.official.rating, one.here and one.here.displayed) for one in found.lines] == [
        ("Ada", 1512, 1510),
        ("Bo", 1388, 1400),
    ]
    assert (found.agree, found.players) == (1, 3)


async def test_one_press_enters_all_with_their_source(services: Services, actor: Actors, three: None) -> None:
    report = await accepted(services, actor)
    assert report.moved == 2
    assert (await shown(services, actor, "Ada"), await shown(services, actor, "Bo")) == (1512, 1388)
    card = await player_card(services, actor("Ada"), None, REGULAR)
    assert card.standing.games == 30
    assert card.entries[0].place.date == NOVEMBER
    again = await looked(services, actor)
    assert (again.lines, again.agree) == ((), 3)


async def test_the_undo_restores_every_rating_and_asks_again(services: Services, actor: Actors, three: None) -> None:
    report = await accepted(services, actor)
    undone = await undo_acceptance(services, actor("Director", manager=True), report.accept_id)
    assert undone.entered_ratings == 2
    assert (await shown(services, actor, "Ada"), await shown(services, actor, "Bo")) == (1510, 1400)
    assert len((await looked(services, actor)).chosen) == 2
    with pytest.raises(NotFoundError, match="already been undone"):
        await undo_acceptance(services, actor("Director", manager=True), report.accept_id)


async def test_those_left_out_stay_as_they_are(services: Services, actor: Actors, three: None) -> None:
    found = await looked(services, actor)
    about = [(one.player.id, one.rating_list) for one in found.lines]
    await choose(services, actor("Director", manager=True), about[:1], about)
    assert (await accepted(services, actor)).moved == 1
    assert (await shown(services, actor, "Ada"), await shown(services, actor, "Bo")) == (1510, 1388)
    assert [one.player.name for one in (await looked(services, actor)).lines] == ["Ada"]
    await choose(services, actor("Director", manager=True), [], about[:1])
    assert (await accepted(services, actor)).moved == 1


async def test_two_federations_figures_of_a_player_are_in_one_list(
    services: Services, actor: Actors, three: None
) -> None:
    td = actor("Director", manager=True)
    on_fide = SetRatingRequest(person("Ada"), 1700, 30, RatingList.FIDE_STANDARD, day=date(2026, 10, 1))
    ada = (await set_rating(services, td, on_fide)).player.id
    await edit_player(services, actor("Director", manager=True), ada, Edit({"fide_id": "2020009"}), None)
    figure = {RatingList.FIDE_STANDARD: EnteredRating(1720)}
    fide = RosterLine(2, None, None, {"fide_id": "2020009"}, None, None, figure)
    await store_official(services, CLUB, "fide_id", NOVEMBER, "FIDE's list", [fide])
    hers = [one for one in (await looked(services, actor)).lines if one.player.id == ada]
    assert [one.rating_list for one in hers] == [REGULAR, RatingList.FIDE_STANDARD]


async def test_the_undo_keeps_what_was_left_out(services: Services, actor: Actors, three: None) -> None:
    on_quick = SetRatingRequest(person("Bo"), 1300, 30, QUICK, day=date(2026, 10, 1))
    await set_rating(services, actor("Director", manager=True), on_quick)
    figures = {REGULAR: EnteredRating(1388), QUICK: EnteredRating(1350)}
    both = RosterLine(2, None, None, {"uschess_id": "30000002"}, None, None, figures)
    await stored(services, line("30000001", 1512), both)
    about = {(one.player.name, one.rating_list): one.player.id for one in (await looked(services, actor)).lines}
    shown_lines = [(number, moved) for (_, moved), number in about.items()]
    await choose(services, actor("Director", manager=True), [(about["Bo", REGULAR], REGULAR)], shown_lines)
    report = await accepted(services, actor)
    assert [(one.player.name, one.rating_list) for one in report.lines] == [("Ada", REGULAR), ("Bo", QUICK)]
    await undo_acceptance(services, actor("Director", manager=True), report.accept_id)
    again = {(one.player.name, one.rating_list): one.decided for one in (await looked(services, actor)).lines}
    assert again == {("Ada", REGULAR): None, ("Bo", REGULAR): "left", ("Bo", QUICK): None}


async def test_a_choice_of_one_month_is_not_of_the_next(services: Services, actor: Actors, three: None) -> None:
    await accepted(services, actor)
    await stored(services, line("30000001", 1530), month=date(2026, 12, 1))
    assert [one.official.rating for one in (await looked(services, actor)).lines] == [1530]
    await stored(services, line("30000001", 1400), month=date(2026, 10, 1))
    assert [one.official.rating for one in (await looked(services, actor)).lines] == [1530]


async def test_figures_that_changed_since_are_not_entered(services: Services, actor: Actors, three: None) -> None:
    digest = (await looked(services, actor)).digest
    await stored(services, line("30000001", 1530))
    with pytest.raises(RuleError, match="changed since"):
        await accept(services, actor("Director", manager=True), digest)


async def test_accepting_twice_by_one_press_is_once(services: Services, actor: Actors, three: None) -> None:
    digest = (await looked(services, actor)).digest
    same = actor("Director", manager=True)
    await twice(lambda: accept(services, same, digest))


async def test_only_directors_see_and_accept(services: Services, actor: Actors, three: None) -> None:
    with pytest.raises(NotAllowedError):
        await compare(services, actor("Ada"))
    with pytest.raises(NotAllowedError):
        await accept(services, actor("Ada"), "00000000")
    with pytest.raises(NotAllowedError):
        await choose(services, actor("Ada"), [], [])


async def test_lists_that_the_club_does_not_use_are_passed_over(services: Services, actor: Actors, three: None) -> None:
    await stored(services, line("30000001", 1402, moved=QUICK))
    assert [one.rating_list for one in (await looked(services, actor)).lines] == [REGULAR, REGULAR]


async def test_a_member_without_a_rating_here_gets_one(services: Services, actor: Actors, three: None) -> None:
    edit = Edit({"uschess_id": "30000009"})
    await edit_player(services, actor("Dee"), None, edit, None)
    await stored(services, line("30000009", 1105, 4))
    assert all(one.player.name != "Dee" for one in (await looked(services, actor)).lines), "their id is only claimed"


async def test_an_impossible_figure_is_named_and_not_entered(services: Services, actor: Actors, three: None) -> None:
    await stored(services, line("30000003", 9999))
    found = await looked(services, actor)
    assert [one.player.name for one in found.lines if one.problem] == ["Cy"]
    assert (await accepted(services, actor)).moved == 2

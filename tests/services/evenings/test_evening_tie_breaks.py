"""The tie-breaks of a paired evening that go by its own facts."""

from datetime import timedelta

from bot.services.evenings.announcements import set_order
from bot.services.evenings.export import conduct_of
from bot.services.evenings.rounds import close_round
from bot.services.evenings.standings import rank
from bot.services.evenings.tournament import crosstable_of, seeds_for
from bot.services.framework.context import Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from tests.conftest import TODAY, Actors, person
from tests.services.evenings.evening_steps import Steps


async def test_the_pairing_number_ranks_the_same_on_the_card_and_in_a_file(services: Services, actor: Actors) -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    for name, rating in zip(names, (1400.0, 1500.0, 1600.0, 1700.0), strict=True):
        request = SetRatingRequest(person(name), rating, 60, None, day=TODAY - timedelta(30))
        await set_rating(services, actor("Tess", manager=True), request)
    steps = await Steps(services, actor).opened(*names, rounds=2)
    await set_order(services, steps.td, steps.key, "TPN", None)
    state = await steps.begin()
    await steps.enter("\n".join(f"#{one.first} ½-½ #{one.second}" for one in state.pairings_of(1)))
    state = (await close_round(steps.services, steps.td, steps.key)).tournament
    expected = {"Di": 1, "Cy": 2, "Bo": 3, "Ann": 4}
    assert {state.name_of(row.number): row.rank for row in rank(state)[0]} == expected
    seeds = seeds_for(state, 2)
    number_of = {seed: number for number, seed in seeds.items()}
    conduct = conduct_of(state, crosstable_of(state, numbers=seeds), seeds, "")
    assert {state.name_of(number_of[seed]): place for seed, place in conduct.ranks.items()} == expected

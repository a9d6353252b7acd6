"""The cards of players: whatever the names, they fit a phone and Discord."""

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from ui_factories import PHONE_COLUMNS, check_fits, drawn_events, house_rules, hundredths, names
from wcwidth import wcswidth

from bot.services.framework.recalculation.lists import RatingChange
from bot.services.people.claims import LinkReport
from bot.services.people.edit import EditedField, EditReport
from bot.services.people.merge import MergeReport
from bot.services.ratings.rating_card import ProfileCard
from bot.store.database.rows import FactKind, FactPosition, Player, Standing
from bot.store.people.profiles import Moved, Profile
from bot.ui.cards.players import edit_card, link_card, merge_card, private_embed, profile_embed
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules

DAY = date(2026, 11, 20)
USER = 2**60
IDS = {"uschess_id": "12345678", "fide_id": "2020009", "naspa_id": "AA000123", "federation": "USA"}


def profile(name: str = "Dana Lee", **more: Any) -> Profile:
    empty = dict.fromkeys(Profile.__dataclass_fields__)
    return Profile(**{**empty, "id": 12, "name": name, "adult": True, **more})


def standing(shown: int, games: int, level: int | None = None, points: int | None = None) -> Standing:
    place = FactPosition(DAY, 1)
    provisional = games <= 25
    return Standing(12, float(shown), shown, games, provisional, True, place, {}, level, points)


def card(found: Profile, *ratings: tuple[RatingList, Standing], **more: Any) -> ProfileCard:
    fields = {"events": 0, "latest": (), "house_rules": DEFAULT_RULES, **more}
    return ProfileCard(profile=found, ratings=dict(ratings), **fields)


def text_of(embed: Any) -> str:
    return "\n".join([embed.description or "", *(field.value for field in embed.fields)])


def test_ratings_are_printed_as_us_chess_printed_them() -> None:
    """John Chess of the document of 1998: 1575*c2."""
    text = text_of(
        profile_embed(
            card(
                profile(),
                (RatingList.USCHESS_REGULAR, standing(1575, 90, 1400, 2)),
                (RatingList.USCHESS_QUICK, standing(1602, 12)),
            )
        )
    )
    assert "`*c2`: lifetime title (letter) and points toward the next" in text
    assert [line.split() for line in text.splitlines()[3:6]] == [
        ["List", "Rating", "Games"],
        ["US", "Chess", "Regular", "1575*c2", "90"],
        ["US", "Chess", "Quick", "1602P12", "12"],
    ]


def test_a_year_alone_is_shown_as_the_year_of_a_date_is() -> None:
    for found in (profile(born=date(2012, 5, 30)), profile(born_year=2012)):
        text = text_of(private_embed(card(found, tells_all=True)))
        assert text == "Born **2012**"


def test_ids_and_the_year_of_birth_are_told_only_whom_they_concern() -> None:
    found = profile(born_year=2012, unconfirmed="fide_id", **IDS)
    assert private_embed(card(found)) is None
    assert not any(number in text_of(profile_embed(card(found))) for number in ("2012", "12345678", "2020009"))
    text = text_of(private_embed(card(found, tells_all=True)))
    assert text == ("US Chess **12345678** · FIDE **2020009 \\(not confirmed\\)** · NASPA **AA000123** · Born **2012**")


standings_drawn = st.builds(
    standing,
    st.integers(100, 3000),
    st.sampled_from([0, 12, 25, 26, 999, 100_000]),
    st.none() | st.integers(10, 29).map(lambda hundreds: 100 * hundreds),
    st.integers(0, 9),
)


@drawn_events
@given(
    name=names,
    ratings=st.lists(standings_drawn, max_size=len(RatingList)),
    event=names,
    figures=st.tuples(hundredths, hundredths),
    rules=house_rules(),
)
def test_the_card_fits_a_phone_whatever_is_on_it(
    name: str, ratings: list[Standing], event: str, figures: tuple[float, float], rules: ClubRules
) -> None:
    moves = [Moved(1, event, DAY, one, *figures) for one in RatingList] * 6
    found = profile(name, user_id=USER, born_year=1999, **IDS)
    embed = profile_embed(
        card(found, *zip(RatingList, ratings, strict=False), events=6, latest=moves, house_rules=rules)
    )
    check_fits(embed)
    if ratings:
        block = text_of(embed).split("```")[1].strip("\n").splitlines()
        assert len(block) == len(ratings) + 1
        assert all(wcswidth(line) <= PHONE_COLUMNS for line in block)


changes_drawn = st.lists(
    st.builds(
        RatingChange,
        st.sampled_from([1, 2, 3]),
        st.sampled_from(list(RatingList)),
        names,
        st.none() | st.just(DAY),
        st.none() | hundredths,
        st.none() | hundredths,
    ),
    max_size=30,
).map(tuple)


@drawn_events
@given(keep=names, gone=names, reason=names, changed=changes_drawn, undone=st.booleans())
def test_answers_about_merges_links_and_edits_fit_an_embed(
    keep: str, gone: str, reason: str, changed: tuple[RatingChange, ...], undone: bool
) -> None:
    one, other = Player(1, None, keep), Player(2, USER, gone)
    people = {1: one, 2: other}
    amounts = {FactKind.EVENT: 3, FactKind.ENTERED_RATING: 1, FactKind.DEMOTION: 0}
    check_fits(merge_card(MergeReport(1, one, other, amounts, reason, changed, people, undone, undone)))
    check_fits(link_card(LinkReport(one, None if undone else USER, USER, reason, changed)))
    fields = tuple(EditedField(label, keep, gone) for label in ("Name", "FIDE id", "NASPA id", "Federation", "Born"))
    check_fits(edit_card(EditReport(one, fields, reason, changed, people)))


def test_a_new_members_card_is_one_box_with_their_picture() -> None:
    embed = profile_embed(card(profile()), avatar="https://cdn.discordapp.com/embed/avatars/0.png")
    assert embed.fields == []
    assert "No rating here yet." in (embed.description or "")
    assert "On Discord" in (embed.description or "") or "Not on Discord" in (embed.description or "")
    assert embed.thumbnail.url == "https://cdn.discordapp.com/embed/avatars/0.png"


def test_a_card_names_the_player_once() -> None:
    found = card(profile(), (RatingList.USCHESS_REGULAR, standing(1575, 90, 1400, 2)))
    embed = profile_embed(found, ["## 1575"], RatingList.USCHESS_REGULAR)
    assert (embed.title, embed.author.name) == (found.profile.name, "US Chess Regular")

"""The preview of a league's link: its picture and a sentence."""

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.leagues.seasons import end_season_now, start_season
from games.models import User
from games.presentation.drawing import (
    LINE_WIDTH,
    MOST_PLACES,
    draw_league_name,
    draw_places,
)
from games.presentation.link_preview import PICTURE_SIZE
from games.presentation.picture import draw_league_picture
from tests.support.leagues import TERMS, crowd, end_games, league_of
from tests.support.pages import html_of
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db


def test_preview_shows_the_standing_and_at_last_who_won(
    alice: User, client: Client
) -> None:
    people = crowd(4)
    league = league_of(alice, people, TERMS._replace(is_tournament=True, games_each=1))
    picture = f"/leagues/{league.slug}/preview.png"
    pictures = [client.get(picture)]
    season = start_season(league=league, by=alice, now=NOW)
    end_games(season, {user.pk: number for number, user in enumerate(people)})
    pictures.append(client.get(picture))
    end_season_now(league, NOW)
    pictures.append(client.get(picture))
    assert len({answer.content for answer in pictures}) == 3
    assert Image.open(BytesIO(pictures[-1].content)).size == PICTURE_SIZE
    assert "max-age=60" in pictures[-1]["Cache-Control"]
    html = html_of(client.get(f"/leagues/{league.slug}/"))
    assert picture in html
    described = re.search(r'property="og:description"\s+content="([^"]*)"', html)
    assert described
    assert "Player00 won The Club." in described[1]


def test_picture_has_three_places_and_crowns_the_winners() -> None:
    standing = [(1, "Iris", "9"), (1, "Jo", "9"), (3, "Bert", "3"), (4, "Cleo", "0")]
    for is_over in (True, False):
        places = draw_places(standing, is_over=is_over)
        assert [place.has_won for place in places] == [is_over, is_over, False]
    assert len(places) == MOST_PLACES


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("The Club", ["The Club"]),
        ("Tuesday evenings at the old mill", ["Tuesday evenings at", "the old mill"]),
        ("클럽", []),
    ],
)
def test_name_of_a_league_fits_in_two_lines(name: str, lines: list[str]) -> None:
    assert [line.words for line in draw_league_name(name)] == lines


def test_longest_word_is_cut() -> None:
    (line,) = draw_league_name("W" * 60)
    assert line.words.endswith(".")
    assert LINE_WIDTH
    assert draw_league_picture([line], ()).startswith(b"\x89PNG")

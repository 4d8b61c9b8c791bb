"""The rules page covers every kind of thing, with numbers from the engine's tables."""

import re
from typing import get_args

import pytest
from django.test import Client
from django.utils import translation

from config.languages import NAMES
from games.learn.rules_page import CHAPTERS
from games.presentation.board import board_of
from games.presentation.rule_text import (
    benefit_anchor,
    figure_anchor,
    place_anchor,
    price_anchor,
    rule_url,
    scoring_anchor,
)
from stoneage_core.components.buildings import BUILDINGS, Price
from stoneage_core.components.cards import ALL_CARDS, CARDS, Benefit, Figure
from stoneage_core.components.places import (
    CARD_SLOTS,
    PLACES,
    VILLAGE_PLACES_OPEN,
    Place,
)
from stoneage_core.components.resources import VALUES
from stoneage_core.rules import purchases
from tests.core.scenario import nightfall, sundown
from tests.support.pages import html_of, offences_of, text_of

#: Pages, emails and tiles link to these. Renaming one breaks a link.
PROMISED = {
    *("place-hunting-grounds", "place-forest", "place-clay-pit", "place-quarry"),
    *("place-river", "place-tool-maker", "place-hut", "place-field"),
    *("round", "placing", "using", "few-players", "tools", "food-track", "feeding"),
    *("cards", "card-dice-for-all", "card-food", "card-goods", "card-roll-for"),
    *("card-points", "card-new-tool", "card-food-track", "card-another-card"),
    *("card-one-use-tool", "card-any-resources"),
    *("scoring", "scoring-green", "scoring-farmer", "scoring-tool-maker"),
    *("scoring-hut-builder", "scoring-shaman"),
    *("buildings", "building-fixed", "building-mixed", "building-open"),
    *("end", "ties", "clocks", "take-back", "dice", "goal", "places", "new-round"),
    "here",
}


@pytest.fixture
def html(client: Client) -> str:
    return client.get("/rules/").content.decode()


def anchors_of(html: str) -> list[str]:
    return re.findall(r'<h[23] id="([^"]+)"', html)


def part_of(html: str, anchor: str) -> str:
    """Return the text below an anchor, up to the next one."""
    return text_of(re.split(r"<h[23] id=", html.partition(f'id="{anchor}"')[2])[0])


def test_every_promised_anchor_exists_once(html: str) -> None:
    anchors = anchors_of(html)
    assert len(anchors) == len(set(anchors))
    assert set(anchors) == PROMISED


def test_each_kind_of_the_engine_has_its_anchor(html: str) -> None:
    wanted = {
        *map(place_anchor, PLACES),
        *map(benefit_anchor, get_args(Benefit)),
        *map(price_anchor, get_args(Price)),
        *map(figure_anchor, Figure),
        *(benefit_anchor(CARDS[card].benefit) for card in ALL_CARDS),
        *(scoring_anchor(CARDS[card].scoring) for card in ALL_CARDS),
        *(price_anchor(building.price) for building in BUILDINGS.values()),
    }
    assert wanted <= set(anchors_of(html))


def test_links_to_rules_lead_to_their_anchors(client: Client, html: str) -> None:
    address, _, anchor = rule_url(place_anchor(Place.CLAY_PIT)).partition("#")
    assert client.get(address).status_code == 200
    assert anchor in anchors_of(html)


def test_contents_link_to_all_chapters(html: str) -> None:
    contents = html.partition('class="rules-contents"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#([^"]+)"', contents) == [
        chapter.anchor for chapter in CHAPTERS
    ]


@pytest.mark.parametrize(
    ("anchor", "said"),
    [
        ("place-hunting-grounds", "divided by 2"),
        ("place-river", "divided by 6"),
        ("place-river", "Room for 7 people"),
        ("place-quarry", "5 + 4 = 9 ÷ 5 → 1 stone"),
        ("place-hut", "2 people of one tribe"),
        ("place-hut", "to 10 at most"),
        ("goal", "Each tribe begins with 5 people and 12 food"),
        ("few-players", "only 2 can be taken"),
        ("few-players", "1 with two players, 2 with three, 4 with four"),
        ("tools", "tool number 12"),
        ("card-dice-for-all", "10 cards"),
        ("card-new-tool", "1 card"),
        ("card-any-resources", "it scores 2 points"),
        ("scoring-green", "you have 25 points; with one of them twice, 26 points"),
        ("building-fixed", "17 buildings"),
        ("feeding", "you lose 10 points"),
        ("ties", "food track, then tools, then people"),
    ],
)
def test_sentences_have_the_numbers_of_the_game(
    html: str, anchor: str, said: str
) -> None:
    assert said in part_of(html, anchor)


def test_values_of_resources_are_shown(html: str) -> None:
    said = part_of(html, "buildings")
    assert all(f"{value} points" in said for value in VALUES.values())


def test_page_has_one_number_for_two_and_three_players() -> None:
    assert VILLAGE_PLACES_OPEN[2] == VILLAGE_PLACES_OPEN[3]


@pytest.mark.parametrize("language", [code for code, _name in NAMES])
def test_page_renders_in_every_language(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get("/rules/", headers={"accept-language": language})
    html = html_of(page)
    assert f'<html lang="{language}"' in html
    assert set(anchors_of(html)) == PROMISED
    assert "%(" not in html
    assert offences_of(html) == []
    with translation.override(language):
        titles = [str(chapter.title) for chapter in CHAPTERS]
    assert all(title in text_of(html) for title in titles)


@pytest.mark.django_db
def test_pages_link_to_the_rules(client: Client) -> None:
    home = client.get("/").content.decode()
    assert 'href="/rules/"' in home
    assert 'href="/learn/"' in home


LEFT = {
    "en": "to the left",
    "es": "hacia la izquierda",
    "it": "verso sinistra",
    "ko": "왼쪽으로",
    "pt-br": "para a esquerda",
}


def test_cards_move_left_as_in_the_engine_and_on_the_board() -> None:
    state = nightfall(sundown(slots=(17, None, 35, 11))).state
    assert state.slots[:3] == (17, 35, 11)
    drawn = [tile.key for tile in board_of(state, ("Anna", "Ben")).cards]
    assert drawn == [place.value for place in CARD_SLOTS]
    costs = [purchases.price(state, place).fewest for place in CARD_SLOTS]
    assert costs == sorted(costs), "the cheap end is the left one"


@pytest.mark.parametrize("language", [code for code, _name in NAMES])
def test_page_says_where_cards_move_in_every_language(
    client: Client, language: str
) -> None:
    client.cookies["django_language"] = language
    page = client.get("/rules/", headers={"accept-language": language})
    assert LEFT[language] in part_of(page.content.decode(), "new-round")

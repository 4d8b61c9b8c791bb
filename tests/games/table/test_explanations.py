"""Each thing on the table explains itself: now, at the end, to me, by which rule."""

import re

import pytest
from django.test import Client

from games.models import Game
from stoneage_core.components.places import (
    BUILDING_STACKS,
    CARD_SLOTS,
    GATHERING,
    VILLAGE,
)
from tests.support.pages import page, play_path, text_of

pytestmark = pytest.mark.django_db

#: What can be looked at in a game for two, by the name in an address.
KEYS = [
    *(str(place.value) for place in (*GATHERING, *VILLAGE, *CARD_SLOTS)),
    *(str(place.value) for place in BUILDING_STACKS[:2]),
    *("tools", "food-track", "tribe-0"),
]
AT_END = "At the end, as things stand: 0 \N{MULTIPLICATION SIGN} "
#: What a thing is to Alice at the beginning, who has five people and no tool.
TO_ALICE = {
    "forest": "5 people: ≈ 5.5",
    "tool_maker": f"A new tool of value 1. {AT_END}0 tools",
    "hut": f"It eats from this round on. {AT_END}5 people",
    "field": f"1 food every round. {AT_END}0",
    "card_1": "At the end, as things stand: Alice +",
    "building_1": f"{AT_END}0 buildings",
    "tools": f"A new tool of value 1. {AT_END}0 tools",
    "food-track": f"1 food every round. {AT_END}0",
}


def sheet_of(html: str) -> str:
    """Return the sheet beside the table."""
    found = re.search(r'<aside id="sheet".*?</aside>', html, re.DOTALL)
    assert found
    return found[0]


def test_every_explanation_links_to_its_rule(
    client: Client, two_player_game: Game
) -> None:
    path, rules = play_path(two_player_game, 0), page(client, "/rules/")
    for key in KEYS:
        sheet = sheet_of(page(client, f"{path}?sheet={key}"))
        linked = re.findall(r'href="/rules/#([\w-]+)"', sheet)
        assert linked, key
        assert all(f'id="{anchor}"' in rules for anchor in linked), key


@pytest.mark.parametrize("key", TO_ALICE)
def test_explanation_says_what_a_place_brings_the_reader(
    client: Client, two_player_game: Game, key: str
) -> None:
    sheet = sheet_of(page(client, f"{play_path(two_player_game, 0)}?sheet={key}"))
    assert TO_ALICE[key] in " ".join(text_of(sheet).split())


def test_spectator_reads_only_the_rule(client: Client, two_player_game: Game) -> None:
    sheet = sheet_of(page(client, f"/games/{two_player_game.slug}/?sheet=tools"))
    assert "as things stand" not in sheet
    assert "/rules/#tools" in sheet


def test_numbers_of_a_tribe_have_tooltips(
    client: Client, two_player_game: Game
) -> None:
    html = page(client, play_path(two_player_game, 0))
    for key, words in [("tools", "tools"), ("track", "food track")]:
        (named,) = re.findall(rf'id="n-0-{key}" title="([^"]+)"', html)
        assert named == words

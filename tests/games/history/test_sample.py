"""The sample game, which every site has."""

import pytest
from django.conf import LazySettings
from django.test import Client

from config.monitoring.metrics import count_rows
from games.history.sample import RECORD, add_after_migrating, add_sample_game
from games.models import Game
from games.models.games import SAMPLE_IN_PLAY, SAMPLE_SLUG
from stoneage_core import audit
from tests.support.standing_time import NOW

pytestmark = pytest.mark.django_db
STEP = f"/games/{SAMPLE_SLUG}/at/{SAMPLE_IN_PLAY}/"


def test_its_record_can_be_verified() -> None:
    verdict = audit.verify(RECORD.read_text("utf-8"))
    assert verdict.finding is None
    assert verdict.is_over


def test_migrating_adds_it_once(settings: LazySettings) -> None:
    add_after_migrating(None)
    assert not Game.objects.exists()
    settings.SAMPLE_GAME = True
    for _again in range(2):
        add_after_migrating(None)
        assert Game.objects.get().is_sample


def test_first_page_and_empty_lists_lead_to_it(client: Client) -> None:
    for page in ("/", "/watch/", "/watch/?show=finished"):
        assert STEP not in client.get(page).content.decode()
    add_sample_game(NOW)
    for page in ("/", "/watch/", "/watch/?show=finished"):
        assert STEP in client.get(page).content.decode()


def test_it_can_be_stepped_through_and_looked_back_on(client: Client) -> None:
    add_sample_game(NOW)
    for page in (
        STEP,
        f"/games/{SAMPLE_SLUG}/result/",
        f"/games/{SAMPLE_SLUG}/report/",
    ):
        assert "A sample game" in client.get(page).content.decode()


def test_it_is_not_counted_or_rated() -> None:
    add_sample_game(NOW)
    game = Game.objects.get()
    assert not game.terms.rated
    counts = {metric.name: metric for metric in count_rows()}
    assert all(sample.value == 0 for sample in counts["stoneage_games"].samples)
    assert all(sample.value == 0 for sample in counts["stoneage_events"].samples)

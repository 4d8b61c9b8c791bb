"""A page shows how long each player took, as the verifier tells it."""

import pytest
from django.test import Client

from games.history.export import record_lines
from games.history.waits import seat_waits
from games.models import Game
from stoneage_core.audit.waits import waits_in_words, waits_of
from stoneage_core.phrases import show_english
from stoneage_core.wording.descriptions import duration_phrase

pytestmark = pytest.mark.django_db


def test_page_agrees_with_the_verifier(client: Client, finished_game: Game) -> None:
    record = "".join(record_lines(finished_game))
    answer = client.get(f"/games/{finished_game.slug}/times/")
    found = seat_waits(finished_game)
    for seat, waits in waits_of(record).items():
        assert found[seat].decisions == len(waits) > 0
        assert found[seat].longest_at == max(waits).event
        whole = show_english(duration_phrase(found[seat].whole))
        assert f"took {whole} for {len(waits)} decisions" in waits_in_words(record)
        link = f'href="/games/{finished_game.slug}/at/{found[seat].longest_at}/"'
        assert link in answer.text


def test_pages_of_a_check_and_a_result_lead_to_the_times(
    client: Client, finished_game: Game
) -> None:
    link = f'href="/games/{finished_game.slug}/times/"'
    assert link in client.get(f"/games/{finished_game.slug}/result/").text
    checked = client.get("/check/", {"head": finished_game.head})
    assert link in checked.text

"""Durations, moments and victories in words on the pages."""

from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from msgspec.structs import replace

from games.now import zone_of
from games.presentation.cards import card_face
from games.presentation.result import ScoreRow, result_in_words
from games.presentation.result import _tie_break as tie_break
from games.table.choices import village_gain
from games.templatetags.moments import moment
from games.templatetags.stoneage import mailbox_url
from stoneage_core.chance import LoadedChance
from stoneage_core.components.places import Place
from stoneage_core.simulation import opening
from stoneage_core.state import GameState
from stoneage_core.terms import TieBreak

NAMES = ("Alice", "Bob")


@pytest.fixture
def state() -> GameState:
    return opening(2, LoadedChance()).state


@pytest.mark.parametrize("name", ["", "Atlantis", "../etc/passwd", "/etc/passwd"])
def test_an_unknown_zone_is_utc(name: str) -> None:
    assert zone_of(name).key == "UTC"


def test_moments_name_their_zone() -> None:
    when = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert "Sun 29 Mar 2026, 01:30" in moment(when, "Europe/Madrid")
    later = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # summer time has begun
    assert "03:30" in moment(later, "Europe/Madrid")
    assert "(America/New York)" in moment(when, "America/New_York")
    assert "(UTC)" in moment(when, "Mars/Base")
    assert moment(None) == "an unknown moment"


def test_shared_victory_is_one_sentence(state: GameState) -> None:
    assert result_in_words(state, NAMES) == ""
    alone = result_in_words(replace(state, ranks=(2, 1)), NAMES)
    assert alone == "Bob wins with 0 points."
    shared = result_in_words(replace(state, ranks=(1, 1)), NAMES)
    assert shared == "Alice and Bob share the victory with 0 points each."


def test_tie_break_is_explained_if_it_was_needed(state: GameState) -> None:
    def standing(total: int) -> ScoreRow:
        return ScoreRow(0, "Alice", 1, True, (), (), total, (0, 0, 5))

    assert tie_break(state, [standing(5), standing(4)]) == ""
    assert "then tools" in tie_break(state, [standing(5), standing(5)])
    summed = replace(state, terms=replace(state.terms, tie_break=TieBreak.SUM))
    assert "tools + people" in tie_break(summed, [standing(5), standing(5)])


def test_a_complete_tribe_gains_nothing_in_the_village(state: GameState) -> None:
    full = replace(state.players[0], people=10, food_track=10)
    state = replace(state, players=(full, state.players[1]))
    assert "complete" in village_gain(state, 0, Place.HUT).gain
    assert "at 10" in village_gain(state, 0, Place.FIELD).gain


def test_a_card_says_both_halves() -> None:
    assert card_face(17).text == "7 food / pottery"


def test_mailbox_is_linked_only_if_it_is_open(settings: LazySettings) -> None:
    settings.MAILBOX = False
    assert mailbox_url() == ""
    settings.MAILBOX = True
    assert mailbox_url() == "/mailbox/"

"""Numbered choices: each stands for a legal command, always the same one."""

from collections import Counter

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from games.table import numbered_choices
from games.table.numbered_choices import MOST, ChoiceGroup, flat_choices
from games.table.questions import Spot
from notifications.mails.blocks.question import (
    RECOMMENDED,
    answer_with_choice,
    number_choices,
    recommend_choices,
)
from stoneage_core import autopilot, awaited, notation
from stoneage_core.chance import LoadedChance, RandomChance
from stoneage_core.commands import GoHungry, Leave, PlacePeople
from stoneage_core.simulation import opening
from stoneage_core.state import Question
from tests.support.positions import GAMES, legal_texts, positions


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_every_choice_is_a_legal_command_that_round_trips(
    players: int, seed: int
) -> None:
    seen = Counter[Question]()
    for state, player in positions(players, seed):
        choices = number_choices(state, player)
        texts = [choice.text for choice in choices]
        assert [choice.number for choice in choices] == list(range(1, len(texts) + 1))
        assert len(set(texts)) == len(texts)
        assert set(texts) <= legal_texts(state, player)
        for choice in choices:
            assert notation.from_text(choice.text) == choice.command
            assert notation.to_text(choice.command) == choice.text
        assert state.question is not None
        seen[state.question] += 1
    assert seen[Question.PLACE] > 80
    assert seen[Question.USE] > 80
    assert seen[Question.TOOLS] >= 10


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_shortage_is_mentioned(players: int, seed: int) -> None:
    incomplete = 0
    for state, player in positions(players, seed):
        groups = flat_choices(state, player)
        shown = {choice.text for group in groups for choice in group.choices}
        is_complete = all(group.is_complete for group in groups)
        assert is_complete == (shown == legal_texts(state, player))
        incomplete += not is_complete
        if state.question is not Question.PLACE:
            assert len(shown) <= MOST
    assert incomplete


def test_same_position_has_the_same_numbers() -> None:
    for state, player in positions(2, 8):
        assert number_choices(state, player) == number_choices(state, player)


def test_every_choice_has_distinct_words() -> None:
    for state, player in positions(4, 9):
        words = [choice.words for choice in number_choices(state, player)]
        assert len(set(words)) == len(words)


def test_player_who_is_not_awaited_has_no_choices() -> None:
    state = opening(2, LoadedChance()).state
    (waiting,) = awaited(state)
    assert number_choices(state, 1 - waiting) == ()


def test_placements_are_complete_and_grouped_by_place() -> None:
    state = opening(2, LoadedChance()).state
    (player,) = awaited(state)
    titles = [group.title for group in flat_choices(state, player)]
    assert titles[:2] == ["Hunting grounds", "Forest"]
    forest = flat_choices(state, player)[1]
    assert [choice.text for choice in forest.choices] == [
        f"forest {people}" for people in range(1, 6)
    ]
    assert forest.choices[2].words == "Forest: 3 people (≈ 3.2 wood)"


def test_single_choice_does_not_repeat_its_heading() -> None:
    alone = [
        group
        for state, player in positions(2, 5)
        for group in flat_choices(state, player)
        if len(group.choices) == 1
    ]
    assert {group.is_line for group in alone} == {True, False}
    for group in alone:
        text = render_to_string("emails/_choices.txt", {"groups": [group]})
        assert (f"\n{group.title}" in text) is not group.is_line


def test_lists_are_distinguished_from_single_lines() -> None:
    (state, player), *_ = positions(2, 5)
    groups = flat_choices(state, player)
    one, several = groups[-1], groups[0]
    assert (one.is_line, several.is_line) == (True, False)
    for first, then in ((one, several), (several, one), (several, several)):
        text = render_to_string("emails/_choices.txt", {"groups": [first, then]})
        indent = "  " if then is several else ""
        assert f"\n\n{indent}{then.choices[0].number}. " in text
    text = render_to_string("emails/_choices.txt", {"groups": [one, one]})
    assert text.count(f"\n{one.choices[0].number}. ") == 2
    assert text.count(f"\n\n{one.choices[0].number}. ") == 1


def test_yield_of_the_last_person_is_shown() -> None:
    state = opening(2, RandomChance(1)).state
    one = replace(state.players[0], people=1)
    state = replace(state, players=(one, *state.players[1:]))
    forest = flat_choices(state, 0)[1]
    assert forest.is_line
    shown = render_to_string("emails/_choices.txt", {"groups": [forest]})
    assert "≈ 0.8 wood" in shown


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_example_gives_nothing_up(players: int, seed: int) -> None:
    for state, player in positions(players, seed):
        choices = number_choices(state, player)
        if any(not isinstance(one.command, GoHungry | Leave) for one in choices):
            sentence = answer_with_choice(choices)
            assert "hungry" not in sentence
            assert "leave" not in sentence


# Recommended choices


@pytest.mark.parametrize("players", [2, 3, 4])
def test_autopilots_choice_comes_first(players: int) -> None:
    for state, player in positions(players, players):
        every = [choice.command for choice in number_choices(state, player)]
        ordered = autopilot.order_choices(state, player, every)
        assert sorted(map(repr, ordered)) == sorted(map(repr, every))
        own = autopilot.choose(state, player)
        assert ordered[0] == own or own not in every


def test_each_place_is_recommended_before_any_twice() -> None:
    for state, player in positions(3, 1):
        if state.question is not Question.PLACE:
            continue
        liked = recommend_choices(state, player, flat_choices(state, player))
        sendings = [c.command for c in liked if isinstance(c.command, PlacePeople)]
        assert len({sending.place for sending in sendings}) == len(sendings)
        assert 1 <= len(liked) <= RECOMMENDED


def test_each_place_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier each place was evaluated five times to shorten the list."""
    told = Counter[str]()
    tell = numbered_choices._spot

    def count(spot: Spot) -> ChoiceGroup:
        told[spot.key] += 1
        return tell(spot)

    monkeypatch.setattr(numbered_choices, "_spot", count)
    state = opening(4, RandomChance(1)).state
    assert sum(len(group.choices) for group in flat_choices(state, 0)) > MOST
    assert set(told.values()) == {1}

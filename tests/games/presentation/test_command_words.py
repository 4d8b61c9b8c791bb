"""What reviews, recaps and the coach call a decision: in words, no two alike."""

from random import Random

import pytest

from games.presentation.cards import face_at
from games.table.numbered_choices import command_in_words, words_of_commands
from stoneage_core import engine, notation
from stoneage_core.chance import RandomChance
from stoneage_core.payments import Payments
from stoneage_core.simulation import opening, random_policy


def spoken(state, player):
    """Return the notation of each legal command, and what it is called."""
    words = words_of_commands(state, player)
    texts = []
    for choice in engine.legal_commands(state, player):
        commands = choice.commands() if isinstance(choice, Payments) else [choice]
        texts += [notation.to_text(command) for command in commands]
    return {text: command_in_words(state, words, text) for text in texts}


def lies_at(state, text):
    """Return what a card on the place of a command gives, or a building's price."""
    place = getattr(notation.from_text(text), "place", None)
    face = None if place is None else face_at(state, place)
    return "" if face is None else face.text


@pytest.mark.parametrize("players", [2, 4])
def test_every_legal_command_is_said_in_words_of_its_own(players):
    chance, policy = RandomChance(players), random_policy(Random(players))
    state, asked = opening(players, chance).state, set()
    while waiting := sorted(engine.awaited(state)):
        player = waiting[0]
        if state.version % 3 == 0:
            said = spoken(state, player)
            assert not [text for text, words in said.items() if words == text]
            assert len(set(said.values())) == len(said)
            asked.add(state.question)
            assert [
                t for t, words in said.items() if lies_at(state, t) not in words
            ] == []
        state = engine.decide(state, player, policy(state, player), chance).state
    assert len(asked) == 5  # a placement, a use, tools, a die, a meal

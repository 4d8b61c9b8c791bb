"""Replies understand the commands that mails offer, in each language."""

from datetime import date

import pytest
from django.conf import settings
from django.utils import translation

from games.command_language.spelling import spell_command
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Play, Simple, spell_intent
from tests.support.positions import GAMES, legal_texts, positions

TODAY = date(2026, 11, 20)
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def all_texts() -> set[str]:
    """Return the legal commands of all positions in some games."""
    return set().union(
        *(legal_texts(*each) for game in GAMES[:2] for each in positions(*game))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offered_command_is_understood(language: str) -> None:
    texts = all_texts()
    assert len(texts) > 300
    with translation.override(language):
        for text in texts:
            assert parse_line(spell_command(text), language, today=TODAY) == Play(text)


@pytest.mark.parametrize(
    "ask",
    [
        *("help", "board", "undo", "back", "accept", "decline", "yes", "no"),
        *("return", "no orders"),
    ],
)
def test_every_request_is_understood_by_its_name(ask: str) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            word = spell_intent(ask)
            assert parse_line(word, language, today=TODAY) == Simple(ask), language

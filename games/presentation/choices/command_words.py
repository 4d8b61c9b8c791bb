"""A command in words, for whoever reads of it away from the table."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.cards import face_at
from games.presentation.choices.flat import all_groups
from games.presentation.choices.numbered import where_and_what
from games.presentation.choices.payments import payment_label
from stoneage_core import commands as c
from stoneage_core import notation
from stoneage_core.components.places import Place
from stoneage_core.state import GameState


def words_of_commands(state: GameState, player: int) -> dict[str, str]:
    """
    Return what is said of each command that is offered, by its text.

    A card, or a building, is called by what it is: others may lie there by now.
    """
    return {
        choice.text: (
            where_and_what(_place_of(state, choice.text), choice.label)
            if group.is_place
            else choice.short
        )
        for group in all_groups(state, player)
        for choice in group.choices
    }


def command_in_words(state: GameState, words: Mapping[str, str], text: str) -> str:
    """
    Return a legal command in words, from those of all that is offered.

    A payment among very many is offered by counters: 'Card 2 (5 food / pottery): Pay
    1 wood'.
    """
    if text in words:
        return words[text]
    match notation.from_text(text):
        case c.BuyCard(_, payment) | c.Build(_, payment):
            return where_and_what(_place_of(state, text), payment_label(payment))
        case c.Feed(resources):
            return where_and_what(_("Feed your tribe"), payment_label(resources))
    return text


def _place_of(state: GameState, text: str) -> str:
    """Return where a command is carried out: 'Card 2 (5 food / pottery)'."""
    place = getattr(notation.from_text(text), "place", None)
    assert isinstance(place, Place), text
    label, face = labels.place_label(place), face_at(state, place)
    return f"{label} ({face.text})" if face else label

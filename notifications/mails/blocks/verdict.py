"""The verdict: how a game ended, from the reader's point of view."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.presentation import labels
from games.presentation.result import result_in_words, tie_in_words
from games.presentation.text import join_list
from stoneage_core import GameState


def headline_of(state: GameState, names: Sequence[str], reader: int) -> str:
    if state.winners == (reader,):
        return _("You win!")
    values = {"winners": join_list([names[player] for player in state.winners])}
    if len(state.winners) > 1:
        return _("%(winners)s share the victory") % values
    return _("%(winners)s wins") % values


def verdict_of(
    state: GameState, names: Sequence[str], reader: int, agreement: str = ""
) -> str:
    """Return how a game ended, in words; ``agreement`` is the vote to end it."""
    points = labels.count_points(state.players[reader].score)
    if state.winners == (reader,):
        won = _("Congratulations, you win with %(points)s.") % {"points": points}
    else:
        won = result_in_words(state, names)
    places = {
        2: _("You came second with %(points)s."),
        3: _("You came third with %(points)s."),
        4: _("You came fourth with %(points)s."),
    }
    own_place = places.get(state.ranks[reader], "") % {"points": points}
    sentences = [
        agreement,
        won,
        tie_in_words(state),
        own_place,
        _("Thanks for playing!"),
    ]
    return " ".join(filter(None, sentences))

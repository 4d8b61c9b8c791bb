"""The action of deciding for a seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.decisions.session import play_automatic
from games.log import positions
from games.log.table_rows import read_seats
from games.moderation.action import Action, not_playable
from games.moderation.actions.seats import require_played
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm
from games.presentation.text import name_of, names_of
from stoneage_core import GameError, GameState, awaited, legal_commands, notation
from stoneage_core.match.commands import PlayMove
from stoneage_core.payments import Payments

#: A building can have many payments. Others can be typed.
MOST_PAYMENTS = 20


class PlayForm(ReasonForm):
    """A decision for a seat: 'forest 3' for Alice."""

    choice = forms.ChoiceField(label="Decision", required=False)
    other = forms.CharField(
        label="Or another one, in words",
        required=False,
        max_length=80,
        help_text="Such as “build 1 wood wood brick”, for the same seat.",
    )

    def adapt(self) -> None:
        state = positions.state_of(self.context.game)
        self.seats = {s.number: s for s in read_seats(self.context.game)}
        names = names_of(tuple(self.seats.values()))
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            ("", "Choose what is decided"),
            *(
                (f"{player} {text}", f"{names[player]}: {text}")
                for player in sorted(awaited(state))
                for text in _texts(state, player)
            ),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        number, _blank, text = data.get("choice", "").partition(" ")
        if not number:
            raise forms.ValidationError("Please choose a decision.")
        try:
            data["command"] = notation.from_text(data.get("other") or text)
        except GameError as error:
            raise forms.ValidationError(str(error)) from error
        data["seat"] = self.seats[int(number)]
        return data

    def answers(self) -> list[tuple[str, str]]:
        """Return the decision alone, whichever field it came from."""
        data = self.cleaned_data
        decided = f"{name_of(data['seat'])}: {notation.to_text(data['command'])}"
        return [("Decision", decided)]


def _texts(state: GameState, player: int) -> list[str]:
    texts: list[str] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            some = list(choice.commands())[:MOST_PAYMENTS]
            texts += [notation.to_text(command) for command in some]
        else:
            texts.append(notation.to_text(choice))
    return texts


def _play(act: ActionContext) -> None:
    """Decide for the seat. Raise the engine's GameError if the rules refuse."""
    require_played(act)
    act.decide(PlayMove(act.data["command"]), act.seat.number)
    play_automatic(act.session)


PLAY = Action(
    key="play",
    title="Play for a seat",
    explains="Decide what its player is asked.",
    headline=_("The moderators played a move for a player"),
    means=_("The history shows the move."),
    permission="play_for_seat",
    form=PlayForm,
    obstacle=not_playable,
    perform=_play,
    is_grave=True,
    may_be_appealed=True,
)
ACTIONS = (PLAY,)

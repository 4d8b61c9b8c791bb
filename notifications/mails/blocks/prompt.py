"""The prompt: what a player is asked, for the subject and for the mail."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation import labels
from games.presentation.board import occupied_places
from games.presentation.cards import list_dice, when_picked
from games.presentation.text import join_list
from stoneage_core.components.places import PlaceKind
from stoneage_core.rules.dice_for_all import open_dice
from stoneage_core.rules.gathering import gain, open_roll
from stoneage_core.state import GameState, Question


@dataclass(frozen=True)
class Prompt:
    """``subject`` is an instruction in two or three words, ``sentence`` explains it."""

    subject: str
    sentence: str


def prompt_of(state: GameState, player: int) -> Prompt:
    """Return the prompt of an awaited player."""
    assert state.question is not None
    return _PROMPTS[state.question](state, player)


def _place(state: GameState, player: int) -> Prompt:
    count = state.players[player].unplaced
    sentence = ngettext(
        "You have %(count)d person to place.",
        "You have %(count)d people to place.",
        count,
    )
    return Prompt(_("Place your people"), sentence % {"count": count})


def _use(state: GameState, player: int) -> Prompt:
    tribe = state.players[player]
    places = [
        f"{labels.place_label(place)} ({tribe.on(place)})"
        if place.kind is PlaceKind.GATHERING
        else labels.place_label(place)
        for place in occupied_places(state, player)
    ]
    sentence = _("Your people are ready: %(places)s. Use them in any order.")
    return Prompt(_("Use your people"), sentence % {"places": join_list(places)})


def _tools(state: GameState, player: int) -> Prompt:
    roll = open_roll(state)
    values = {
        "dice": join_list([str(face) for face in roll.dice]),
        "sum": sum(roll.dice),
        "good": labels.GOODS[roll.good],
        "goods": labels.count_good(roll.good, gain(roll)),
    }
    sentence = _(
        "You rolled %(dice)s for %(good)s: %(sum)d in total, worth %(goods)s. Add "
        "tools, or keep it."
    )
    return Prompt(_("Choose your tools"), sentence % values)


def _die(state: GameState, player: int) -> Prompt:
    dice = list_dice(sorted(open_dice(state).dice))
    sentence = _("There’s a die to pick: %(dice)s.") % {"dice": dice}
    when = when_picked(state)
    return Prompt(_("Pick a die"), f"{sentence} {when}".rstrip())


def _feed(state: GameState, player: int) -> Prompt:
    missing = state.owing[player]
    purse = labels.resources_label(state.players[player].resources)
    sentence = ngettext(
        "You’re %(count)d food short: pay %(count)d resource instead, or lose 10 "
        "points. You have %(purse)s.",
        "You’re %(count)d food short: pay %(count)d resources instead, or lose 10 "
        "points. You have %(purse)s.",
        missing,
    )
    return Prompt(_("Feed your tribe"), sentence % {"count": missing, "purse": purse})


_PROMPTS: dict[Question, Callable[[GameState, int], Prompt]] = {
    Question.PLACE: _place,
    Question.USE: _use,
    Question.TOOLS: _tools,
    Question.DIE: _die,
    Question.FEED: _feed,
}

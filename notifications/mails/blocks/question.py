"""The question of a mail: what is asked, the choices, and what follows a time-out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.command_language.spelling import spell_command
from games.models import Game, Seat, SeatOrders
from games.presentation import error_text, labels
from games.presentation.board import occupied_places
from games.presentation.cards import list_dice, when_picked
from games.presentation.dates import absence_example, duration_in_words
from games.presentation.text import join_list
from games.table.numbered_choices import ChoiceGroup, NumberedChoice, flat_choices
from stoneage_core import GameState, autopilot
from stoneage_core.commands import Command, GoHungry, Leave, UseTools
from stoneage_core.components.places import PlaceKind
from stoneage_core.match import absences
from stoneage_core.match.more_time import may_ask
from stoneage_core.rules.dice_for_all import open_dice
from stoneage_core.rules.gathering import gain, open_roll
from stoneage_core.state import Question


@dataclass(frozen=True)
class Prompt:
    """``subject`` is an instruction in two or three words, ``sentence`` explains it."""

    subject: str
    sentence: str


def prompt_of(state: GameState, player: int) -> Prompt:
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


#: How many choices are links at the top of a mail; its text lists all.
RECOMMENDED = 5


def number_choices(state: GameState, player: int) -> tuple[NumberedChoice, ...]:
    groups = flat_choices(state, player)
    return tuple(choice for group in groups for choice in group.choices)


def recommend_choices(
    state: GameState, player: int, groups: Sequence[ChoiceGroup]
) -> tuple[NumberedChoice, ...]:
    """
    Return the few choices that look best, best first, with their numbers. Choices that
    use up a one-use tool come last: only the player can judge that.
    """
    every = {choice.command: choice for group in groups for choice in group.choices}
    if not every:
        return ()
    liked = autopilot.order_choices(state, player, [*every])
    liked = tuple(sorted(liked, key=_uses_up))
    return tuple(every[command] for command in liked[:RECOMMENDED])


def _uses_up(command: Command) -> bool:
    return isinstance(command, UseTools) and bool(command.once)


def answer_with_choice(choices: Sequence[NumberedChoice]) -> str:
    """The example does not give anything up, if there is such a choice."""
    gains = [
        one
        for one in choices
        if not (isinstance(one.command, GoHungry | Leave) or _uses_up(one.command))
    ]
    midst = gains or choices
    example = midst[len(midst) // 2]
    sentence = _("Or reply with a number from the list, or in words: “%(words)s”.")
    return sentence % {"words": spell_command(example.text)}


def written_orders(seat: Seat) -> SeatOrders | None:
    """Takes one query."""
    return getattr(seat, "orders", None)


def orders_decide(seat: Seat) -> str:
    orders = written_orders(seat)
    if orders is None or orders.disarmed_at is not None:
        return ""
    return _("After that, your orders decide.")


def in_full(game: Game, seat: Seat) -> str:
    left = game.time_control.misses_left(0)
    played = _("If time runs out, we play a safe move for you.")
    if orders_decide(seat):
        played = _("If time runs out, your orders decide.")
    following = ngettext(
        "If you miss %(count)d turn, autopilot plays for you until you’re back.",
        "If you miss %(count)d turns in a row, autopilot plays for you until you’re "
        "back.",
        left,
    )
    return f"{played} {following % {'count': left}}"


def at_last(game: Game, seat: Seat) -> str:
    if orders := orders_decide(seat):
        return orders
    misses = game.table_state.seats[seat.number].misses
    if game.time_control.misses_left(misses) > 1:
        return _("After that, we play a safe move for you.")
    if misses:
        return _(
            "If you miss this turn too, autopilot plays for you until you’re back."
        )
    return _("If you miss this turn, autopilot plays for you until you’re back.")


def so_far(game: Game, seat: Seat) -> str:
    misses = game.table_state.seats[seat.number].misses
    if not misses:
        return ""
    left = game.time_control.misses_left(misses)
    sentence = ngettext(
        "If you miss %(count)d more turn, autopilot plays for you until you’re back.",
        "If you miss %(count)d more turns in a row, autopilot plays for you until "
        "you’re back.",
        left,
    )
    return sentence % {"count": left}


def why_orders_rest(seat: Seat, since: datetime | None) -> str:
    """Return, without a full stop, why orders do not decide for a seat."""
    orders = written_orders(seat)
    if orders is None or orders.disarmed_at is None or since is None:
        return ""
    return error_text.why_put_aside(orders) if orders.disarmed_at >= since else ""


def vacation(game: Game, seat: Seat, now: datetime, *, by_reply: bool) -> str:
    """Return how a seat's player stops their clock, or '' without days left."""
    away = game.table_state.seats[seat.number].away
    days = absences.days_left(game.time_control, away, now)
    if not days:
        return ""
    if by_reply:
        example = absence_example(now)
        how = _("Busy? Reply “%(example)s” and your clock stops.")
        how %= {"example": example}
    else:
        how = _("Busy? Say on the page that you’re away and your clock stops.")
    left = ngettext(
        "You have %(count)d vacation day left this year.",
        "You have %(count)d vacation days left this year.",
        days,
    )
    return f"{how} {left % {'count': days}}"


def more_time(game: Game, seat: Seat, *, by_reply: bool) -> str:
    """Return how a seat's player asks the others for more time, or '' if they did."""
    table = game.table_state
    if not may_ask(table, seat.number):
        return ""
    time = duration_in_words(table.control.portion)
    if by_reply:
        sentence = _(
            "Need longer? Reply “more time” to ask the others for %(time)s more."
        )
    else:
        sentence = _(
            "Need longer? On the page of your seat you can ask the others for "
            "%(time)s more."
        )
    return sentence % {"time": time}

"""Actions on a game itself: going back, freezing, ending it."""

from collections.abc import Iterator
from datetime import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from games.decisions.session import play_automatic
from games.log import positions
from games.log.positions import PastEvent, past_events
from games.log.table_rows import read_seats
from games.models import Game
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    not_playable,
    not_running,
)
from games.presentation import labels
from games.presentation.board import board_of
from games.presentation.event_text import SourceMask, event_text, undone_sequences
from games.presentation.text import name_of, names_of
from games.presentation.tribes import tribes_of
from games.upkeep import final_from, schedule_reveal
from stoneage_core import awaited
from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GameRolledBack,
    GameUnfrozen,
)
from stoneage_core.match.calendar import write_moment
from stoneage_core.state import EndReason

#: The ways in which the staff can end a game.
ENDS = {
    EndReason.DECIDED: "with the result as it stands",
    EndReason.DRAWN: "as a draw",
    EndReason.CALLED_OFF: "called off, without any result",
}


class SequenceForm(ReasonForm):
    sequence = forms.IntegerField(
        label="Back to where it was after event",
        min_value=1,
        help_text="The number is in the timeline. It has to end a decision.",
    )


class EndForm(ReasonForm):
    how = forms.TypedChoiceField(
        label="End the game",
        choices=[(how.value, name) for how, name in ENDS.items()],
        coerce=EndReason,
        widget=forms.RadioSelect,
    )


def _not_resumable(game: Game, now: datetime) -> str:
    if game.is_final:
        return "This game is final: the seed of its dice is known."
    return "" if game.reveal_at else not_running(game, now)


def _not_frozen(game: Game, now: datetime) -> str:
    if game.frozen_at or game.timeout_failed_at:
        return not_running(game, now)
    return "This game is not frozen."


def _roll_back(act: ActionContext) -> None:
    """
    Take a game back to its state after an event, which has to end a decision. What
    happened since stays in the log, and later dice are new ones. Another roll-back, to
    the event before the one that records this one, undoes it. An end by the staff can
    be undone in the same way until the seed is revealed.
    """
    session = act.session
    act.decide(GameRolledBack(act.data["sequence"]))
    schedule_reveal(session)
    play_automatic(session)


def _preview_position(act: ActionContext) -> Preview:
    game, sequence = act.game, act.data["sequence"]
    names = names_of(read_seats(game))
    state = positions.state_at(game, sequence)
    where = labels.round_and_phase(state)
    struck = _struck(game, act.session.first_sequence - 1)
    are = "event is" if len(struck) == 1 else "events are"
    return Preview(
        sentences=[
            f"That was {where}. {len(struck)} {are} struck out, and stay in the log "
            "and in the history.",
            *_preview_autopilot(act),
        ],
        board=board_of(state, names),
        tribes=tuple(tribes_of(state, names, awaited(state))),
        struck=tuple(event_text(one, names, SourceMask(game)) for one in struck),
    )


def _struck(game: Game, version: int) -> list[PastEvent]:
    now = past_events(game)
    fresh = undone_sequences(now) - undone_sequences(now[:version])
    return [one for one in now[:version] if one.sequence in fresh]


def _preview_autopilot(act: ActionContext) -> Iterator[str]:
    for seat in act.session.seats:
        if act.session.status(seat.number).is_on_autopilot:
            yield (
                f"Autopilot goes on playing for {name_of(seat)}. If that "
                "was the mistake, give the seat back, too: while the game is frozen "
                "nobody moves before you have."
            )


def _end(act: ActionContext) -> None:
    """The end can be undone for a while, so the seed stays secret."""
    until = write_moment(final_from(act.session.moment))
    act.decide(GameAdjudicated(act.data["how"], until))
    schedule_reveal(act.session)


def _preview_ranking(act: ActionContext) -> Preview:
    state = act.session.state
    names = names_of(act.session.seats)
    if act.data["how"] is EndReason.CALLED_OFF:
        return Preview()
    ranking = (
        (rank, seat, names[seat], tribe.score)
        for seat, (rank, tribe) in enumerate(
            zip(state.ranks, state.players, strict=True)
        )
    )
    return Preview(ranking=tuple(sorted(ranking)))


def _unfreeze(act: ActionContext) -> None:
    act.decide(GameUnfrozen())
    play_automatic(act.session)


ROLL_BACK = Action(
    key="roll_back",
    title="Take the game back",
    explains="To where it was after an event. What happened since is struck out.",
    headline=_("The moderators took the game back to an earlier point"),
    means=_(
        "What happened since is struck out in the history. Dice and cards are new from "
        "there on."
    ),
    permission="roll_back_game",
    form=SequenceForm,
    obstacle=_not_resumable,
    perform=_roll_back,
    notes=_preview_position,
    is_grave=True,
    may_be_appealed=True,
)
FREEZE = Action(
    key="freeze",
    title="Freeze",
    explains="Nobody decides and no time runs, until you unfreeze it.",
    headline=_("The moderators froze the game"),
    means=_("No one can move, and no time runs, until the moderators unfreeze it."),
    permission="freeze_game",
    obstacle=not_playable,
    perform=lambda act: act.decide(GameFrozen()),
    is_grave=True,
)
UNFREEZE = Action(
    key="unfreeze",
    title="Unfreeze",
    explains="Let the game go on.",
    headline=_("The moderators unfroze the game"),
    means=_("The game goes on, and the clocks are running again."),
    permission="freeze_game",
    obstacle=_not_frozen,
    perform=_unfreeze,
)
END = Action(
    key="end",
    title="End the game",
    explains="As it stands, as a draw, or without any result.",
    headline=_("The moderators ended the game"),
    means=_("The game is over. Thanks for playing!"),
    means_until=_(
        "Do you disagree? Write to the moderators by %(until)s. After that, everyone "
        "can check the dice."
    ),
    until=lambda row: row.game.reveal_at if row.game else None,
    permission="end_game",
    form=EndForm,
    obstacle=not_running,
    perform=_end,
    notes=_preview_ranking,
    is_grave=True,
    may_be_appealed=True,
)
ACTIONS = (ROLL_BACK, FREEZE, UNFREEZE, END)

"""Actions on clocks: pause, resume, more time, another time control."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clocks import PRESETS, with_site_takeback
from games.log.stream import load_stream
from games.models import Game, ModerationAction, Seat
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    SeatForm,
    UntilForm,
    not_playable,
    not_running,
    obstacle_unless,
)
from games.presentation import time_control_text
from games.presentation.dates import duration_in_words
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.staff import GamePaused, GameResumed, TimeGranted
from stoneage_core.match.calendar import length_of, read_moment, write_moment
from stoneage_core.match.clock_changes import PAUSE_BUDGET
from stoneage_core.time_control import DAY, HOUR


class PresetForm(ReasonForm):
    clock = forms.ChoiceField(label="Pace", widget=forms.RadioSelect)

    def adapt(self) -> None:
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            (row.key, f"{row.name}: {'; '.join(row.terms)}")
            for row in time_control_text.preset_rows("")
        ]

    def clean_clock(self) -> Any:
        return PRESETS[self.cleaned_data["clock"]]


class GrantForm(SeatForm):
    seconds = forms.TypedChoiceField(
        label="Total extra time for the current decision",
        coerce=int,
        choices=[
            (6 * HOUR, "six hours"),
            (DAY, "a day"),
            (2 * DAY, "two days"),
            (4 * DAY, "four days"),
            (7 * DAY, "a week"),
            (0, "none"),
        ],
    )

    def applies_to(self, seat: Seat) -> bool:
        return seat.deadline_at is not None


def _is_paused(game: Game, now: datetime) -> bool:
    return game.table_state.has_pause_after(now)


def _set_control(act: ActionContext) -> None:
    act.decide(TimeControlSet(with_site_takeback(act.data["clock"])))


def _pause_until(row: ModerationAction) -> datetime | None:
    """Return until when a pause was ordered. Takes queries."""
    if row.game is None or row.sequence is None:
        return None
    # The event right after the act; a later act may have ended the pause early.
    happened = load_stream(row.game, after=row.sequence, upto=row.sequence + 1)
    untils = [read_moment(one.until) for one in happened if isinstance(one, GamePaused)]
    return untils[0] if untils else None


def _preview_budget(act: ActionContext) -> Preview:
    left = PAUSE_BUDGET - length_of(act.session.table.pauses)
    words = duration_in_words(int(left.total_seconds()))
    return Preview(
        [f"Of the thirty days for which a game may be paused, {words} are left then."]
    )


PAUSE = Action(
    key="pause",
    title="Pause",
    explains="Stop all clocks for a while.",
    headline=_("The moderators paused the game"),
    means=_("All clocks have stopped. You can play on if you like."),
    means_until=_("They run again from %(until)s, or earlier if we end the pause."),
    until=_pause_until,
    permission="pause_game",
    form=UntilForm,
    obstacle=lambda game, now: (
        not_playable(game, now)
        or obstacle_unless(not _is_paused(game, now), "This game is paused already.")
    ),
    perform=lambda act: act.decide(GamePaused(write_moment(act.data["until"]))),
    notes=_preview_budget,
)
RESUME = Action(
    key="resume",
    title="Go on",
    explains="Let the clocks run again.",
    headline=_("The moderators let the game go on"),
    means=_("The clocks are running again."),
    permission="pause_game",
    obstacle=lambda game, now: (
        not_playable(game, now)
        or obstacle_unless(_is_paused(game, now), "This game is not paused.")
    ),
    perform=lambda act: act.decide(GameResumed()),
)
GRANT = Action(
    key="grant",
    title="Give more time",
    explains="For the current decision of a player.",
    headline=_("The moderators changed the time for a turn"),
    means=_("The time for this turn has changed."),
    permission="pause_game",
    form=GrantForm,
    obstacle=not_playable,
    perform=lambda act: act.decide(TimeGranted(act.seat.number, act.data["seconds"])),
)
CLOCK = Action(
    key="clock",
    title="Change the pace",
    explains="Give the table another time control from now on.",
    headline=_("The moderators changed the pace of the game"),
    means=_(
        "The current turn starts afresh with the whole time. The new pace is on the "
        "page."
    ),
    permission="set_clock",
    form=PresetForm,
    obstacle=not_running,
    perform=_set_control,
)
ACTIONS = (PAUSE, RESUME, GRANT, CLOCK)

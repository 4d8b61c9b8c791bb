"""Actions on leagues: exclude a player, end a season, correct a result."""

import re
from datetime import datetime

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.leagues.leaving import exclude_entrant
from games.leagues.results import correct_result
from games.leagues.seasons import end_season_now
from games.models import Entrant, League, LeagueGame, Seat
from games.models.leagues import SeasonStatus
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    obstacle_unless,
)
from games.moderation.actions.people import leave_seat_for_staff
from games.presentation.text import join_list, name_of_user


class EntrantField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Entrant) -> str:
        return str(obj.user)


class GameField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: LeagueGame) -> str:
        entrants = Entrant.objects.select_related("user").in_bulk(obj.entrants)
        names = [name_of_user(entrants[pk].user) for pk in obj.entrants]
        return f"{obj.game.slug}: {join_list(names)}"


class EntrantForm(ReasonForm):
    entrant = EntrantField(
        queryset=Entrant.objects.none(), label="Player", empty_label=None
    )

    def adapt(self) -> None:
        season = self.context.league.current_season()
        entrants = season.entrants.filter(excluded_at=None).select_related("user")
        self.fields["entrant"].queryset = entrants.order_by("pk")  # type: ignore[attr-defined]


class ExcludedForm(EntrantForm):
    def adapt(self) -> None:
        season = self.context.league.current_season()
        entrants = season.entrants.exclude(excluded_at=None).select_related("user")
        self.fields["entrant"].queryset = entrants.order_by("pk")  # type: ignore[attr-defined]


class ResultForm(ReasonForm):
    game = GameField(queryset=LeagueGame.objects.none(), label="Game", empty_label=None)
    ranks = forms.CharField(
        label="Ranks by seat",
        required=False,
        help_text=(
            "A rank for each player in the order above, such as 2 1 3 4. If it is "
            "empty, the game does not count."
        ),
    )

    def adapt(self) -> None:
        season = self.context.league.current_season()
        games = season.games.select_related("game", "season")
        self.fields["game"].queryset = games.order_by("pk")  # type: ignore[attr-defined]

    def clean_ranks(self) -> list[int]:
        return [
            int(number) for number in re.findall(r"\d{1,3}", self.cleaned_data["ranks"])
        ]


def _nobody_left(league: League, now: datetime) -> str:
    left = league.current_season().entrants.filter(excluded_at=None)
    return obstacle_unless(left.exists(), "Nobody is in this season.")


def _nobody_excluded(league: League, now: datetime) -> str:
    excluded = league.current_season().entrants.exclude(excluded_at=None)
    return obstacle_unless(excluded.exists(), "Nobody was taken out of this season.")


def _readmit(act: ActionContext) -> None:
    entrant: Entrant = act.data["entrant"]
    act.row.user = entrant.user
    Entrant.objects.filter(pk=entrant.pk).update(excluded_at=None)


def _not_played(league: League, now: datetime) -> str:
    is_played = league.current_season().status == SeasonStatus.PLAYING
    return obstacle_unless(is_played, "No season is being played.")


def _exclude(act: ActionContext) -> None:
    entrant: Entrant = act.data["entrant"]
    exclude_entrant(entrant, act.now)
    act.row.user = entrant.user
    for seat in _played_seats(entrant).select_related("game").order_by("game_id"):
        leave_seat_for_staff(act, seat)


def _played_seats(entrant: Entrant) -> QuerySet[Seat]:
    return Seat.objects.filter(
        user=entrant.user, game__league_game__season=entrant.season
    ).in_active_games()


def _preview_left_seats(act: ActionContext) -> Preview:
    count = _played_seats(act.data["entrant"]).count()
    return Preview([f"Games that autopilot takes over from them: {count}."])


def _preview_standing(act: ActionContext) -> Preview:
    sentences = [
        "The table of its division is computed again. The game does not change."
    ]
    if not act.data["ranks"]:
        sentences.insert(0, "The game does not count.")
    return Preview(sentences)


def _preview_season_ended(act: ActionContext) -> Preview:
    seasons = act.league.seasons
    if seasons.filter(status=SeasonStatus.CALLED_OFF, ended_at=act.now).exists():
        return Preview(["The season is cancelled, and none follows."])
    season = seasons.filter(status=SeasonStatus.OVER).latest("number")
    left = season.games.filter(ranks__isnull=True).count()
    return Preview(
        [
            "The tables of its divisions stay as they are now.",
            f"Games that are not final, so they will not count: {left}.",
        ]
    )


EXCLUDE = Action(
    key="lg_exclude",
    title="Take a player out",
    explains="Autopilot finishes their games. They can enter no other season.",
    headline=_("The moderators took a player out of a league"),
    means=_("Autopilot plays your games of this season to their ends."),
    permission="replace_player",
    subject_type=League,
    form=EntrantForm,
    obstacle=_nobody_left,
    perform=_exclude,
    notes=_preview_left_seats,
    is_grave=True,
    may_be_appealed=True,
)
READMIT = Action(
    key="lg_admit",
    title="Let a player back in",
    explains="One who was taken out. They take back their seats themselves.",
    headline=_("The moderators let a player back into a league"),
    means=_("You can take your seats back from autopilot, and enter again."),
    permission="replace_player",
    subject_type=League,
    form=ExcludedForm,
    obstacle=_nobody_excluded,
    perform=_readmit,
)
END_SEASON = Action(
    key="lg_end",
    title="End the season",
    explains="With its current tables. A season that waits for players is cancelled.",
    headline=_("The moderators ended a season"),
    permission="end_game",
    subject_type=League,
    obstacle=lambda league, now: obstacle_unless(
        league.current_season().is_going_on, "No season is running."
    ),
    perform=lambda act: end_season_now(act.league, act.now),
    notes=_preview_season_ended,
    is_grave=True,
)
CORRECT = Action(
    key="lg_result",
    title="Correct a result",
    explains="Set how a game counts in the table of its division.",
    headline=_("The moderators corrected a result"),
    permission="end_game",
    subject_type=League,
    form=ResultForm,
    obstacle=_not_played,
    perform=lambda act: correct_result(act.data["game"], act.data["ranks"]),
    notes=_preview_standing,
    is_grave=True,
)
ACTIONS = (EXCLUDE, READMIT, END_SEASON, CORRECT)

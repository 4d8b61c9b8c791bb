"""Leagues and tournaments: their terms, their seasons, who entered, their games."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.conditions import check_known, index_where_set
from games.models.games import SLUG_ALPHABET, Game
from games.models.seats import CODE_LENGTH
from games.models.terms_field import TermsField
from stoneage_core.fields import MOST_SEATS

LONGEST_LEAGUE_NAME = 60


class SeasonStatus(models.TextChoices):
    """The status of a season."""

    ENTERING = "entering", _("open to players")
    PLAYING = "playing", _("being played")
    OVER = "over", _("over")
    CALLED_OFF = "called_off", _("called off")


#: Of the seasons that players can enter, or play in.
GOING_ON = (SeasonStatus.ENTERING, SeasonStatus.PLAYING)


class League(models.Model):
    """
    Players in divisions for season after season; a tournament plays rounds instead.

    Whoever has the ``slug`` has its link: they see its tables, and may enter. It is in
    the list for everybody where it ``is_listed``. ``pace`` names the preset of all its
    clocks. A division plays ``games_each`` games at once, and ``movers`` of it go up,
    and down; in a tournament they go on to the next round. Between seasons there are
    ``pause_days``. After ``closed_at`` no other season comes.
    """

    slug = models.CharField(
        max_length=CODE_LENGTH,
        unique=True,
        editable=False,
        validators=[RegexValidator(f"^[{SLUG_ALPHABET}]{{{CODE_LENGTH}}}$")],
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_leagues",
    )
    name = models.CharField(max_length=LONGEST_LEAGUE_NAME)
    is_tournament = models.BooleanField("tournament", default=False)
    pace = models.CharField(max_length=20)
    #: The terms of its tables, for as many players as there can be.
    terms = TermsField()
    is_listed = models.BooleanField("listed for everybody", default=False)
    games_each = models.PositiveSmallIntegerField("games of a division", default=4)
    movers = models.PositiveSmallIntegerField("up and down", default=1)
    pause_days = models.PositiveSmallIntegerField("days between seasons", default=7)
    created_at = models.DateTimeField("created")
    closed_at = models.DateTimeField("closed", null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="league_games_each_valid",
                condition=models.Q(games_each__range=(1, MOST_SEATS)),
            ),
            models.CheckConstraint(
                name="league_movers_valid", condition=models.Q(movers__range=(1, 2))
            ),
        ]
        indexes = [
            # lobby.lists: what everybody may enter, the newest first
            models.Index(
                fields=["-id"],
                condition=models.Q(is_listed=True, closed_at=None),
                name="league_listed",
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class Season(models.Model):
    """
    A season of a league, or a round of a tournament; ``number`` counts from 1.

    At ``starts_at`` it starts by itself. ``due_at`` is when it is to be looked at next:
    whether it has to start, or whether all of its games are over.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(
        max_length=10, choices=SeasonStatus.choices, default=SeasonStatus.ENTERING
    )
    starts_at = models.DateTimeField("starts", null=True)
    started_at = models.DateTimeField("started", null=True)
    ended_at = models.DateTimeField("ended", null=True)
    due_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "number"], name="season_number_once"
            ),
            check_known("status", SeasonStatus, "season_status_known"),
        ]
        indexes = [
            # leagues.seasons.DUE_SEASONS
            index_where_set("due_at", "season_due"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"

    @property
    def is_open(self) -> bool:
        """Whether players can enter: the latest season alone, until it starts."""
        return self.status == SeasonStatus.ENTERING

    @property
    def is_going_on(self) -> bool:
        """Whether players can enter it, or play in it."""
        return self.status in GOING_ON


class Entrant(models.Model):
    """
    Somebody in a season. Once it has started, ``division`` is where they play.

    Divisions count from 1, the highest; ``place`` is their seat in the order of theirs,
    from 0. ``rank`` is what they came to, written at the season's end. ``excluded_at``
    is when the staff took them out.
    """

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="entrants"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="player",
        on_delete=models.CASCADE,
        related_name="entrants",
    )
    entered_at = models.DateTimeField("entered")
    division = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    excluded_at = models.DateTimeField("excluded", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"], name="entrant_once_a_season"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.season_id}"


class LeagueGame(models.Model):
    """
    A game of a division: ``entrants`` are its players' ids, by number of seat.

    ``ranks`` is what it counts as, by number of seat, from 1; None while it is not
    final, and empty for nothing. ``scores`` are its points. Where it ``is_corrected``
    the staff wrote the ranks.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="league_game"
    )
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="games")
    division = models.PositiveSmallIntegerField()
    entrants = models.JSONField("entrants by seat")
    ranks = models.JSONField(null=True)
    scores = models.JSONField(default=list)
    is_corrected = models.BooleanField("corrected", default=False)

    class Meta:
        verbose_name = "game of a league"
        verbose_name_plural = "games of leagues"

    def __str__(self) -> str:
        return f"game {self.game_id} of season {self.season_id}"

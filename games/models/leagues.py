"""Leagues and tournaments: their terms, seasons, entrants and games."""

from collections.abc import Sequence

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import TermsField, check_known, index_where_set
from games.models.games import SLUG_ALPHABET, Game
from games.models.seats import CODE_LENGTH
from stoneage_core.fields import MOST_SEATS

LONGEST_LEAGUE_NAME = 60


class SeasonStatus(models.TextChoices):
    ENTERING = "entering", _("open to players")
    PLAYING = "playing", _("being played")
    OVER = "over", _("over")
    CALLED_OFF = "called_off", _("called off")


#: The statuses of a season that players can enter or play in.
GOING_ON = (SeasonStatus.ENTERING, SeasonStatus.PLAYING)
#: The order in which a league's page prefers its seasons.
SHOWN_FIRST: tuple[str, ...] = (
    *(SeasonStatus.PLAYING, SeasonStatus.ENTERING),
    *(SeasonStatus.OVER, SeasonStatus.CALLED_OFF),
)


LONGEST_LAST_WORD = 300
LONGEST_DESCRIPTION = 1000
LONGEST_WORDS = 2000
#: A seed is written in hexadecimal.
LONGEST_SEED = 64


class DropOut(models.TextChoices):
    """What becomes of the games of a player who drops out."""

    LOST = "lost", _("Players who drop out come last in the games that they leave.")
    AUTOPILOT = (
        "autopilot",
        _("Autopilot finishes the games of players who drop out, and that counts."),
    )
    SUBSTITUTE = (
        "substitute",
        _("Players who drop out can name a substitute, who finishes their games."),
    )


class League(models.Model):
    """
    Players in divisions for season after season. A tournament plays rounds instead.
    Anybody who knows the ``slug`` can see the tables and enter. If it ``is_listed``, it
    appears in everybody's list. A division plays ``games_each`` games at once, and
    ``movers`` of it are promoted and relegated; in a tournament they go on to the next
    round. There are ``pause_days`` between seasons, ``break_minutes`` between the
    rounds of a tournament (None: the host starts each), and no new ones after
    ``closed_at``. The ``second_host`` may do what the host does, except appoint others.
    The host took out the users in ``kept_out``, who cannot enter again.
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
    second_host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="co_hosted_leagues",
    )
    kept_out = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    name = models.CharField(max_length=LONGEST_LEAGUE_NAME)
    #: House rules, a prize, whom it is for.
    description = models.CharField(
        max_length=LONGEST_DESCRIPTION, default="", blank=True
    )
    is_tournament = models.BooleanField("tournament", default=False)
    #: The terms of its tables, with the largest number of players.
    terms = TermsField()
    is_listed = models.BooleanField("listed for everybody", default=False)
    games_each = models.PositiveSmallIntegerField("games of a division", default=4)
    movers = models.PositiveSmallIntegerField("up and down", default=1)
    pause_days = models.PositiveSmallIntegerField("days between seasons", default=7)
    #: What becomes of the games of players who drop out.
    drop_out = models.CharField(
        max_length=10, choices=DropOut.choices, default=DropOut.LOST
    )
    break_minutes = models.PositiveIntegerField("between rounds", null=True, default=10)
    created_at = models.DateTimeField("created")
    closed_at = models.DateTimeField("closed", null=True)
    #: What the host said when they closed it.
    last_word = models.CharField(max_length=LONGEST_LAST_WORD, default="", blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="league_games_each_valid",
                condition=models.Q(games_each__range=(1, MOST_SEATS)),
            ),
            models.CheckConstraint(
                name="league_movers_valid", condition=models.Q(movers__range=(1, 2))
            ),
            check_known("drop_out", DropOut, "league_drop_out_known"),
        ]
        indexes = [
            # lobby.lists: leagues that everybody may enter, newest first
            models.Index(
                fields=["-id"],
                condition=models.Q(is_listed=True, closed_at=None),
                name="league_listed",
            ),
            # lobby.lists: those that are over, latest first
            models.Index(
                fields=["-closed_at"],
                condition=models.Q(is_listed=True, closed_at__isnull=False),
                name="league_archive",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def is_hosted_by(self, user_id: int | None) -> bool:
        return user_id is not None and user_id in {self.host_id, self.second_host_id}

    def current_season(self) -> "Season":
        """
        Return the season that is being played, or else the one that waits for players,
        or else the last one that was played, or was called off.
        """
        return shown_first(list(self.seasons.order_by("-number")))

    def open_season(self) -> "Season | None":
        """
        Return the season that players can enter, or None. A league has one until it is
        closed, also while the season before is being played. Only the winners of a
        round play the next one of a tournament.
        """
        waiting = self.seasons.filter(status=SeasonStatus.ENTERING)
        season = waiting.first()
        if season is None:
            return None
        season.league = self
        return None if season.is_later_round else season

    def season(self, number: int | None) -> "Season":
        """Return a season by its number. The default is the latest one."""
        found = self.seasons.filter(number=number).first() if number else None
        return found or self.current_season()


class Season(models.Model):
    """
    A season of a league, or a round of a tournament. ``number`` counts from 1. A round
    with one group ``is_final``.

    It starts automatically at ``starts_at``, and its players were reminded of that at
    ``reminded_at``. Since ``postponed_at`` it waits for players, because too few had
    entered at its date. At ``due_at`` the sweep checks whether its players have to be
    reminded, whether it has to start, or whether all of its games are over.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(
        max_length=10, choices=SeasonStatus.choices, default=SeasonStatus.ENTERING
    )
    is_final = models.BooleanField("final", default=False)
    starts_at = models.DateTimeField("starts", null=True)
    reminded_at = models.DateTimeField("reminded", null=True)
    postponed_at = models.DateTimeField("postponed", null=True)
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
        """Whether it has not started."""
        return self.status == SeasonStatus.ENTERING

    @property
    def is_later_round(self) -> bool:
        """Whether only players of the round before play it."""
        return self.league.is_tournament and self.number > 1

    @property
    def is_going_on(self) -> bool:
        """Whether players can enter the season, or play in it."""
        return self.status in GOING_ON


def shown_first(seasons: Sequence[Season]) -> Season:
    """Return which of a league's seasons, newest first, its page shows."""
    return min(seasons, key=lambda season: SHOWN_FIRST.index(season.status))


class Entrant(models.Model):
    """
    A user in a season. Once the season has started, ``division`` counts from 1, the
    highest, and ``place`` is the entrant's seat in the order of the division, from 0.
    ``rank`` is the final rank, written when the season ends: None if nothing was
    played, and shared by players whom play could not separate. ``final_place`` is the
    line of the final table, from 1, where a lot has decided.

    A player who ``checked_in_at`` is there when a live round starts. One who dropped
    out at ``dropped_at`` plays no further game of the season; a ``substitute`` may have
    taken their games over. ``excluded_at`` is when the staff excluded them.
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
    final_place = models.PositiveSmallIntegerField(null=True)
    checked_in_at = models.DateTimeField("checked in", null=True)
    dropped_at = models.DateTimeField("dropped out", null=True)
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    excluded_at = models.DateTimeField("excluded", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "user"], name="entrant_once_a_season"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.season_id}"

    @property
    def has_games(self) -> bool:
        """Whether they were seated in games and have not dropped out of them."""
        return self.division is not None and self.dropped_at is None


class LeagueGame(models.Model):
    """
    A game of a division. ``entrants`` are its players' ids, by number of seat.
    ``ranks`` are the ranks by number of seat, from 1. They are None while the game is
    not final, and empty if it does not count. ``scores`` are the points by number of
    seat. If it ``is_corrected``, the staff set the ranks.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="league_game"
    )
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="games")
    division = models.PositiveSmallIntegerField()
    entrants = models.JSONField("entrants by seat")
    ranks = models.JSONField(null=True)
    scores = models.JSONField(default=list)
    seed = models.CharField(max_length=LONGEST_SEED, default="", editable=False)
    is_corrected = models.BooleanField("corrected", default=False)

    class Meta:
        verbose_name = "game of a league"
        verbose_name_plural = "games of leagues"

    def __str__(self) -> str:
        return f"game {self.game_id} of season {self.season_id}"


class LeagueInvitation(models.Model):
    """An invitation by email that its user has not accepted: that ends it."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="invitations"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    invited_at = models.DateTimeField("invited")
    declined_at = models.DateTimeField("declined", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], name="league_invitation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.league_id}"


class HostAct(models.Model):
    """
    Something that a host did for all, or to one ``user``. The staff read it, and emails
    are written from it. ``words`` are the host's, or the names of changed fields.
    """

    class What(models.TextChoices):
        INVITED = "invited", "invited somebody"
        REMINDED = "reminded", "reminded somebody of an invitation"
        WITHDREW = "withdrew", "withdrew an invitation"
        REMOVED = "removed", "took a player out"
        CHANGED = "changed", "changed the terms"
        WROTE = "wrote", "wrote to all"
        APPOINTED = "appointed", "named a second host"
        DISMISSED = "dismissed", "dismissed the second host"
        STARTED = "started", "started a season by hand"
        HANDED_OVER = "handed_over", "handed over hosting"
        CLOSED = "closed", "ended the league"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="acts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    what = models.CharField(max_length=12, choices=What.choices)
    words = models.CharField(max_length=LONGEST_WORDS, default="", blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.what} in {self.league_id}"

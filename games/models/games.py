"""Games and their seeds."""

from typing import Any, Self

from django.apps import apps
from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.fields import TermsField, check_known, index_where_set, unique_text
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.match import state as match_states
from stoneage_core.match.state import TableState
from stoneage_core.terms import Audience, Terms
from stoneage_core.time_control import TimeControl


class Status(models.TextChoices):
    INVITING = "inviting", _("waiting for players")
    ACTIVE = "active", _("being played")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Invitation(models.TextChoices):
    OPEN = "open", _("open")
    LINKED = "linked", _("for anyone who has the link")
    INVITED = "invited", _("invited")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")


SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
SLUG_LENGTH = 10
#: The name of the sample game, which every site has (``games.history.sample``).
SAMPLE_SLUG = "watchagame"
#: The event after which the first page shows its board: many people stand on it.
SAMPLE_IN_PLAY = 263
#: The longest personal line of a host in the invitations, in characters.
LONGEST_GREETING = 200

#: The staff's permissions. A migration puts them into groups.
MODERATION: list[tuple[str, Any]] = [
    ("pause_game", _("Can pause and resume games, and give more time")),
    ("set_clock", _("Can change the pace of a game")),
    ("manage_links", _("Can make links useless, and send emails again")),
    ("replace_player", _("Can replace players, and put seats on autopilot")),
    ("play_for_seat", _("Can play for a seat")),
    ("roll_back_game", _("Can take a game back to an event")),
    ("end_game", _("Can end a game")),
    ("freeze_game", _("Can freeze and unfreeze games")),
    ("note_game", _("Can leave notes at a game, and answer reports")),
    ("warn_user", _("Can warn and mute players, and keep them from new games")),
    ("ban_user", _("Can ban players")),
    ("manage_accounts", _("Can change addresses, and have people’s data deleted")),
    ("audit_game", _("Can read the whole record of a running game")),
]


class GameQuerySet(models.QuerySet["Game"]):
    def active(self) -> Self:
        return self.filter(status=Status.ACTIVE)

    def waiting(self) -> Self:
        return self.filter(status=Status.INVITING)

    def unfinished(self) -> Self:
        return self.filter(status__in=(Status.INVITING, Status.ACTIVE))

    def stuck(self) -> Self:
        """Return running games whose time-out failed. It is retried every hour."""
        failed = self.active().filter(timeout_failed_at__isnull=False)
        return failed.filter(frozen_at=None)

    def with_seats(self) -> Self:
        in_order = apps.get_model("games.Seat").objects.in_order()
        seats = models.Prefetch("seats", queryset=in_order)
        return self.select_related("host").prefetch_related(seats, "league")

    def without_positions(self) -> Self:
        """Leave out the two columns that take kilobytes."""
        return self.defer("state", "table")


class Game(models.Model):
    """
    The header of a game. Its stream of events is the source of truth. ``slug`` to
    ``created_at`` are set when the game is made. ``rematch_of`` is the finished game
    that the players play again, ``audience`` says who may watch, and ``greeting`` is
    the host's personal line in the invitations. The host can switch
    ``spectators_talk`` off. ``archived_at`` is when the events became one row
    (``GameArchive``). The staff set ``frozen_at`` and
    ``reveal_at``: a game that they ended can be resumed until ``reveal_at``, when its
    seed is revealed. ``version`` and ``head`` say where the stream ends (last sequence,
    last hash), and ``logged_version`` and ``indexed_version`` are the latest
    versions that the site's log and the search index contain. Everything below them is
    a projection: it is written by ``games.log.read_model`` alone, and ``manage.py
    rebuild_projections`` can rebuild it.
    """

    slug = models.CharField(
        max_length=SLUG_LENGTH,
        editable=False,
        validators=[RegexValidator(f"^[{SLUG_ALPHABET}]{{{SLUG_LENGTH}}}$")],
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_games",
    )
    #: What the table agreed on. ``columns_of_terms`` derives other columns from it.
    terms = TermsField()
    seat_count = models.PositiveSmallIntegerField("number of players")
    rematch_of = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="rematches",
        db_index=False,  # game_rematch has the few that there are
    )
    league = models.ForeignKey(
        "League",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    audience = models.CharField(max_length=8, default=Audience.LINK.value)
    greeting = models.CharField(max_length=LONGEST_GREETING, default="", blank=True)
    spectators_talk = models.BooleanField("spectators may talk", default=True)
    created_at = models.DateTimeField("created")
    frozen_at = models.DateTimeField("frozen since", null=True)
    reveal_at = models.DateTimeField("final from", null=True)
    archived_at = models.DateTimeField("archived", null=True, editable=False)

    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default="", blank=True)
    logged_version = models.PositiveIntegerField(default=0, editable=False)
    indexed_version = models.PositiveIntegerField(default=0, editable=False)

    state = models.TextField(default="", blank=True)
    #: The form of ``state``. A state of another form is never read.
    state_version = models.PositiveSmallIntegerField(null=True)
    #: Clock, banks, absences and proposals: the encoded state of
    #: ``stoneage_core.match``.
    table = models.TextField(default="", blank=True)
    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.INVITING
    )
    rules_version = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    phase = models.CharField(max_length=12, default="invitation")
    is_voting = models.BooleanField("a vote is open", default=False)
    started_at = models.DateTimeField("started", null=True)
    finished_at = models.DateTimeField("finished", null=True)
    #: When the round of the beacon that the game waits for is published.
    beacon_due_at = models.DateTimeField("beacon due", null=True)
    #: When the next open proposal expires.
    votes_due_at = models.DateTimeField("vote open until", null=True)
    #: When the people at a waiting game are told which seats nobody has taken.
    answers_due_at = models.DateTimeField("answers due", null=True)
    #: When carrying out a time-out last failed; cleared by the next decision.
    timeout_failed_at = models.DateTimeField("time-out failed", null=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        permissions = MODERATION
        constraints = [
            models.CheckConstraint(
                name="game_seat_count_valid",
                condition=models.Q(seat_count__range=(FEWEST_SEATS, MOST_SEATS)),
            ),
            check_known("status", Status, "game_status_known"),
            check_known("audience", Audience, "game_audience_known"),
            unique_text("slug", "game_slug_once"),
            # After a rematch is cancelled, another one can be made.
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=models.Q(rematch_of__isnull=False)
                & ~models.Q(status=Status.CANCELLED),
                name="game_rematch_once",
            ),
        ]
        indexes = [
            # queries.open_games: games to join, newest first
            models.Index(
                fields=["-created_at"],
                condition=models.Q(status=Status.INVITING),
                name="game_inviting",
            ),
            # deadlines.games_of_older_rules
            models.Index(
                fields=["rules_version"],
                condition=models.Q(status__in=(Status.INVITING, Status.ACTIVE)),
                name="game_unfinished_rules",
            ),
            # log.archiving: games that ended long ago
            models.Index(
                fields=["finished_at"],
                condition=models.Q(status=Status.FINISHED, archived_at=None),
                name="game_to_archive",
            ),
            # lobby.lists: games that everyone may watch, newest first
            models.Index(
                fields=["status", "-id"],
                condition=models.Q(audience=Audience.EVERYONE.value),
                name="game_listed",
            ),
            # moderation.dashboard
            models.Index(
                fields=["id"],
                condition=models.Q(frozen_at__isnull=False)
                | models.Q(timeout_failed_at__isnull=False),
                name="game_stuck",
            ),
            models.Index(
                fields=["id"], condition=models.Q(is_voting=True), name="game_voting"
            ),
            # deadlines.BEACONS
            index_where_set("beacon_due_at", "game_beacon"),
            # deadlines.VOTES
            index_where_set("votes_due_at", "game_votes"),
            # seats.invitations.ANSWERS
            index_where_set("answers_due_at", "game_answers"),
            # deadlines.REVEALS
            index_where_set("reveal_at", "game_reveal"),
            index_where_set("rematch_of", "game_rematch"),
            # transparency.sequencer: games whose heads are not in the site's log yet
            models.Index(
                fields=["id"],
                condition=models.Q(version__gt=models.F("logged_version")),
                name="game_unlogged",
            ),
            # history.event_index: games with events that are not in the index yet
            models.Index(
                fields=["id"],
                condition=models.Q(version__gt=models.F("indexed_version")),
                name="game_unindexed",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_sample(self) -> bool:
        return self.slug == SAMPLE_SLUG

    @property
    def table_state(self) -> TableState:
        return match_states.decode(self.table) if self.table else match_states.UNSET

    @property
    def is_active(self) -> bool:
        return self.status == Status.ACTIVE

    @property
    def is_frozen(self) -> bool:
        """Whether the staff froze it: nobody decides, and no time runs."""
        return self.frozen_at is not None

    @property
    def is_inviting(self) -> bool:
        return self.status == Status.INVITING

    @property
    def is_finished(self) -> bool:
        return self.status == Status.FINISHED

    @property
    def is_cancelled(self) -> bool:
        return self.status == Status.CANCELLED

    @property
    def is_final(self) -> bool:
        """Whether the game is over and cannot be resumed, because its seed is known."""
        return self.is_finished and self.reveal_at is None

    @property
    def is_watchable(self) -> bool:
        return self.audience != Audience.NOBODY

    @property
    def time_control(self) -> TimeControl:
        return self.table_state.control


def columns_of_terms(terms: Terms) -> dict[str, Any]:
    return {
        "terms": terms,
        "seat_count": terms.player_count,
        "audience": terms.audience.value,
    }


class GameSeed(models.Model):
    """
    The secret seed of a game's dice. It never appears in the state, a log or the admin.
    Its SHA-256 is in the first event; the last event reveals it.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="seed"
    )
    secret = models.BinaryField()

    def __str__(self) -> str:
        return f"seed of {self.game_id}"

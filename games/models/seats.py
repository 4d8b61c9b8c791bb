"""The seats of a game: who sits there, what they are asked, until when."""

from django.conf import settings
from django.db import models

from games.models.conditions import check_known, index_where_set
from games.models.game_choices import Invitation, Status
from games.models.games import Game
from stoneage_core.fields import MOST_SEATS

#: Letters of SLUG_ALPHABET: enough that nobody finds a code by trying.
CODE_LENGTH = 16


class Seat(models.Model):
    """
    A chair in one game; ``number`` (0 to 3) is the engine's player.

    Raising ``link_epoch`` revokes every link to this seat sent so far. ``absent_user``
    is the player for whom ``user`` plays as a substitute. ``bot`` is the name
    of the automatic player who sits here, '' for people, and ``namesake`` how many of
    the same name sat down before. ``has_orders`` spares a
    move the question for orders, ``looked_at`` is when the page was last open.

    What is counted of its decisions over many games is kept in ``archived_in_time``,
    ``archived_missed`` and ``archived_lost`` once the events are archived: moves in
    person, time-outs, and how often autopilot took over for them.

    The last block is a projection: since when (moment and version) the seat's present
    decision is awaited, until when (guests take their time), the version that its
    player has certainly seen, and whether autopilot plays. ``remind_at`` and
    ``orders_at`` say when the sweep is next to send a reminder, or to follow orders,
    ``thinks_at`` when an opponent that searches is to begin to think.
    """

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,  # seat_number_once_a_game begins with it
    )
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        db_index=False,  # seat_user_once_a_game begins with it
    )
    bot = models.CharField(max_length=20, default="", blank=True)
    namesake = models.PositiveSmallIntegerField(default=0, editable=False)
    invitation = models.CharField(max_length=10, choices=Invitation.choices)
    link_epoch = models.PositiveIntegerField(default=0, editable=False)
    absent_user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="absent player",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,  # seat_absent_user has the few that there are
    )
    has_orders = models.BooleanField("orders", default=False)
    looked_at = models.DateTimeField("last looked", null=True)

    archived_in_time = models.PositiveSmallIntegerField(default=0, editable=False)
    archived_missed = models.PositiveSmallIntegerField(default=0, editable=False)
    archived_lost = models.PositiveSmallIntegerField(default=0, editable=False)

    awaited_at = models.DateTimeField("awaited since", null=True)
    awaited_version = models.PositiveIntegerField(null=True)
    deadline_at = models.DateTimeField("deadline", null=True)
    seen_version = models.PositiveIntegerField(default=0)
    is_on_autopilot = models.BooleanField("on autopilot", default=False)
    remind_at = models.DateTimeField("next reminder", null=True)
    orders_at = models.DateTimeField("orders due", null=True)
    thinks_at = models.DateTimeField("thought due", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], name="seat_number_once_a_game"
            ),
            models.UniqueConstraint(
                # By user, so that it finds the games of somebody, or of many at once.
                fields=["user", "game"],
                name="seat_user_once_a_game",
            ),
            models.CheckConstraint(
                name="seat_number_valid", condition=models.Q(number__lt=MOST_SEATS)
            ),
            check_known("invitation", Invitation, "seat_invitation_known"),
            models.CheckConstraint(
                name="seat_automatic_without_user",
                condition=models.Q(bot="")
                | models.Q(user__isnull=True, invitation="accepted"),
            ),
            models.CheckConstraint(
                name="seat_open_without_user",
                condition=~models.Q(invitation__in=[Invitation.OPEN, Invitation.LINKED])
                | models.Q(user__isnull=True),
            ),
            models.CheckConstraint(
                name="seat_awaited_whole",
                condition=models.Q(
                    awaited_at__isnull=True,
                    awaited_version__isnull=True,
                    deadline_at__isnull=True,
                )
                | models.Q(awaited_at__isnull=False, awaited_version__isnull=False),
            ),
        ]
        indexes = [
            # due.due_seats: the sweep for expired deadlines
            models.Index(
                fields=["deadline_at"],
                condition=models.Q(awaited_at__isnull=False),
                name="seat_awaited_deadline",
            ),
            # due.REMINDERS
            index_where_set("remind_at", "seat_reminder"),
            # due.ORDERS
            index_where_set("orders_at", "seat_orders"),
            # due.THOUGHTS
            index_where_set("thinks_at", "seat_thoughts"),
            # queries.autopilot_seats
            models.Index(
                fields=["game"],
                condition=models.Q(is_on_autopilot=True),
                name="seat_on_autopilot",
            ),
            index_where_set("absent_user", "seat_absent_user"),
            # queries.open_games
            models.Index(
                fields=["game"],
                condition=models.Q(invitation=Invitation.OPEN),
                name="seat_open",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.game_id}"

    @property
    def is_automatic(self) -> bool:
        """Whether an automatic player sits there."""
        return self.bot != ""

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for whoever sits there, and they can decide."""
        is_running = self.game.status == Status.ACTIVE and self.game.frozen_at is None
        return is_running and self.awaited_at is not None and not self.is_on_autopilot


class JoinLink(models.Model):
    """
    A link to one seat, for whoever its host passes it on to.

    ``code`` is all that it takes to sit down, until somebody has, or the host fills the
    seat in another way, makes another link, or revokes this one: then the row is gone.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="join_link"
    )
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    made_at = models.DateTimeField("made")

    def __str__(self) -> str:
        return f"link to {self.seat_id}"


class CoachedDecision(models.Model):
    """
    A decision that a player asked the coach about, the last one of a seat.

    The game had ``version`` then: what is said of it holds for that position alone.
    ``moves`` are None until they have been compared; then each is an object of
    ``command``, in the notation, and of ``percent`` and ``error``, in percent of the
    ``playouts`` games that it was played on. ``failed_at`` is when the question was
    given up.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="coaching"
    )
    version = models.PositiveIntegerField("version of the game")
    asked_at = models.DateTimeField("asked")
    playouts = models.PositiveSmallIntegerField("playouts of each move", default=0)
    moves = models.JSONField(null=True)
    failed_at = models.DateTimeField("given up", null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=models.Q(moves__isnull=True, failed_at__isnull=True),
                name="coached_decision_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"coaching for {self.seat_id}"


class ComparedMove(models.Model):
    """
    What an opponent found that compared moves by playing on: its last one to tell of.

    It decided on ``version`` of the game. Of 100 games the move ``won`` so many, and
    the ``next_best`` one so many. It is found again from the log alone.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="compared"
    )
    version = models.PositiveIntegerField("version of the game")
    won = models.PositiveSmallIntegerField("games won, of 100")
    next_best = models.PositiveSmallIntegerField("games won by the next best, of 100")

    def __str__(self) -> str:
        return f"compared move of {self.seat_id}"

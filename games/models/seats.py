"""The seats of a game: who sits there, until when they decide, orders and offers."""

from datetime import datetime, timedelta
from typing import Self

import msgspec
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models

from games.models.fields import check_known, index_where_set
from games.models.games import Game, Invitation, Status
from stoneage_core.fields import MOST_SEATS
from stoneage_core.orders import Reason

#: Letters of SLUG_ALPHABET. That is long enough that nobody can guess a code.
CODE_LENGTH = 16
#: An open page reports itself every four minutes. A later report means that it is
#: closed.
PAGE_IS_OPEN = timedelta(minutes=5)


class SeatQuerySet(models.QuerySet["Seat"]):
    def accepted(self) -> Self:
        return self.filter(invitation=Invitation.ACCEPTED)

    def in_active_games(self) -> Self:
        return self.filter(game__status=Status.ACTIVE)

    def in_waiting_games(self) -> Self:
        return self.filter(game__status=Status.INVITING)

    def in_finished_games(self) -> Self:
        return self.filter(game__status=Status.FINISHED)

    def overdue(self, now: datetime) -> Self:
        """
        Return seats whose time has run out. The condition is exactly that of the
        partial index ``seat_awaited_deadline``, without joins.
        """
        return self.filter(awaited_at__isnull=False, deadline_at__lte=now)

    def reached_by(self, user: "AbstractBaseUser | int") -> Self:
        """Return the seats that a user has, is invited to, or can return to."""
        return self.filter(models.Q(user=user) | models.Q(absent_user=user))

    def held_by(self, user: "AbstractBaseUser | int") -> Self:
        """Return the seats that a user has or can return to, without invitations."""
        has_joined = models.Q(user=user, invitation=Invitation.ACCEPTED)
        return self.filter(has_joined | models.Q(absent_user=user))

    def in_order(self) -> Self:
        """Return the seats by number, with their users."""
        return self.select_related("user").order_by("number")

    def with_tables(self) -> Self:
        """Select seats together with their games and all players."""
        table = models.Prefetch("game__seats", queryset=Seat.objects.in_order())
        seats = self.select_related("game", "user")
        return seats.prefetch_related(table, "game__league")


class Seat(models.Model):
    """
    A seat in one game. ``number`` (0 to 3) is the engine's player. Raising
    ``link_epoch`` revokes every link to this seat sent so far. ``absent_user`` is the
    player for whom ``user`` plays as a substitute. ``bot`` is the name of the automatic
    player who sits here, or '' for people, and ``namesake`` how many of the same name
    sat down before. ``has_orders`` saves each move a query for orders. ``looked_at`` is
    when the page was last open. ``archived_in_time``, ``archived_missed`` and
    ``archived_lost`` count moves in person, time-outs, and takeovers by autopilot. They
    are written when the events are archived. The last block is a projection: since when
    (time and version) the seat's decision is awaited, its deadline (guests have none),
    the version that its player has certainly seen, and whether autopilot plays.
    ``remind_at`` and ``orders_at`` say when the sweep sends the next reminder or checks
    the orders, and ``thinks_at`` when a bot that searches begins to think.
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

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number"], name="seat_number_once_a_game"
            ),
            models.UniqueConstraint(
                # Begins with the user, so that the index also finds the games of a
                # user.
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
            # deadlines.due_seats: the sweep for expired deadlines
            models.Index(
                fields=["deadline_at"],
                condition=models.Q(awaited_at__isnull=False),
                name="seat_awaited_deadline",
            ),
            # deadlines.REMINDERS
            index_where_set("remind_at", "seat_reminder"),
            # deadlines.ORDERS
            index_where_set("orders_at", "seat_orders"),
            # deadlines.THOUGHTS
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
        return self.bot != ""

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for the person in this seat, and they can decide."""
        is_running = self.game.is_active and not self.game.is_frozen
        return is_running and self.awaited_at is not None and not self.is_on_autopilot

    @property
    def has_joined(self) -> bool:
        return self.invitation == Invitation.ACCEPTED

    @property
    def is_invited(self) -> bool:
        return self.invitation == Invitation.INVITED

    def belongs_to(self, user: "AbstractBaseUser") -> bool:
        """Return whether the user has the seat, or a substitute plays it for them."""
        return user.pk in (self.user_id, self.absent_user_id)

    def is_open_in_browser(self, now: datetime) -> bool:
        """Return whether the player has the page open, or had it minutes ago."""
        return self.looked_at is not None and now - self.looked_at < PAGE_IS_OPEN


class JoinLink(models.Model):
    """
    A link with which anybody can take one seat. Its host passes it on. ``code`` is the
    secret in the link. The row is deleted when somebody sits down, or when the host
    fills the seat in another way, makes another link, or revokes this one.
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
    The last decision of a seat that its player asked the coach about. The game had
    ``version`` then, and the answer is valid for that position alone. ``moves`` is None
    until the moves have been compared. Each is an object with the ``command`` in
    notation, ``percent`` and ``error``, in percent of its ``playouts`` games, and
    ``is_best`` if that cannot tell it from the best one.
    ``failed_at`` is when the question was given up.
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
    The figures of the last notable decision of a bot that compares moves by playouts.
    It decided on ``version`` of the game. The move ``won`` so many of 100 games, and
    the ``next_best`` one so many. The figures can be computed again from the log alone.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="compared"
    )
    version = models.PositiveIntegerField("version of the game")
    won = models.PositiveSmallIntegerField("games won, of 100")
    next_best = models.PositiveSmallIntegerField("games won by the next best, of 100")

    def __str__(self) -> str:
        return f"compared move of {self.seat_id}"


LONGEST_ORDERS = 2000


class SeatOrders(models.Model):
    """
    What a player wants done when they are asked; for nobody else to see. ``text`` is in
    the notation of ``stoneage_core.orders``; people are placed in ``places_in_round``
    at the latest, and used in ``uses_in_round``. With ``at_deadline`` the orders are
    followed only when time runs out. ``disarmed_at`` is when they could not be followed
    and ``disarmed_for`` why, as facts; they rest until their player changes them.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="orders"
    )
    text = models.TextField("orders", max_length=LONGEST_ORDERS)
    at_deadline = models.BooleanField("only when time runs out", default=False)
    places_in_round = models.PositiveSmallIntegerField("placements in round")
    uses_in_round = models.PositiveSmallIntegerField("uses in round")
    written_at = models.DateTimeField("written")
    disarmed_at = models.DateTimeField("set aside", null=True)
    disarmed_for = models.JSONField("why put aside", null=True)

    class Meta:
        verbose_name = "orders"
        verbose_name_plural = "orders"

    def __str__(self) -> str:
        return f"orders for {self.seat_id}"

    @property
    def disarmed_reason(self) -> Reason | None:
        """Why the orders were put aside, or None if they hold."""
        if self.disarmed_for is None:
            return None
        reason: Reason = msgspec.convert(self.disarmed_for, Reason)
        return reason


class SeatOfferQuerySet(models.QuerySet["SeatOffer"]):
    def open(self) -> Self:
        return self.filter(state=SeatOffer.State.OPEN)


class SeatOffer(models.Model):
    """
    An offer that a user plays a seat in its player's place, if the other side agrees.
    ``user`` plays ``for_good``, or until the seat's player is back. If ``by_player``,
    the seat's player (``invited_by``) asked ``user``, who answers. Otherwise the staff
    did so if it is for good; if not, ``user`` came forward, and the table votes.
    ``number`` counts the offers of a game from 1. Events refer to offers by it, because
    events contain no users.
    """

    class State(models.TextChoices):
        """All but the first are final."""

        OPEN = "open", "open"
        TAKEN = "taken", "taken: the user sat down"
        DECLINED = "declined", "declined by the user"
        WITHDRAWN = "withdrawn", "withdrawn by the person who made it"
        LAPSED = "lapsed", "lapsed: the seat needs nobody, or the user cannot come"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="offers")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_offers"
    )
    for_good = models.BooleanField("for good")
    by_player = models.BooleanField("by the seat's player", default=False)
    #: Who asked the user, or None if the user offered.
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    offered_at = models.DateTimeField("offered")
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    closed_at = models.DateTimeField("closed", null=True)

    objects = SeatOfferQuerySet.as_manager()

    class Meta:
        verbose_name = "offer of a seat"
        verbose_name_plural = "offers of seats"
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "user"],
                condition=models.Q(state="open"),
                name="offer_once_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"offer {self.number} for {self.seat_id}"

    @property
    def needs_vote(self) -> bool:
        """Whether the table votes on it; otherwise the user accepts it."""
        return not (self.for_good or self.by_player)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    def close(self, state: State, now: datetime) -> None:
        self.state, self.closed_at = state, now
        self.save(update_fields=["state", "closed_at"])

"""Offers to play a seat in its player's place."""

from datetime import datetime

from django.conf import settings
from django.db import models

from games.models.seats import Seat


class SeatOffer(models.Model):
    """
    An offer that a user plays a seat in its player's place, if the other side agrees.

    If ``for_good``, the staff (``invited_by``) asked ``user``, who answers. Otherwise
    ``user`` offered to play until the seat's player returns, and the table votes.
    ``number`` counts the offers of a game from 1. Events refer to offers by it, because
    events contain no users.
    """

    class State(models.TextChoices):
        """The status of an offer. All but the first are final."""

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
    #: The member of the staff who asked the user, or None if the user offered.
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    offered_at = models.DateTimeField("offered")
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    closed_at = models.DateTimeField("closed", null=True)

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
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    def close(self, state: State, now: datetime) -> None:
        """Close an open offer with its final state."""
        self.state, self.closed_at = state, now
        self.save(update_fields=["state", "closed_at"])

"""Standing orders of players who are away, and offers to stand in for them."""

from django.conf import settings
from django.db import models

from games.models.seats import Seat

LONGEST_ORDERS = 2000


class SeatOrders(models.Model):
    """
    What a player wants done when they are asked; for nobody else to see.

    ``text`` is in the notation of ``stoneage_core.standing``; its placements are meant
    for ``for_round`` at the latest, and what it buys for ``buys_in_round``. With
    ``at_deadline`` they are followed only when time runs out. ``disarmed_at`` tells
    that they no longer fitted and ``disarmed_for`` why, as facts; they rest until their
    player writes them anew.
    """

    seat = models.OneToOneField(
        Seat, primary_key=True, on_delete=models.CASCADE, related_name="orders"
    )
    text = models.TextField("orders", max_length=LONGEST_ORDERS)
    at_deadline = models.BooleanField("only when time runs out", default=False)
    for_round = models.PositiveSmallIntegerField("placements for round")
    buys_in_round = models.PositiveSmallIntegerField("purchases for round")
    written_at = models.DateTimeField("written")
    disarmed_at = models.DateTimeField("set aside", null=True)
    disarmed_for = models.JSONField("why put aside", null=True)

    class Meta:
        verbose_name = "standing orders"
        verbose_name_plural = "standing orders"

    def __str__(self) -> str:
        return f"orders for {self.seat_id}"


class SubstituteOffer(models.Model):
    """
    Somebody would play on for an absent player; the others vote on it.

    ``number`` counts the offers of a game from 1: events name them by it, for they
    name no people.
    """

    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="substitute_offers"
    )
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="substitute_offers",
    )
    #: Who of the staff invited them; None for somebody who offered by themselves.
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    offered_at = models.DateTimeField("offered")
    withdrawn_at = models.DateTimeField("withdrawn", null=True)

    class Meta:
        verbose_name = "offer to stand in"
        verbose_name_plural = "offers to stand in"
        constraints = [
            models.UniqueConstraint(
                fields=["seat", "user"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="offer_once_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"offer {self.number} for {self.seat_id}"

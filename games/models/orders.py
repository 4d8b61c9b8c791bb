"""Standing orders of players who are away."""

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

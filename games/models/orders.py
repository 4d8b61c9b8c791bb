"""Orders: what players want done later."""

import msgspec
from django.db import models

from games.models.seats import Seat
from stoneage_core.orders import Reason

LONGEST_ORDERS = 2000


class SeatOrders(models.Model):
    """
    What a player wants done when they are asked; for nobody else to see.

    ``text`` is in the notation of ``stoneage_core.orders``; people are placed in
    ``places_in_round`` at the latest, and used in ``uses_in_round``. With
    ``at_deadline`` the orders are followed only when time runs out. ``disarmed_at`` is
    when they could not be followed and ``disarmed_for`` why, as facts; they rest until
    their player changes them.
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

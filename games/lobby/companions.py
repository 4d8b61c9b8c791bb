"""People whom somebody has played with, to be asked again by one tick."""

from django.db.models import Max, Q

from games.models import Invitation, Seat, User

#: So many are offered; whoever plays with more writes an address.
MOST_COMPANIONS = 6


def companions_of(user: User) -> list[User]:
    """
    Return people who sat at a table with somebody, the latest first. One query.

    Without those who cannot be asked by mail, or have no name to be known by.
    """
    games = Seat.objects.filter(user=user, invitation=Invitation.ACCEPTED)
    together = Q(
        seats__game__in=games.values("game"),
        seats__invitation=Invitation.ACCEPTED,
    )
    people = User.objects.filter(together, is_active=True, email__isnull=False)
    people = people.exclude(pk=user.pk).exclude(name="")
    latest = people.annotate(latest=Max("seats__game_id", filter=together))
    return list(latest.order_by("-latest", "pk")[:MOST_COMPANIONS])

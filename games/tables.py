"""At which tables somebody sits: nobody of the staff looks behind their own."""

from django.db.models import Q, QuerySet

from games.models import Game, Invitation, Seat, Status, User

_OPEN = (Status.INVITING, Status.ACTIVE)


def seats_of(user: User) -> QuerySet[Seat]:
    """Return the seats that somebody has, or is to come back to; not what waits."""
    theirs = Q(user=user, invitation=Invitation.ACCEPTED) | Q(absent_user=user)
    return Seat.objects.filter(theirs)


def running(user: User) -> QuerySet[Game]:
    """
    Return the games of somebody that are not over for good.

    One that the staff ended may go on until it is final.
    """
    open_games = Q(status__in=_OPEN) | Q(reveal_at__isnull=False)
    return Game.objects.filter(open_games, seats__in=seats_of(user))


def shared(first: User, second: User) -> QuerySet[Game]:
    """Return the games, not over for good, in which two people meet."""
    return running(first).filter(pk__in=running(second).values("pk"))

"""At which tables somebody sits: nobody of the staff looks behind their own."""

from django.db.models import Q, QuerySet

from games.models import Game, Invitation, Report, Seat, Status, User

#: Of a game that is not over for good: one that the staff ended may go on for a while.
IS_OPEN = Q(status__in=(Status.INVITING, Status.ACTIVE)) | Q(reveal_at__isnull=False)


def seats_of(user: User) -> QuerySet[Seat]:
    """Return the seats that somebody has, or is to come back to; not what waits."""
    theirs = Q(user=user, invitation=Invitation.ACCEPTED) | Q(absent_user=user)
    return Seat.objects.filter(theirs)


def running(user: User) -> QuerySet[Game]:
    """Return the games of somebody that are not over for good."""
    return Game.objects.filter(IS_OPEN, seats__in=seats_of(user))


def reports_for(user: User) -> QuerySet[Report]:
    """Return the reports that are neither about somebody nor from a table of theirs."""
    theirs = Game.objects.filter(seats__in=seats_of(user))
    return Report.objects.exclude(about=user).exclude(
        game__isnull=False, game__in=theirs
    )


def shared(first: User, second: User) -> QuerySet[Game]:
    """Return the games, not over for good, in which two people meet."""
    return running(first).filter(pk__in=running(second).values("pk"))


def plays(game: Game, user: User) -> bool:
    """Whether somebody sits at a table, or is to come back to it."""
    return seats_of(user).filter(game=game).exists()

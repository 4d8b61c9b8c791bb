"""Who may moderate what and whom: nobody of the staff looks behind their own tables."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from games.errors import Forbidden
from games.models import Game, Invitation, Report, Seat, Status, User

#: Of a game that is not over for good: one that the staff ended may go on for a while.
IS_OPEN = Q(status__in=(Status.INVITING, Status.ACTIVE)) | Q(reveal_at__isnull=False)


def seats_of(user: User) -> QuerySet[Seat]:
    """Return the seats that somebody has, or is to come back to; not what waits."""
    theirs = Q(user=user, invitation=Invitation.ACCEPTED) | Q(absent_user=user)
    return Seat.objects.filter(theirs)


def open_games_of(user: User) -> QuerySet[Game]:
    """Return the games of somebody that are not over for good."""
    return Game.objects.filter(IS_OPEN, seats__in=seats_of(user))


def reports_for(user: User) -> QuerySet[Report]:
    """Return the reports that are neither about somebody nor from a table of theirs."""
    theirs = Game.objects.filter(seats__in=seats_of(user))
    return Report.objects.exclude(about=user).exclude(
        game__isnull=False, game__in=theirs
    )


def require_permission(by: User, permission: str) -> None:
    """Raise Forbidden to whom the permission was not given."""
    if not by.has_perm(f"games.{permission}"):
        raise Forbidden("You do not have the permission to do that.")


def require_not_playing(by: User, seats: Iterable[Seat]) -> None:
    """Raise Forbidden to somebody who plays, or is to come back, in a game."""
    if any(by.pk in (seat.user_id, seat.absent_user_id) for seat in seats):
        raise Forbidden("You play in this game, so somebody else has to moderate it.")


def require_not_entangled(by: User, user: User) -> None:
    """
    Raise Forbidden to somebody who is, or plays with, the person to be moderated.

    To moderate whom one plays with would be to moderate one's own game.
    """
    if user.pk == by.pk or user.is_superuser:
        raise Forbidden("This person cannot be moderated by you.")
    if open_games_of(by).filter(pk__in=open_games_of(user).values("pk")).exists():
        raise Forbidden(
            "You play in a game with this person, so somebody else has to do that."
        )


def require_unconcerned(by: User, report: Report) -> None:
    """Raise Forbidden to who made a report, is reported, or plays in the game."""
    if by.pk in (report.reporter_id, report.about_id):
        raise Forbidden("Somebody else has to close this report: it concerns you.")
    if report.game is not None:
        require_not_playing(by, report.game.seats.all())

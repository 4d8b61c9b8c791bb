"""Who may have rights of the staff."""

from games.models import Invitation, Seat, User


def has_a_seat(user: User) -> bool:
    """Return whether a user plays or has played in any game, or is invited to one."""
    seats = Seat.objects.reached_by(user).exclude(invitation=Invitation.DECLINED)
    return seats.exists()


def has_rights(user: User) -> bool:
    """Return whether a user has any rights of the staff that can be removed."""
    return user.is_staff or user.is_superuser or user.groups.exists()

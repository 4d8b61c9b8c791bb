"""How their host reads of invited people, of whom an address may be all they know."""

from games.models import Invitation, Seat
from games.text import name_of
from notifications.subjects import has_moved

#: Until then all that is known of a seat's person may be what the host typed.
_BEFORE_JOINING = (Invitation.INVITED, Invitation.DECLINED)


def invitee_of(seat: Seat) -> str:
    """
    Name a seat's person to its host; by their address only if the host typed it.

    Who has joined has a name or a colour, and an address of their own is nobody's
    business.
    """
    user = seat.user
    if user is None or user.name or user.email is None:
        return name_of(seat)
    is_typed = seat.invitation in _BEFORE_JOINING and not has_moved(user)
    return user.email if is_typed else name_of(seat)

"""How their host reads of invited people, of whom an address may be all they know."""

from games import selectors
from games.models import Invitation, Seat, User
from notifications.models import Kind, OutgoingMail
from notifications.outbox.drafts import key_of

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
        return selectors.name_of(seat)
    is_typed = seat.invitation in _BEFORE_JOINING and not _has_moved(user)
    return user.email if is_typed else selectors.name_of(seat)


def _has_moved(user: User) -> bool:
    """Whether somebody ever changed their address: hosts may know another one."""
    moved = OutgoingMail.objects.filter(kind=Kind.ADDRESS_CHANGED)
    key = key_of(Kind.ADDRESS_CHANGED, f"{user.pk}:")
    return moved.filter(dedupe_key__startswith=key).exists()

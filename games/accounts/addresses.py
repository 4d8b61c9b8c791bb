"""A user's addresses: a primary one for emails, and others that identify the user, too.

They are rows of allauth's ``EmailAddress``, whose views add, confirm and remove them.
Here is what our service adds: whom an address may belong to, and what a change ends.
"""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.access import end_access
from games.accounts.users import clean_email, find_user, user_for_email
from games.errors import Refused
from games.locks import lock_users, require_named
from games.models import Seat, User
from games.signals import (
    AddressAdditionRequested,
    publish,
)

STAFF_STAYS = _("Ask an administrator to change the address of a moderator’s account.")
NO_ADDRESS = _("You don’t have an address here yet. Keep your games with one first.")
SAME = _("That’s your address already.")
TAKEN = _("This address belongs to another player. If that’s you, sign in with it.")
#: With the primary one.
MOST_ADDRESSES = 6
TOO_MANY = _("That’s as many addresses as one person can have here. Remove one first.")


def is_unused(user: User) -> bool:
    """Return whether the user is nothing but one address that somebody entered."""
    is_plain = user.is_active and not user.is_staff and user.last_login is None
    has_seat = user.seats.exists() or Seat.objects.filter(absent_user=user).exists()
    asked = user.hosted_games.exists() or user.seat_offers.exists()
    is_known = (
        has_seat
        or asked
        or user.entrants.exists()
        or EmailAddress.objects.filter(user=user).exists()
    )
    return is_plain and user.forgotten_at is None and not is_known


def drop_unused(*, user: User) -> None:
    if is_unused(user):
        user.delete()


def require_player(user: User) -> None:
    """
    Raise Refused (forbidden) for the staff, (invalid) for users without an address.
    """
    if user.is_staff or user.is_superuser:
        raise Refused("forbidden", STAFF_STAYS)
    if user.email is None:
        raise Refused("invalid", NO_ADDRESS)


@transaction.atomic
def request_addition(*, user: User, email: str, now: datetime) -> None:
    """
    Ask the owner of an address by email whether it is another one of ``user``'s.

    Nothing changes until the link in the email is followed. The answer does not reveal
    whether the address is known here; only the email does. Raise Refused (invalid or
    forbidden).
    """
    require_player(user)
    email = clean_email(email)
    if user.has_address(email):
        raise Refused("invalid", SAME)
    others = EmailAddress.objects.filter(user=user).exclude(email=email)
    if others.count() >= MOST_ADDRESSES:
        raise Refused("invalid", TOO_MANY)
    owner = user_for_email(
        email=email, now=now, language=user.language, time_zone=user.time_zone
    )
    EmailAddress.objects.get_or_create(user=user, email=email)
    publish(AddressAdditionRequested(user, owner, now=now))


@transaction.atomic
def confirm_address(*, user: User, email: str) -> None:
    """
    Record that an address is the user's, because they read its emails or wrote from it.
    The first one becomes the primary one. Idempotent.

    Raise Refused (invalid) if it belongs to somebody who plays here.
    """
    owner = find_user(email)
    locked = lock_users([user.pk, *([owner.pk] if owner else [])])
    user = require_named(user, locked.get(user.pk))
    if owner is not None and owner != user:
        owner = locked.get(owner.pk)
        if owner is not None and not is_unused(owner):
            raise Refused("invalid", TAKEN)
        if owner is not None:
            owner.delete()
    own = EmailAddress.objects.filter(user=user)
    if not own.filter(primary=True).exists():
        own.update_or_create(
            user=user, email=str(user.email), defaults={"primary": True}
        )
    try:
        with transaction.atomic():
            EmailAddress.objects.update_or_create(
                user=user, email=email, defaults={"verified": True}
            )
    except IntegrityError:  # somebody else confirmed it at the same moment
        raise Refused("invalid", TAKEN) from None


@transaction.atomic
def trust_address(*, user: User, email: str, now: datetime) -> None:
    """
    Add an address from which an email came that our server vouches for. Idempotent.

    The caller has asked ``user``. Raise Refused (invalid) if the address is somebody
    else's.
    """
    email = clean_email(email)
    user = require_named(user, lock_users([user.pk]).get(user.pk))
    require_player(user)
    if user.has_address(email):
        return
    if (
        EmailAddress.objects.filter(user=user).exclude(email=email).count()
        >= MOST_ADDRESSES
    ):
        raise Refused("invalid", TOO_MANY)
    confirm_address(user=user, email=email)


def replace_address(*, user: User, email: str) -> None:
    """
    Give a locked user another address instead of their primary one.

    Ends all access with the former one. Raise Refused (invalid) if somebody plays under
    the new address.
    """
    former = user.email
    confirm_address(user=user, email=email)
    own = EmailAddress.objects.filter(user=user)
    own.filter(email=former).delete()
    own.filter(email=email).update(primary=True)
    user.email = email
    user.save(update_fields=["email"])
    record_primary_changed(user=user)


def record_primary_changed(*, user: User) -> None:
    """End access by the former primary address, and forget that its emails bounced."""
    user.unreachable_since, user.unreachable_why = None, ""
    user.save(update_fields=["unreachable_since", "unreachable_why"])
    end_access(user=user)

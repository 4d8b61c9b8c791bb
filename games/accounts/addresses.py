"""A user's addresses: a main one for emails, and others that also identify the user.

An address is added when its owner follows the link in an email, or by an email from it
that our server vouches for. It belongs to one user, and stands for that user wherever
it is used.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email, find_user, user_for_email
from games.errors import Refused
from games.locks import lock_user, lock_users, require_named
from games.models import Seat, User
from games.models.users import EmailAddress
from games.signals import (
    AddressAdditionRequested,
    AddressChanged,
    AddressChangeRequested,
    publish,
)

STAFF_STAYS = _("Ask an administrator to change the address of a moderator’s account.")
NO_ADDRESS = _("You don’t have an address here yet. Keep your games with one first.")
SAME = _("That’s your address already.")
TAKEN = _("This address belongs to another player. If that’s you, sign in with it.")
#: Besides the main address.
MOST_ADDRESSES = 5
TOO_MANY = _("That’s as many addresses as one person can have here. Remove one first.")
GONE = _("This address is no longer on your list.")


@transaction.atomic
def request_address(*, user: User, email: str, now: datetime) -> None:
    """
    Ask the owner of an address by email whether it becomes ``user``'s main one.

    Nothing changes until the link in the email is followed. The answer does not reveal
    whether the address is known here; only the email does. Raise Refused (invalid or
    forbidden).
    """
    require_player(user)
    publish(AddressChangeRequested(user, _other_owner(user, email, now), now=now))


@transaction.atomic
def change_address(*, user: User, wanted: User, now: datetime) -> None:
    """
    Give ``user`` the address of ``wanted``, who has never done anything here.

    Idempotent. Both are given as a link named them. They swap addresses, so that the
    former one gets a last email and can be taken back like any other. Links to seats
    keep working; sign-in links sent to the former address do not. Raise Refused
    (invalid) if somebody plays under the new address, (too_late) if the address of
    either user has changed.
    """
    locked = lock_users([user.pk, wanted.pk])
    owner = locked.get(user.pk)
    if owner is not None and owner.email == wanted.email:
        return  # the same link was followed a moment ago
    user = require_named(user, owner)
    wanted = require_named(wanted, locked.get(wanted.pk))
    require_player(user)
    swap_addresses(user, wanted)
    publish(AddressChanged(user, wanted, now=now))


def swap_addresses(user: User, other: User) -> None:
    """
    Swap the addresses of two locked users. Raise Refused (invalid) if somebody plays
    under the address of ``other``.
    """
    if not is_unused(other):
        raise Refused("invalid", TAKEN)
    old, new = user.email, other.email
    User.objects.filter(pk=other.pk).update(email=None)
    for person, address in (user, new), (other, old):
        _move(person, address)


def is_unused(user: User) -> bool:
    """Return whether the user is nothing but one address that somebody entered."""
    is_plain = user.is_active and not user.is_staff and user.last_login is None
    has_seat = user.seats.exists() or Seat.objects.filter(absent_user=user).exists()
    asked = user.hosted_games.exists() or user.seat_offers.exists()
    is_known = has_seat or asked or user.addresses.exists()
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


def _move(user: User, email: str | None) -> None:
    """Set the user's address, and clear what was known about the former one."""
    User.objects.filter(pk=user.pk).update(
        email=email,
        unreachable_since=None,
        unreachable_why="",
        sign_in_epoch=F("sign_in_epoch") + 1,
    )
    user.refresh_from_db()


@transaction.atomic
def request_addition(*, user: User, email: str, now: datetime) -> None:
    """
    Ask the owner of an address by email whether it is another one of ``user``'s.

    As with a change, the answer does not reveal whether the address is known here.
    Raise Refused (invalid or forbidden).
    """
    require_player(user)
    _require_room(user)
    publish(AddressAdditionRequested(user, _other_owner(user, email, now), now=now))


def _other_owner(user: User, email: str, now: datetime) -> User:
    """Return an address's owner. Raise Refused (invalid) if it is the user's own."""
    owner = user_for_email(
        email=email, now=now, language=user.language, time_zone=user.time_zone
    )
    if owner == user:
        raise Refused("invalid", SAME)
    return owner


@transaction.atomic
def confirm_addition(*, user: User, wanted: User, now: datetime) -> None:
    """
    Add the address of ``wanted``, who has never done anything here, to ``user``'s.

    Idempotent. Both are given as a link named them. Raise Refused (invalid) if somebody
    plays under the address, (too_late) if the address of either user has changed.
    """
    locked = lock_users([user.pk, wanted.pk])
    email = wanted.email
    user = require_named(user, locked.get(user.pk))
    if email is not None and user.has_address(email):
        return
    wanted = require_named(wanted, locked.get(wanted.pk))
    require_player(user)
    _add(user, str(email), wanted, now)


@transaction.atomic
def trust_address(*, user: User, email: str, now: datetime) -> None:
    """
    Add an address from which an email came that our server vouches for.

    Idempotent. The caller has asked ``user``. Raise Refused (invalid) if the address is
    somebody else's.
    """
    email = clean_email(email)
    owner = find_user(email)
    locked = lock_users([user.pk, *([owner.pk] if owner else [])])
    user = require_named(user, locked.get(user.pk))
    require_player(user)
    if not user.has_address(email):
        _add(user, email, locked.get(owner.pk) if owner else None, now)


@transaction.atomic
def remove_address(*, user: User, email: str) -> None:
    """Remove an address that is not the main one. Idempotent."""
    if found := _find_other(lock_user(user.pk), email):
        found.delete()


@transaction.atomic
def make_main(*, user: User, email: str) -> None:
    """
    Make another address of the user the main one. The former one remains theirs.

    Sign-in links sent to the former one become invalid. Raise Refused (too_late) if the
    address is not theirs, (forbidden) for the staff.
    """
    user = lock_user(user.pk)
    require_player(user)
    found = _find_other(user, email)
    if found is None:
        raise Refused("too_late", GONE)
    found.email, user.email = str(user.email), found.email
    found.save(update_fields=["email"])
    user.unreachable_since, user.unreachable_why = None, ""
    user.sign_in_epoch += 1
    user.save(
        update_fields=["email", "unreachable_since", "unreachable_why", "sign_in_epoch"]
    )


def _find_other(user: User, email: str) -> EmailAddress | None:
    """Return an address of a user besides the main one, or None."""
    # Compared in Python, because a form can contain text that the database rejects.
    return next((each for each in user.addresses.all() if each.email == email), None)


def _add(user: User, email: str, owner: User | None, now: datetime) -> None:
    """Add an address. Its ``owner``, if any, must be unused and is deleted."""
    _require_room(user)
    if owner is not None:
        if not is_unused(owner):
            raise Refused("invalid", TAKEN)
        owner.delete()
    EmailAddress.objects.create(user=user, email=email, confirmed_at=now)


def _require_room(user: User) -> None:
    if user.addresses.count() >= MOST_ADDRESSES:
        raise Refused("invalid", TOO_MANY)

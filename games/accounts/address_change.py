"""Change of address: the mails of a player's games follow, nothing else does."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.accounts.users import user_for_email
from games.errors import Forbidden, InvalidChoice
from games.models import Seat, User
from games.signals.bus import publish
from games.signals.people import AddressChanged, AddressChangeRequested
from games.store.locks import lock_users, require_named

STAFF_STAYS = _("Ask an administrator to change the address of a moderator’s account.")
NO_ADDRESS = _("You don’t have an address here yet. Keep your games with one first.")
SAME = _("That’s your address already.")
TAKEN = _("This address belongs to another player. If that’s you, sign in with it.")


@transaction.atomic
def request_address(*, user: User, email: str, now: datetime) -> None:
    """
    Ask the owner of an address by mail whether it is to be ``user``'s from now on.

    Nothing changes until the mail's link is followed, and nobody else learns whether
    the address is known here: the mail itself says so. Raise InvalidChoice, Forbidden.
    """
    require_player(user)
    wanted = user_for_email(
        email=email, now=now, language=user.language, time_zone=user.time_zone
    )
    if wanted == user:
        raise InvalidChoice(SAME)
    publish(AddressChangeRequested(user, wanted, now))


@transaction.atomic
def change_address(*, user: User, wanted: User, now: datetime) -> None:
    """
    Give ``user`` the address of ``wanted``, who never did anything here.

    Idempotent. Both are given as a link named them. They swap addresses,
    so that the one that is given up gets a last mail, and can be taken back like any
    other. Links to seats go on working; links to sign in that went to the old address
    do not. Raise InvalidChoice if somebody plays by it, TooLate if one of the two has
    another address by now.
    """
    locked = lock_users([user.pk, wanted.pk])
    if _is_done(locked.get(user.pk), wanted):
        return
    user = require_named(user, locked.get(user.pk))
    wanted = require_named(wanted, locked.get(wanted.pk))
    require_player(user)
    swap_addresses(user, wanted)
    publish(AddressChanged(user, wanted, now))


def swap_addresses(user: User, other: User) -> None:
    """
    Give two locked users the address of one another.

    Raise InvalidChoice if somebody plays by that of ``other``.
    """
    if not is_unused(other):
        raise InvalidChoice(TAKEN)
    old, new = user.email, other.email
    User.objects.filter(pk=other.pk).update(email=None)
    for person, address in (user, new), (other, old):
        _move(person, address)


def _is_done(user: User | None, wanted: User) -> bool:
    """Whether the same link was followed a moment ago."""
    return user is not None and user.email == wanted.email


def is_unused(user: User) -> bool:
    """Whether there is nothing of a user but one address that somebody entered."""
    is_plain = user.is_active and not user.is_staff and user.last_login is None
    sits = user.seats.exists() or Seat.objects.filter(absent_user=user).exists()
    asked = user.hosted_games.exists() or user.substitute_offers.exists()
    is_known = sits or asked or user.addresses.exists()
    return is_plain and user.forgotten_at is None and not is_known


def drop_unused(*, user: User) -> None:
    """Delete a user who has nothing but an address."""
    if is_unused(user):
        user.delete()


def require_player(user: User) -> None:
    """Raise Forbidden for the staff, InvalidChoice for whoever has no address yet."""
    if user.is_staff or user.is_superuser:
        raise Forbidden(STAFF_STAYS)
    if user.email is None:
        raise InvalidChoice(NO_ADDRESS)


def _move(user: User, email: str | None) -> None:
    """Write another address, against which nothing is known yet."""
    User.objects.filter(pk=user.pk).update(
        email=email,
        unreachable_since=None,
        unreachable_why="",
        sign_in_epoch=F("sign_in_epoch") + 1,
    )
    user.refresh_from_db()

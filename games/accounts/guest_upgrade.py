"""Guests keep their games by confirming an email address."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.addresses import confirm_address
from games.accounts.users import user_for_email
from games.errors import Refused
from games.locks import lock_games, lock_named
from games.models import Game, Seat, User
from games.signals import KeepRequested, publish


@transaction.atomic
def request_keeping(*, guest: User, email: str, now: datetime) -> User:
    """
    Ask the owner of an address by email whether a guest's games become theirs.

    Entering an address proves nothing, so the guest keeps the seats until the link in
    the email is followed (``confirm_keeping``). An existing user of the address is not
    changed. A new one gets the guest's language and time zone. Return that user.
    """
    if not guest.is_guest:
        raise Refused("invalid", _("You’ve given your email address already."))
    seat = guest.seats.select_related("game").order_by("-game_id").first()
    if seat is None:
        raise Refused("invalid", _("There’s no game to keep."))
    user = user_for_email(
        email=email, now=now, language=guest.language, time_zone=guest.time_zone
    )
    publish(KeepRequested(seat, user, now=now))
    return user


@transaction.atomic
def confirm_keeping(*, seat: Seat, user: User, now: datetime) -> bool:
    """
    Give ``user`` all seats of the guest who has this one. Idempotent. Return whether
    they were still the guest's.

    Links to the seats keep working. A user who has never played or signed in also gets
    the guest's name. Raise Refused (taken) if the games were kept with another address,
    (too_late) if the address of ``user`` changed since the link was sent.
    """
    (user,) = lock_named(user)
    guests = User.objects.filter(seats=seat.pk)
    lock_games(Game.objects.filter(seats__user__in=guests))
    owner = Seat.objects.get(pk=seat.pk).user
    if owner == user:
        return False
    if owner is None or not owner.is_guest:
        raise Refused("taken", _("These games were kept with another address."))
    seats = list(owner.seats.order_by("pk"))
    if user.seats.filter(game__in=[one.game_id for one in seats]).exists():
        raise Refused("already_seated")
    if _is_new(user):
        User.objects.filter(pk=user.pk, name="").update(name=owner.name)
    Seat.objects.filter(pk__in=[one.pk for one in seats]).update(user=user)
    confirm_address(user=user, email=str(user.email))
    return True


def _is_new(user: User) -> bool:
    """Return whether the user has done nothing here and nobody has invited them."""
    plays = user.seats.exists() or user.hosted_games.exists()
    return user.last_login is None and not plays

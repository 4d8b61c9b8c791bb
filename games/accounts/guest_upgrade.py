"""Guests keep their games: by an address whose owner says yes to a mail."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.accounts.users import user_for_email
from games.errors import AlreadySeated, InvalidChoice, SeatNotVacant
from games.models import Game, Seat, User
from games.signals.bus import publish
from games.signals.people import KeepRequested
from games.store.locks import lock_games, lock_named


@transaction.atomic
def request_keeping(*, guest: User, email: str, now: datetime) -> User:
    """
    Ask the owner of an address by mail whether a guest's games are to be theirs.

    Typing an address proves nothing: until the mail's link is followed
    (``confirm_keeping``) the seats stay the guest's. Nothing of a user whom the address
    belongs to already is changed; a new one takes over the guest's language and zone.
    """
    if not guest.is_guest:
        raise InvalidChoice(_("You’ve given your email address already."))
    seat = guest.seats.select_related("game").order_by("-game_id").first()
    if seat is None:
        raise InvalidChoice(_("There’s no game to keep."))
    user = user_for_email(
        email=email, now=now, language=guest.language, time_zone=guest.time_zone
    )
    publish(KeepRequested(seat, user, now=now))
    return user


@transaction.atomic
def confirm_keeping(*, seat: Seat, user: User, now: datetime) -> None:
    """
    Give ``user`` all seats of the guest who has this one. Idempotent.

    Links to the seats go on working. Somebody who never played nor signed in takes
    over the guest's name too.
    Raise SeatNotVacant where another address was faster, TooLate where ``user`` has
    another address than the link named.
    """
    (user,) = lock_named(user)
    guests = User.objects.filter(seats=seat.pk)
    lock_games(Game.objects.filter(seats__user__in=guests))
    owner = Seat.objects.get(pk=seat.pk).user
    if owner == user:
        return
    if owner is None or not owner.is_guest:
        raise SeatNotVacant(_("These games were kept with another address."))
    seats = list(owner.seats.order_by("pk"))
    if user.seats.filter(game__in=[one.game_id for one in seats]).exists():
        raise AlreadySeated
    if _is_new(user):
        User.objects.filter(pk=user.pk, name="").update(name=owner.name)
    Seat.objects.filter(pk__in=[one.pk for one in seats]).update(user=user)


def _is_new(user: User) -> bool:
    """Whether they have done nothing here and nobody has invited them."""
    plays = user.seats.exists() or user.hosted_games.exists()
    return user.last_login is None and not plays

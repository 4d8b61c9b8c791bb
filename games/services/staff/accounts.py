"""The staff and accounts: another address, and people who are to be forgotten.

Both change who plays, so nothing else of the staff does it: no list of the admin, and
nothing without a reason and a mail to whom it is about.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import Act, StaffAct, User
from games.services.addresses import SAME, addresses_swap
from games.services.locking import lock_named, lock_user
from games.services.staff.desk import note_act, require_not_entangled
from games.services.users import user_for_email
from games.signals import AddressChanged, publish

PERMISSION = "manage_accounts"


@transaction.atomic
def address_set(
    *, by: User, user: User, email: str, reason: str, now: datetime
) -> StaffAct:
    """
    Give somebody another address, which nobody plays by; both addresses are told.

    As where players change it themselves, links to seats go on working. Who has no
    address gives one themselves. Raise InvalidChoice, TooLate, Forbidden.
    """
    require_not_entangled(by, user, PERMISSION)
    if user.email is None:
        raise InvalidChoice(_("This person has no address that could be changed."))
    wanted = user_for_email(
        email=email, now=now, language=user.language, time_zone=user.time_zone
    )
    if wanted.pk == user.pk:
        raise InvalidChoice(SAME)
    user, wanted = lock_named(user, wanted)
    addresses_swap(user, wanted)
    act = note_act(by=by, act=Act.ADDRESS, reason=reason, now=now, user=user)
    publish(AddressChanged(user, wanted, now, act))
    return act


@transaction.atomic
def user_forget_later(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """
    Have somebody forgotten in a few days: they are told, and can object till then.

    It is done as at their own wish (``user_forget``), by the sweep.
    """
    require_not_entangled(by, user, PERMISSION)
    user = lock_user(user.pk)
    if user.is_staff:
        raise Forbidden(_("Take the rights of the staff from this account first."))
    if user.forgotten_at is not None or user.forget_at is not None:
        raise TooLate(_("This person is forgotten, or will be."))
    forget_at = now + timedelta(days=settings.APPEAL_DAYS)
    User.objects.filter(pk=user.pk).update(forget_at=forget_at)
    return note_act(by=by, act=Act.FORGET, reason=reason, now=now, user=user)


@transaction.atomic
def user_keep(*, by: User, user: User, reason: str, now: datetime) -> StaffAct:
    """Do not have somebody forgotten after all."""
    require_not_entangled(by, user, PERMISSION)
    user = lock_user(user.pk)
    if user.forget_at is None:
        raise TooLate(_("Nobody has decided to have this person forgotten."))
    User.objects.filter(pk=user.pk).update(forget_at=None)
    return note_act(by=by, act=Act.KEEP, reason=reason, now=now, user=user)

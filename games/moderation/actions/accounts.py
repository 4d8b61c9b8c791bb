"""The staff and accounts: another address, and people who are to be forgotten.

Both change who plays, so nothing else of the staff does it: no list of the admin, and
nothing without a reason and a mail to whom it is about.
"""

from datetime import timedelta
from functools import partial

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.accounts.addresses import SAME, swap_addresses
from games.accounts.users import user_for_email
from games.errors import Refused
from games.models import Status, User
from games.moderation.action import Action, Preview, obstacle_unless
from games.moderation.actions.people import has_no_address
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm
from games.signals.bus import publish
from games.signals.people import AddressChanged
from games.store.locks import lock_named

#: An action about an account, by whoever may manage accounts.
_account_action = partial(Action, subject_type=User, permission="manage_accounts")


class AddressForm(ReasonForm):
    email = forms.EmailField(label="The new address")


def _set_address(act: ActionContext) -> None:
    """
    Give somebody another address, which nobody plays by; both addresses are told.

    Locks both people. As where players change it themselves, links to seats go on
    working. Who has no address gives one themselves.
    """
    person = act.person
    wanted = user_for_email(
        email=act.data["email"],
        now=act.now,
        language=person.language,
        time_zone=person.time_zone,
    )
    if wanted.pk == person.pk:
        raise Refused("invalid", SAME)
    act.subject, act.data["former"] = lock_named(person, wanted)
    swap_addresses(act.person, act.data["former"])


def _tell_address(act: ActionContext) -> Preview:
    former = act.data["former"].email
    return Preview(
        [
            f"Their emails go to {act.person.email} instead of {former}; both "
            "addresses are told. Whoever reads the emails there plays their games."
        ]
    )


def _forget(act: ActionContext) -> None:
    """Have somebody forgotten by the sweep, as at their own wish, in a few days."""
    if act.person.is_staff:
        raise Refused(
            "forbidden", "Take the rights of the staff from this account first."
        )
    act.update_person(forget_at=act.now + timedelta(days=settings.APPEAL_DAYS))


def _tell_forgotten(act: ActionContext) -> Preview:
    """Tell of their games as they are now: until then they may be others."""
    taken = act.person.seats.filter(game__status=Status.ACTIVE).count()
    hosted = act.person.hosted_games.filter(status=Status.INVITING).count()
    return Preview(
        [
            f"Seats that autopilot would take then, as things stand: {taken}.",
            f"Games they host that would be called off: {hosted}.",
        ]
    )


ADDRESS = _account_action(
    key="address",
    title="Change the address",
    explains="Their emails go to another address.",
    headline=_("The moderators have changed your address"),
    means=_(
        "From now on the emails of your games come to this address, and you reply from "
        "here. We’ve told the old one."
    ),
    locks_people=True,
    form=AddressForm,
    obstacle=lambda user, now: obstacle_unless(
        user.email, "This person has no address that could be changed."
    ),
    perform=_set_address,
    follow_up=lambda act: publish(
        AddressChanged(act.person, act.data["former"], act.row, now=act.now)
    ),
    notes=_tell_address,
    is_grave=True,
)
FORGET = _account_action(
    key="forget",
    title="Have them forgotten",
    explains="Their account goes, in a few days.",
    headline=_("The moderators are going to delete your account"),
    means_until=_(
        "Until %(until)s nothing changes. Then your address, your name and your words "
        "are deleted for good, and autopilot plays your games."
    ),
    until=lambda row: row.user.forget_at if row.user else None,
    obstacle=lambda user, now: obstacle_unless(
        not (user.forget_at or user.forgotten_at),
        "This person is forgotten, or will be.",
    ),
    perform=_forget,
    notes=_tell_forgotten,
    is_grave=True,
    leads_to_data=True,
)
KEEP = _account_action(
    key="keep",
    title="Do not have them forgotten",
    explains="Their account stays.",
    headline=_("The moderators won’t delete your account after all"),
    means=_("Your account stays as it is."),
    obstacle=lambda user, now: obstacle_unless(
        user.forget_at, "Nobody has decided to have this person forgotten."
    ),
    perform=lambda act: act.update_person(forget_at=None),
)
EXPORT = _account_action(
    key="export",
    title="Send them their data",
    explains="An email with a link by which they alone take it home.",
    headline=_("What is stored about you"),
    obstacle=has_no_address,
    leads_to_data=True,
)
ACTIONS = (ADDRESS, EXPORT, FORGET, KEEP)

"""Actions on accounts: changing an address, exporting and deleting data.

An address decides who plays. So the staff can change it only here, with a reason and an
email to the person concerned, and never in the admin's lists.
"""

from datetime import timedelta
from functools import partial

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.accounts.addresses import SAME, replace_address
from games.accounts.users import clean_email
from games.errors import Refused
from games.locks import lock_named
from games.models import Status, User
from games.moderation.action import (
    Action,
    ActionContext,
    Preview,
    ReasonForm,
    obstacle_unless,
)
from games.moderation.actions.people import has_no_address
from games.signals import AddressChanged, publish

#: An action on an account, for people with the permission to manage accounts.
_account_action = partial(Action, subject_type=User, permission="manage_accounts")


class AddressForm(ReasonForm):
    email = forms.EmailField(label="The new address")


def _set_address(act: ActionContext) -> None:
    """
    Both addresses get an email. This ends all access by the former address: sessions,
    links, calendar addresses. A person without an address has to enter one themselves.
    """
    email = clean_email(act.data["email"])
    (act.subject,) = lock_named(act.person)
    act.data["former"] = str(act.person.email)
    if act.person.email == email:
        raise Refused("invalid", SAME)
    replace_address(user=act.person, email=email)


def _preview_address(act: ActionContext) -> Preview:
    former = act.data["former"]
    return Preview(
        [
            f"Their emails go to {act.person.email} instead of {former}; both "
            "addresses get an email. Anybody who reads emails there can play "
            "their games."
        ]
    )


def _forget(act: ActionContext) -> None:
    if act.person.is_staff:
        raise Refused("forbidden", "First remove this account from the staff.")
    act.update_person(forget_at=act.now + timedelta(days=settings.APPEAL_DAYS))


def _preview_forgotten(act: ActionContext) -> Preview:
    taken = act.person.seats.filter(game__status=Status.ACTIVE).count()
    hosted = act.person.hosted_games.filter(status=Status.INVITING).count()
    return Preview(
        [
            f"Seats that autopilot would currently take: {taken}.",
            f"Games they host that would be cancelled: {hosted}.",
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
    notes=_preview_address,
    is_grave=True,
)
FORGET = _account_action(
    key="forget",
    title="Delete the account",
    explains="Their account is deleted after a few days.",
    headline=_("The moderators are going to delete your account"),
    means_until=_(
        "Until %(until)s nothing changes. Then your address, your name and your words "
        "are deleted for good, and autopilot plays your games."
    ),
    until=lambda row: row.user.forget_at if row.user else None,
    obstacle=lambda user, now: obstacle_unless(
        not (user.forget_at or user.forgotten_at),
        "The account of this person is deleted, or will be.",
    ),
    perform=_forget,
    notes=_preview_forgotten,
    is_grave=True,
    leads_to_data=True,
)
KEEP = _account_action(
    key="keep",
    title="Keep the account",
    explains="Their account stays.",
    headline=_("The moderators won’t delete your account after all"),
    means=_("Your account stays as it is."),
    obstacle=lambda user, now: obstacle_unless(
        user.forget_at, "The account of this person is not going to be deleted."
    ),
    perform=lambda act: act.update_person(forget_at=None),
)
EXPORT = _account_action(
    key="export",
    title="Send them their data",
    explains="An email with a link with which only they can download it.",
    headline=_("What is stored about you"),
    obstacle=has_no_address,
    leads_to_data=True,
)
ACTIONS = (ADDRESS, EXPORT, FORGET, KEEP)

"""The staff and people: a warning, bans, a while of silence, and their accounts.

Another address and a forgetting change who plays, so nothing else of the staff does
it: no list of the admin, and nothing without a reason and a mail to whom it is about.
"""

from datetime import datetime, timedelta

from django import forms
from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import (
    DecidedHow,
    Invitation,
    ModerationAction,
    Seat,
    Status,
    User,
)
from games.moderation.action import Action, Lock, Preview
from games.moderation.context import ActionContext
from games.moderation.forms import ReasonForm, UntilForm
from games.services.addresses import SAME, addresses_swap
from games.services.leaving import entrust
from games.services.locking import lock_named
from games.services.seats import seat_decline
from games.services.table import open_table
from games.services.users import user_for_email
from games.signals import AddressChanged, publish


class AddressForm(ReasonForm):
    email = forms.EmailField(label="The new address")


def _warn(act: ActionContext) -> None:
    """Change nothing: the mail with the reason is all there is to it."""
    if act.person.email is None:
        raise InvalidChoice("This person has no address to which a warning could go.")


def _ban(act: ActionContext) -> None:
    """
    Let no link or sign-in work, and the steward play on.

    So it does in games that have not begun; an invitation that waits is declined.
    """
    if not act.person.is_active:
        raise TooLate("This person is banned already.")
    _update(act.person, is_active=False, sign_in_epoch=F("sign_in_epoch") + 1)
    seats = Seat.objects.filter(
        user=act.person, game__status__in=(Status.INVITING, Status.ACTIVE)
    )
    # In the order in which all lock games.
    for seat in seats.select_related("game").order_by("game_id"):
        _leave_seat(seat, act.now)


def _leave_seat(seat: Seat, now: datetime) -> None:
    if seat.invitation == Invitation.INVITED:
        seat_decline(seat=seat, now=now)
        return
    session = open_table(seat.game_id, now=now)
    own = session.seat(seat.number)
    if own.user_id == seat.user_id and own.number in session.present:
        entrust(session, own, DecidedHow.STAFF)
        session.save()


def _unban(act: ActionContext) -> None:
    """Let somebody in again; their seats wait for them to come back by one click."""
    if act.person.is_active:
        raise TooLate("This person is not banned.")
    if act.person.forgotten_at is not None:
        raise TooLate("This person was forgotten at their own wish.")
    _update(act.person, is_active=True)


def _mute(act: ActionContext) -> None:
    if act.data["until"] <= act.now:
        raise InvalidChoice("That moment has passed.")
    _update(act.person, muted_until=act.data["until"])


def _unmute(act: ActionContext) -> None:
    if not _is_muted(act.person, act.now):
        raise TooLate("This person is not muted.")
    _update(act.person, muted_until=None)


def _is_muted(user: User, now: datetime) -> bool:
    return user.muted_until is not None and user.muted_until > now


def _set_address(act: ActionContext) -> None:
    """
    Give somebody another address, which nobody plays by; both addresses are told.

    Locks both people. As where players change it themselves, links to seats go on
    working. Who has no address gives one themselves.
    """
    person = act.person
    if person.email is None:
        raise InvalidChoice("This person has no address that could be changed.")
    wanted = user_for_email(
        email=act.data["email"],
        now=act.now,
        language=person.language,
        time_zone=person.time_zone,
    )
    if wanted.pk == person.pk:
        raise InvalidChoice(SAME)
    act.about, act.data["former"] = lock_named(person, wanted)
    addresses_swap(act.person, act.data["former"])


def _tell_address(act: ActionContext) -> Preview:
    former = act.data["former"].email
    return Preview(
        [
            f"Their mails go to {act.person.email} instead of {former}; both addresses "
            "are told. Whoever reads the mails there plays their games."
        ]
    )


def _publish_address(act: ActionContext) -> None:
    publish(AddressChanged(act.person, act.data["former"], act.now, act.row))


def _forget(act: ActionContext) -> None:
    """Have somebody forgotten by the sweep, as at their own wish, in a few days."""
    if act.person.is_staff:
        raise Forbidden("Take the rights of the staff from this account first.")
    if act.person.forgotten_at is not None or act.person.forget_at is not None:
        raise TooLate("This person is forgotten, or will be.")
    _update(act.person, forget_at=act.now + timedelta(days=settings.APPEAL_DAYS))


def _keep(act: ActionContext) -> None:
    if act.person.forget_at is None:
        raise TooLate("Nobody has decided to have this person forgotten.")
    _update(act.person, forget_at=None)


def _update(user: User, **columns: object) -> None:
    User.objects.filter(pk=user.pk).update(**columns)


def _muted_until(row: ModerationAction) -> datetime | None:
    return row.user.muted_until if row.user else None


def _forget_at(row: ModerationAction) -> datetime | None:
    return row.user.forget_at if row.user else None


WARN = Action(
    key="warn",
    title="Warn",
    explains="A mail with your reason. Nothing else changes.",
    done=_("warned the player"),
    heading=_("The staff have warned you"),
    means=_(
        "Nothing changes for you today. Should it happen again, the staff may mute or "
        "ban you."
    ),
    permission="ban_user",
    about=User,
    is_available=lambda user, now: user.email is not None,
    perform=_warn,
)
BAN = Action(
    key="ban",
    title="Ban",
    explains="No sign-in, no links; the steward plays on.",
    done=_("banned the player"),
    heading=_("The staff have banned you"),
    means=_(
        "You cannot sign in any more, and your links open nothing. Your seats are "
        "played by the steward."
    ),
    permission="ban_user",
    about=User,
    is_available=lambda user, now: user.is_active,
    perform=_ban,
    is_grave=True,
    ends_sign_in=True,
)
UNBAN = Action(
    key="unban",
    title="Lift the ban",
    explains="Let somebody play again.",
    done=_("lifted the ban"),
    heading=_("The staff have lifted your ban"),
    means=_(
        "You can sign in again, and take back the seats that the steward plays for you."
    ),
    permission="ban_user",
    about=User,
    is_available=lambda user, now: not user.is_active and user.forgotten_at is None,
    perform=_unban,
)
MUTE = Action(
    key="mute",
    title="Mute",
    explains="Nothing to be written to others for a while.",
    done=_("muted the player"),
    heading=_("The staff have muted you"),
    means_until=_("You can write nothing to others until %(until)s. You can play on."),
    until=_muted_until,
    permission="ban_user",
    about=User,
    form=UntilForm,
    perform=_mute,
)
UNMUTE = Action(
    key="unmute",
    title="Unmute",
    explains="Let somebody write to others again.",
    done=_("let the player talk again"),
    heading=_("You can write to others again"),
    means=_("You can write to others again."),
    permission="ban_user",
    about=User,
    is_available=_is_muted,
    perform=_unmute,
)
ADDRESS = Action(
    key="address",
    title="Change the address",
    explains="Their mails go to another address.",
    done=_("changed the address"),
    heading=_("The staff have changed your address"),
    means=_(
        "From now on the mails of your games come to this address, and you answer them "
        "from there. The old one was told."
    ),
    permission="manage_accounts",
    about=User,
    lock=Lock.ANY,  # it locks both people, in their order
    form=AddressForm,
    is_available=lambda user, now: user.email is not None,
    perform=_set_address,
    follow_up=_publish_address,
    notes=_tell_address,
    is_grave=True,
)
FORGET = Action(
    key="forget",
    title="Have them forgotten",
    explains="Their account goes, in a few days.",
    done=_("will have the player forgotten"),
    heading=_("The staff are going to remove your account"),
    means_until=_(
        "Until %(until)s nothing changes. Then your address, your name and "
        "your words are removed for good, and the steward plays your seats."
    ),
    until=_forget_at,
    permission="manage_accounts",
    about=User,
    is_available=lambda user, now: user.forget_at is None and user.forgotten_at is None,
    perform=_forget,
    is_grave=True,
    ends_sign_in=True,
)
KEEP = Action(
    key="keep",
    title="Do not have them forgotten",
    explains="Their account stays.",
    done=_("will not have the player forgotten"),
    heading=_("The staff do not remove your account after all"),
    means=_("Your account stays as it is."),
    permission="manage_accounts",
    about=User,
    is_available=lambda user, now: user.forget_at is not None,
    perform=_keep,
)
ACTIONS = (WARN, BAN, UNBAN, MUTE, UNMUTE, ADDRESS, FORGET, KEEP)

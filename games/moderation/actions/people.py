"""The staff and people: a warning, bans, a while of silence."""

from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.errors import InvalidChoice
from games.lobby.leaving import entrust
from games.lobby.seats import decline_seat
from games.models import Invitation, Seat, Status, User
from games.moderation.action import Action, unless
from games.moderation.actions.seats import ENTRUST
from games.moderation.context import ActionContext
from games.moderation.forms import UntilForm
from games.moderation_log import commitment_of
from games.opening import open_session
from stoneage_core.match.state import Source


def _ban(act: ActionContext) -> None:
    """
    Let no link or sign-in work, and the steward play on.

    So it does in games that have not begun; an invitation that waits is declined.
    """
    act.update_person(is_active=False, sign_in_epoch=F("sign_in_epoch") + 1)
    seats = Seat.objects.filter(
        user=act.person, game__status__in=(Status.INVITING, Status.ACTIVE)
    )
    # In the order in which all lock games.
    for seat in seats.select_related("game").order_by("game_id"):
        _leave_seat(act, seat)


def _leave_seat(act: ActionContext, seat: Seat) -> None:
    """Leave a seat to the steward; the game is told that, and bound to the reason."""
    if seat.invitation == Invitation.INVITED:
        decline_seat(seat=seat, now=act.now)
        return
    session = open_session(seat.game_id, now=act.now)
    own = session.seat(seat.number)
    if own.user_id == seat.user_id and own.number in session.present:
        bound_by = commitment_of(act.row, session.game)
        session.note_act(ENTRUST.key, own.number, bound_by)
        entrust(session, own, Source.STAFF)
        session.save()


def _mute(act: ActionContext) -> None:
    if act.data["until"] <= act.now:
        raise InvalidChoice("That moment has passed.")
    act.update_person(muted_until=act.data["until"])


def _not_banned(user: User, now: datetime) -> str:
    if user.forgotten_at is not None:
        return "This person was forgotten at their own wish."
    return unless(not user.is_active, "This person is not banned.")


def _not_muted(user: User, now: datetime) -> str:
    is_muted = user.muted_until is not None and user.muted_until > now
    return unless(is_muted, "This person is not muted.")


WARN = Action(
    key="warn",
    title="Warn",
    explains="A mail with your reason. Nothing else changes.",
    done=_("warned the player"),
    heading=_("The moderators have warned you"),
    means=_(
        "You can play on as before. If it happens again, the moderators may mute or "
        "ban you."
    ),
    permission="ban_user",
    about=User,
    obstacle=lambda user, now: unless(
        user.email, "This person has no address to which it could go."
    ),
)
BAN = Action(
    key="ban",
    title="Ban",
    explains="No sign-in, no links; the steward plays on.",
    done=_("banned the player"),
    heading=_("Your account has been closed"),
    means=_(
        "You can no longer sign in, and your links no longer work. Autopilot plays "
        "your games."
    ),
    permission="ban_user",
    about=User,
    obstacle=lambda user, now: unless(user.is_active, "This person is banned already."),
    perform=_ban,
    is_grave=True,
    ends_sign_in=True,
)
UNBAN = Action(
    key="unban",
    title="Lift the ban",
    explains="Let somebody play again.",
    done=_("lifted the ban"),
    heading=_("Your account is open again"),
    means=_("Sign in to take your seats back from autopilot."),
    permission="ban_user",
    about=User,
    obstacle=_not_banned,
    perform=lambda act: act.update_person(is_active=True),
)
MUTE = Action(
    key="mute",
    title="Mute",
    explains="Nothing to be written to others for a while.",
    done=_("muted the player"),
    heading=_("The moderators have muted you"),
    means_until=_(
        "You can’t write to others until %(until)s. You can read and play as before."
    ),
    until=lambda row: row.user.muted_until if row.user else None,
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
    obstacle=_not_muted,
    perform=lambda act: act.update_person(muted_until=None),
)
ACTIONS = (WARN, BAN, UNBAN, MUTE, UNMUTE)

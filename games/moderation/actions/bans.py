"""Actions on bans: for some days or for good, and lifted again."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.decisions.opening import open_session
from games.models import Invitation, Seat, Status, User
from games.moderation.action import Action, obstacle_unless
from games.moderation.actions.seats import ENTRUST
from games.moderation.context import ActionContext
from games.moderation.forms import DAYS, DaysForm
from games.moderation_log import commitment_of
from games.seats.invitations import decline_seat, entrust
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.state import Source


class BanForm(DaysForm):
    choices = (*DAYS, (0, "for good"))


def _ban(act: ActionContext) -> None:
    """
    Disable sign-in and links for some days or for good. Autopilot takes the seats.

    This includes seats in games that have not started. Pending invitations are
    declined.
    """
    until = act.data.get("until")
    act.update_person(is_active=False, banned_until=until)
    seats = Seat.objects.filter(
        user=act.person, game__status__in=(Status.INVITING, Status.ACTIVE)
    )
    # The order in which games are always locked.
    for seat in seats.select_related("game").order_by("game_id"):
        leave_seat_for_staff(act, seat)


def leave_seat_for_staff(act: ActionContext, seat: Seat) -> None:
    """Leave a seat to autopilot, and record a commitment to the act's reason."""
    if seat.invitation == Invitation.INVITED:
        decline_seat(seat=seat, now=act.now)
        return
    session = open_session(seat.game_id, now=act.now)
    own = session.seat(seat.number)
    if own.user_id == seat.user_id and own.number in session.present:
        bound_by = commitment_of(act.row, session.game)
        session.note_act(StaffActed(ENTRUST.key, own.number, bound_by))
        entrust(session, own, Source.STAFF)
        session.save()


def _not_banned(user: User, now: datetime) -> str:
    if user.forgotten_at is not None:
        return "This person deleted their account."
    return obstacle_unless(not user.is_active, "This person is not banned.")


BAN = Action(
    key="ban",
    title="Ban",
    explains="No sign-in, no links; autopilot plays on.",
    headline=_("Your account has been closed"),
    means=_(
        "You can no longer sign in, and your links no longer work. Autopilot plays "
        "your games."
    ),
    means_until=_("It opens again by itself: %(until)s."),
    until=lambda row: row.user.banned_until if row.user else None,
    permission="ban_user",
    subject_type=User,
    form=BanForm,
    obstacle=lambda user, now: obstacle_unless(
        user.is_active, "This person is banned already."
    ),
    perform=_ban,
    is_grave=True,
    leads_to_data=True,
    may_be_appealed=True,
)
UNBAN = Action(
    key="unban",
    title="Lift the ban",
    explains="Let somebody play again.",
    headline=_("Your account is open again"),
    means=_("Sign in to take your seats back from autopilot."),
    permission="ban_user",
    subject_type=User,
    obstacle=_not_banned,
    perform=lambda act: act.update_person(is_active=True, banned_until=None),
)
ACTIONS = (BAN, UNBAN)

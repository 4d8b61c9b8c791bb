"""What the staff can do to a person: a word, a warning, a mute, no new games, a ban."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.utils.translation import gettext_lazy as _

from games.decisions.session import open_session
from games.errors import Refused
from games.models import ModerationAction, Seat, Status, User
from games.moderation.action import (
    DAYS,
    Action,
    ActionContext,
    DaysForm,
    obstacle_unless,
)
from games.moderation.actions.seats import ENTRUST
from games.moderation_log import commitment_of
from games.sanctions import BARRED
from games.seats.invitations import decline_seat, entrust
from stoneage_core.events.staff import StaffActed
from stoneage_core.match.state import Source

#: An action on a person, for people with the permission to warn.
_person_action = partial(Action, subject_type=User, permission="warn_user")


def _set_until(column: str) -> Callable[[ActionContext], None]:
    def set_until(act: ActionContext) -> None:
        if act.data["until"] <= act.now:
            raise Refused("invalid", "That moment has passed.")
        act.update_person(**{column: act.data["until"]})

    return set_until


def has_no_address(user: User, now: datetime) -> str:
    return obstacle_unless(
        user.email, "This person has no address to which it could go."
    )


WORD = _person_action(
    key="word",
    title="Have a word",
    explains="A friendly email with what you write. It is held against nobody.",
    headline=_("A word from the moderators"),
    obstacle=has_no_address,
)
WARN = _person_action(
    key="warn",
    title="Warn",
    explains="An email with your reason. Nothing else changes.",
    headline=_("The moderators have warned you"),
    means=_(
        "You can play on as before. If it happens again, the moderators may mute or "
        "ban you."
    ),
    obstacle=has_no_address,
    may_be_appealed=True,
)


def _not_warned(user: User, now: datetime) -> str:
    acts = ModerationAction.objects.filter(user=user)
    warnings = acts.filter(kind=WARN.key).count()
    withdrawn = acts.filter(kind=UNWARN.key).count()
    return obstacle_unless(warnings > withdrawn, "This person has no warning.")


UNWARN = _person_action(
    key="unwarn",
    title="Withdraw a warning",
    explains="It no longer counts against them.",
    headline=_("The moderators have withdrawn their warning"),
    means=_("It no longer counts against you."),
    obstacle=_not_warned,
)
MUTE = _person_action(
    key="mute",
    title="Mute",
    explains="They cannot write to others for a while.",
    headline=_("The moderators have muted you"),
    means_until=_(
        "You can’t write to others until %(until)s. You can read and play as before."
    ),
    until=lambda row: row.user.muted_until if row.user else None,
    form=DaysForm,
    perform=_set_until("muted_until"),
    may_be_appealed=True,
)
UNMUTE = _person_action(
    key="unmute",
    title="Unmute",
    explains="Let somebody write to others again.",
    headline=_("You can write to others again"),
    obstacle=lambda user, now: obstacle_unless(
        user.is_muted(now), "This person is not muted."
    ),
    perform=lambda act: act.update_person(muted_until=None),
)
NO_GAMES = _person_action(
    key="no_games",
    title="No new games",
    explains="They keep playing, but cannot start or join games for a while.",
    headline=_("You can’t start new games for a while"),
    means_until=BARRED,
    until=lambda row: row.user.no_games_until if row.user else None,
    form=DaysForm,
    perform=_set_until("no_games_until"),
    may_be_appealed=True,
)
NEW_GAMES = _person_action(
    key="new_games",
    title="Let them begin games",
    explains="They may start and join games again.",
    headline=_("You can start and join games again"),
    obstacle=lambda user, now: obstacle_unless(
        user.is_barred(now),
        "This person may start and join games.",
    ),
    perform=lambda act: act.update_person(no_games_until=None),
)


class BanForm(DaysForm):
    choices = (*DAYS, (0, "for good"))


def _ban(act: ActionContext) -> None:
    """
    Disable sign-in and links for some days or for good. Disable sign-in and links.
    Autopilot takes all seats, also in games that have not started. Pending invitations
    are declined.
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
    if seat.is_invited:
        decline_seat(seat=seat, now=act.now)
        return
    session = open_session(seat.game_id, now=act.now)
    own = session.seat(seat.number)
    if own.user_id == seat.user_id and own.number in session.present:
        bound_by = commitment_of(act.row, session.game)
        session.record_act(StaffActed(ENTRUST.key, own.number, bound_by))
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
ACTIONS = (WORD, WARN, UNWARN, MUTE, UNMUTE, NO_GAMES, NEW_GAMES, BAN, UNBAN)

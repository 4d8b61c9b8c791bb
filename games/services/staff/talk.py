"""The staff and table talk: what nobody should have to read is hidden, and shown."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import TooLate
from games.models import Act, StaffAct, TalkMessage, User
from games.services.staff.desk import note_act, open_desk
from games.services.talk import talk_hide, talk_unhide


@transaction.atomic
def message_hide(
    *, by: User, message: TalkMessage, reason: str, now: datetime
) -> StaffAct:
    """Hide a message from all but the staff."""
    return _act(by, message, Act.HIDE, reason, now)


@transaction.atomic
def message_unhide(
    *, by: User, message: TalkMessage, reason: str, now: datetime
) -> StaffAct:
    """Let the players read a message again."""
    return _act(by, message, Act.UNHIDE, reason, now)


def _act(
    by: User, message: TalkMessage, act: Act, reason: str, now: datetime
) -> StaffAct:
    table = open_desk(by, message.game, "note_game", now)
    message.refresh_from_db()
    hides = act is Act.HIDE
    if hides is (message.hidden_at is not None):
        raise TooLate(_("Somebody else has done that already."))
    if hides:
        talk_hide(message=message, by=by, now=now)
    else:
        talk_unhide(message=message)
    own = table.seat(message.seat.number)
    return note_act(
        by=by,
        act=act,
        reason=reason,
        now=now,
        table=table,
        seat=own,
        user=message.user,
    )

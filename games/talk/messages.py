"""Messages at a table: players write them, and the staff hide and show them."""

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused, too_long
from games.models import Invitation, Seat, TalkMessage, TalkRead, User
from games.models.talk import LONGEST_MESSAGE
from games.now import zone_of
from games.presentation.dates import day_in_words
from games.presentation.text import is_control
from games.signals import TalkSaid, publish
from games.talk import table_talk

#: The same text again within this time comes from a form that was sent twice.
SAID_TWICE = timedelta(minutes=1)

_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


@transaction.atomic
def say_at_table(*, seat: Seat, text: str, now: datetime) -> TalkMessage:
    """
    Write a message at the table of a seat, as its player.

    The same text within a minute is stored once. Locks the seat's read mark. Raise
    Refused: (invalid) if the text is empty or too long, (forbidden) for people who do
    not play here, have nobody to talk to, or were muted.
    """
    text = clean_text(text, LONGEST_MESSAGE)
    seat = Seat.objects.select_related("user").get(pk=seat.pk)
    if reason := why_cannot_write(seat, now):
        raise Refused("forbidden", reason)
    read = _lock_read(seat)
    last = TalkMessage.objects.filter(seat=seat).order_by("pk").last()
    if last and last.text == text and now - last.said_at < SAID_TWICE:
        return last
    said = TalkMessage.objects.create(
        game_id=seat.game_id, seat=seat, user=seat.user, text=text, said_at=now
    )
    _read_upto(read, said.pk)
    publish(TalkSaid(said, _listeners(seat), now=now))
    return said


def _listeners(seat: Seat) -> tuple[Seat, ...]:
    seats = Seat.objects.filter(game=seat.game_id, invitation=Invitation.ACCEPTED)
    others = seats.filter(bot="").exclude(pk=seat.pk)
    return tuple(others.select_related("user", "game").order_by("number"))


@transaction.atomic
def mark_talk_read(*, seat: Seat, upto: int) -> None:
    """Record up to which message the player of a seat has read. It never goes back."""
    latest = TalkMessage.objects.filter(game=seat.game_id).order_by("pk").last()
    _read_upto(_lock_read(seat), min(upto, latest.pk if latest else 0))


def _lock_read(seat: Seat) -> TalkRead:
    read, _made = TalkRead.objects.select_for_update().get_or_create(seat=seat)
    return read


def _read_upto(read: TalkRead, upto: int) -> None:
    if read.upto < upto:
        read.upto = upto
        read.save(update_fields=["upto"])


def hide_message(*, message: TalkMessage, by: User, now: datetime) -> TalkMessage:
    if message.hidden_at is None:
        message.hidden_at, message.hidden_by = now, by
        message.save(update_fields=["hidden_at", "hidden_by"])
    return message


def unhide_message(*, message: TalkMessage) -> TalkMessage:
    message.hidden_at = message.hidden_by = None
    message.save(update_fields=["hidden_at", "hidden_by"])
    return message


#: Shown to readers who may not write.
PLAYERS_ONLY = gettext_lazy("Only players in this game can write here.")


def why_cannot_write(seat: Seat, now: datetime) -> str:
    """Return why the player of a seat cannot write, or ''."""
    user = seat.user
    is_seated = seat.invitation == Invitation.ACCEPTED and not seat.is_automatic
    if not is_seated or user is None or not user.is_active:
        return str(PLAYERS_ONLY)
    if not table_talk.has_company(seat):
        return _("There’s no one else at this table.")
    return mute_notice(user, now)


def mute_notice(user: User, now: datetime) -> str:
    """Return a notice that says until when a user is muted, or ''."""
    if user.muted_until is None or user.muted_until <= now:
        return ""
    local = user.muted_until.astimezone(zone_of(user.time_zone))
    until = day_in_words(local, _("D j M Y, H:i"))
    return _("The moderators have muted you until %(until)s. You can still read.") % {
        "until": until
    }


def clean_text(text: str, longest: int) -> str:
    """Return a text without control characters. May raise Refused (invalid)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    written = "".join(c for c in lines if not is_control(c))
    clean = _EMPTY_LINES.sub("\n\n", written).strip()
    if not clean:
        raise Refused("invalid", _("Write something first."))
    if len(clean) > longest:
        raise too_long(longest)
    return clean

"""Messages at a table: who writes and reads them, what the staff hide, and mutes."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused, too_long
from games.models import Game, Invitation, Seat, TalkMessage, TalkRead, User
from games.models.talk import LONGEST_MESSAGE, TalkMessageQuerySet, TalkMute
from games.now import zone_of
from games.presentation.dates import day_in_words
from games.presentation.text import is_control
from games.signals import TalkSaid, publish


def mute(*, user: User, muted: User | Game) -> None:
    TalkMute.objects.get_or_create(user=user, **_columns_of(muted))


def unmute(*, user: User, muted: User | Game) -> None:
    TalkMute.objects.filter(user=user, **_columns_of(muted)).delete()


def _columns_of(muted: User | Game) -> dict[str, Any]:
    return {"person" if isinstance(muted, User) else "game": muted}


def is_table_muted(user: User | None, game: Game) -> bool:
    return TalkMute.objects.filter(user=user, game=game).exists()


def muted_people(user: User | None) -> set[int]:
    people = TalkMute.objects.filter(user=user, person__isnull=False)
    return set(people.values_list("person", flat=True))


def mutes_of(user: User) -> QuerySet[TalkMute]:
    return TalkMute.objects.filter(user=user).select_related("person", "game")


def forget_mutes(user: User) -> None:
    TalkMute.objects.filter(Q(user=user) | Q(person=user)).delete()


#: The permission to read talk without sitting at the table.
STAFF_RIGHT = "games.view_talkmessage"


def has_company(seat: Seat, seats: Iterable[Seat] | None = None) -> bool:
    """Return whether other people sit at the table of a seat, or were invited."""
    if seats is None:
        others = Seat.objects.filter(game=seat.game_id, bot="")
        return others.exclude(pk=seat.pk).exists()
    return any(not other.is_automatic for other in seats if other.pk != seat.pk)


def has_talk(game: Game) -> bool:
    people = Seat.objects.filter(game=game, bot="")
    return people.count() > 1 or has_messages(game)


def has_messages(game: Game) -> bool:
    return TalkMessage.objects.filter(game=game).by_players().exists()


def may_read(game: Game, user: User) -> bool:
    """
    Return whether a user plays, has a substitute here, or belongs to the staff.
    Spectators of a game cannot read its talk.
    """
    seated = Seat.objects.held_by(user).filter(game=game)
    return seated.exists() or user.has_perm(STAFF_RIGHT)


def require_may_read(game: Game, user: User) -> None:
    if not may_read(game, user):
        raise Refused("forbidden", _("Table talk is for the players of this game."))


def messages_of(game: Game) -> TalkMessageQuerySet:
    """Return what the players of a game wrote to each other."""
    return all_messages_of(game).by_players()


def all_messages_of(game: Game) -> TalkMessageQuerySet:
    """Return what players and spectators wrote."""
    said = TalkMessage.objects.filter(game=game).order_by("pk")
    return said.select_related("user", "seat")


def last_read(seat: Seat) -> int:
    """Return the id of the last message that the player of a seat has read, or 0."""
    read = TalkRead.objects.filter(seat=seat).values_list("upto", flat=True)
    return read.first() or 0


def unread(seat: Seat) -> int:
    since = last_read(seat)
    said = TalkMessage.objects.filter(game=seat.game_id, pk__gt=since).by_players()
    if not said.exists():
        return 0
    return messages_heard_by(seat).filter(pk__gt=since).count()


def messages_heard_by(seat: Seat) -> TalkMessageQuerySet:
    said = TalkMessage.objects.filter(game=seat.game_id).by_players().readable()
    others = said.exclude(seat=seat, user=F("seat__user"))
    mutes = TalkMute.objects.filter(user=seat.user_id)
    muted = list(mutes.values_list("game", "person"))
    if any(game == seat.game_id for game, _person in muted):
        return others.none()
    people = {person for _game, person in muted} - {None}
    heard = others.exclude(user__in=people) if people else others
    return heard.select_related("user", "seat").order_by("pk")


#: The same text again within this time comes from a form that was sent twice.
SAID_TWICE = timedelta(minutes=1)

_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


@transaction.atomic
def say_at_table(
    *, seat: Seat, text: str, now: datetime, before_joining: bool = False
) -> TalkMessage:
    """
    Write a message at the table of a seat, as its player, or with ``before_joining`` as
    the person whom it invites. The same text within a minute is stored once. Locks the
    seat's read mark. Raise Refused: (invalid) if the text is empty or too long,
    (forbidden) for people who do not play here, have nobody to talk to, or were muted.
    """
    text = clean_text(text, LONGEST_MESSAGE)
    seat = Seat.objects.select_related("user").get(pk=seat.pk)
    if reason := why_cannot_write(seat, now, before_joining=before_joining):
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


def say_with_news(*, seat: Seat, text: str, now: datetime) -> None:
    """
    Write a word about what a player does now, if there is any.

    No email is sent, because the one about the act quotes it (``words_at``). Raise
    Refused like ``say_at_table``.
    """
    if not text.strip():
        return
    text = clean_text(text, LONGEST_MESSAGE)
    seat = Seat.objects.select_related("user").get(pk=seat.pk)
    if reason := why_cannot_write(seat, now):
        raise Refused("forbidden", reason)
    said = TalkMessage.objects.create(
        game_id=seat.game_id, seat=seat, user=seat.user, text=text, said_at=now
    )
    _read_upto(_lock_read(seat), said.pk)


def _listeners(seat: Seat) -> tuple[Seat, ...]:
    """Return the others who play, and those who have written about an invitation."""
    seats = Seat.objects.filter(game=seat.game_id, bot="")
    wrote = TalkMessage.objects.filter(game=seat.game_id, user__isnull=False)
    asked = seats.filter(invitation=Invitation.INVITED, user__in=wrote.values("user"))
    others = (seats.accepted() | asked).exclude(pk=seat.pk).distinct()
    return tuple(others.select_related("user", "game").order_by("number"))


@transaction.atomic
def mark_talk_read(*, seat: Seat, upto: int) -> None:
    """Record up to which message a player has read. The mark never goes back."""
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


def why_cannot_write(seat: Seat, now: datetime, *, before_joining: bool = False) -> str:
    """Return why the player of a seat, or whom it invites, cannot write, or ''."""
    user = seat.user
    may_join = before_joining and seat.is_invited
    is_seated = (seat.has_joined or may_join) and not seat.is_automatic
    if not is_seated or user is None or not user.is_active:
        return str(PLAYERS_ONLY)
    if not has_company(seat):
        return _("There’s no one else at this table.")
    return mute_notice(user, now)


def mute_notice(user: User, now: datetime) -> str:
    if user.muted_until is None or not user.is_muted(now):
        return ""
    local = user.muted_until.astimezone(zone_of(user.time_zone))
    until = day_in_words(local, _("D j M Y, H:i"))
    return _("The moderators have muted you until %(until)s. You can still read.") % {
        "until": until
    }


def clean_text(text: str, longest: int) -> str:
    """May raise Refused (invalid)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    written = "".join(c for c in lines if not is_control(c))
    clean = _EMPTY_LINES.sub("\n\n", written).strip()
    if not clean:
        raise Refused("invalid", _("Write something first."))
    if len(clean) > longest:
        raise too_long(longest)
    return clean

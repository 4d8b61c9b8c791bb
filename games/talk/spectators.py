"""
The talk of spectators among themselves, apart from that of the players.

Players read it when the game is over: until then it could tell them what to do. The
host can switch it off. Staff's mutes, hiding and reports are those of the table talk.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Refused
from games.locks import lock_user
from games.models import Game, Seat, TalkMessage, User
from games.models.talk import LONGEST_MESSAGE, TalkMessageQuerySet
from games.talk.messages import (
    SAID_TWICE,
    STAFF_RIGHT,
    all_messages_of,
    clean_text,
    mute_notice,
)

#: Shown to players of a running game, and if the host has switched the talk off.
NOT_SHOWN = gettext_lazy(
    "Spectators talk among themselves. Players can read it when the game is over."
)


def may_read(game: Game, user: User | None, seat: Seat | None) -> bool:
    """``seat`` is the reader's own in this game; ``user`` is None if unknown."""
    if user is not None and user.has_perm(STAFF_RIGHT):
        return True
    if not (game.is_watchable and game.spectators_talk):
        return False
    return game.is_finished or (game.is_active and seat is None)


def messages_of(game: Game) -> TalkMessageQuerySet:
    return all_messages_of(game).by_spectators()


def why_cannot_write(
    game: Game, user: User | None, seat: Seat | None, now: datetime
) -> str:
    """Return why a reader of this talk cannot write in it, or ''."""
    if seat is not None:
        return _("Spectators write here.")
    if not (game.is_watchable and game.spectators_talk):
        return _("The host has switched off the spectators’ talk.")
    if user is None or user.is_guest or not user.is_active:
        return _("Sign in to write here.")
    return mute_notice(user, now)


@transaction.atomic
def say(
    *, game: Game, user: User, seat: Seat | None, text: str, now: datetime
) -> TalkMessage:
    """
    Write a message to the spectators. The same text within a minute is stored once.
    Raise Refused: (invalid) if it is empty or too long, (forbidden) if the user cannot
    write here.
    """
    text = clean_text(text, LONGEST_MESSAGE)
    user = lock_user(user.pk)
    if reason := why_cannot_write(game, user, seat, now):
        raise Refused("forbidden", reason)
    last = messages_of(game).filter(user=user).last()
    if last and last.text == text and now - last.said_at < SAID_TWICE:
        return last
    return TalkMessage.objects.create(game=game, user=user, text=text, said_at=now)


def allow(*, game: Game, by: User | None, allowed: bool) -> None:
    """Switch the spectators' talk on or off. Raise Refused unless the host does it."""
    if by is None or game.host_id != by.pk:
        raise Refused("forbidden")
    Game.objects.filter(pk=game.pk).update(spectators_talk=allowed)
    game.spectators_talk = allowed

"""Players say what they wish of their mails; what waits is judged anew then."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.clocks import zone_of
from games.models import Game, User
from games.timekeeping.reminders import Quiet
from notifications.models import MailWishes, Pace, Topic
from notifications.wishes import pool, switches
from notifications.wishes.timing import Rhythm

HOUR = timedelta(hours=1)


def wishes_of(user: User) -> MailWishes:
    """Return a player's wishes; the defaults, not saved, where they never said any."""
    return MailWishes.objects.filter(user=user).first() or MailWishes(user=user)


def rhythm_of(user: User, wishes: MailWishes) -> Rhythm:
    """Return when a player wants mails."""
    quiet = Quiet(user.quiet_from, user.quiet_until)
    return Rhythm(
        zone=zone_of(user.time_zone),
        apart=HOUR if wishes.pace == Pace.HOURLY else None,
        daily_at=wishes.daily_at if wishes.pace == Pace.DAILY else None,
        quiet=quiet if wishes.quiet else None,
        holds_back=wishes.holds_back,
    )


def is_held_back(user_id: int | None) -> bool:
    """Whether a player's mails about a turn wait while they are on its page."""
    wishes = MailWishes.objects.filter(user=user_id, holds_back=False)
    return not wishes.exists()


def is_text_only(user_id: int | None) -> bool:
    """Whether a player wants mails without HTML and pictures."""
    return MailWishes.objects.filter(user=user_id, text_only=True).exists()


@transaction.atomic
def wishes_save(*, user: User, now: datetime, **changes: Any) -> MailWishes:
    """Change some wishes of a player."""
    wishes = pool.lock(user)
    for field, value in changes.items():
        setattr(wishes, field, value)
    wishes.save(update_fields=changes)
    pool.release(user, now=now)
    return wishes


@transaction.atomic
def topic_turn(
    *,
    user: User,
    topic: Topic,
    is_on: bool | None,
    now: datetime,
    game: Game | None = None,
) -> None:
    """Turn a topic on or off, overall or in one game; None there: as overall."""
    pool.lock(user)
    switches.turn(user, topic, is_on, game)
    pool.release(user, now=now)


@transaction.atomic
def topics_silence(*, user: User, topics: Iterable[Topic], now: datetime) -> None:
    """Turn topics off everywhere: what one click in a mail program asks for."""
    pool.lock(user)
    switches.silence(user, topics)
    pool.release(user, now=now)


@transaction.atomic
def topics_restore(*, user: User, topics: Iterable[Topic], now: datetime) -> None:
    """Turn topics on again overall."""
    pool.lock(user)
    for topic in topics:
        switches.turn(user, topic, True, None)
    pool.release(user, now=now)

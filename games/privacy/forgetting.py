"""Forgetting a user: personal data is erased, and games stay complete.

An empty row remains, to which the seats of their games refer. Events only refer to
seats, so none has to be changed.
"""

import logging
import re
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.accounts.addresses import is_unused
from games.accounts.profiles import hide_profile
from games.errors import Refused
from games.leagues.leaving import leave_leagues, lock_leagues_of
from games.lobby.new_games import cancel_game
from games.locks import lock_games, lock_users
from games.models import (
    Game,
    HostAct,
    League,
    Report,
    Seat,
    SeatOffer,
    SeatOrders,
    Status,
    TalkMessage,
    User,
)
from games.models.moderation import Case, StaffNote
from games.models.tallies import SeenBrowser
from games.models.users import QUIET_FROM, QUIET_UNTIL
from games.sanctions import SANCTIONS
from games.seats.invitations import leave_seat
from games.seats.offers import decline_offer
from games.signals import CollectFormerUsers, UserForgotten, collect, publish
from games.talk.messages import forget_mutes
from stoneage_core.match.state import Source

logger = logging.getLogger(__name__)

STAFF_STAYS = _(
    "A moderator’s account can’t be deleted this way: what moderators did has to be "
    "answered for. Ask an administrator to take your rights away first."
)
#: What others wrote stays, but the address in it is replaced by this.
REMOVED_ADDRESS = "[address]"
#: Where people may have typed the address of others.
_WRITTEN: tuple[tuple[type[Model], str], ...] = (
    (TalkMessage, "text"),
    (League, "name"),
    (League, "description"),
    (HostAct, "words"),
    (Report, "reason"),
    (Case, "outcome"),
    (StaffNote, "text"),
)


@transaction.atomic
def forget_user(*, user: User, now: datetime) -> None:
    """
    Raise Refused (forbidden) for staff. Games that they host and that have not started
    are cancelled, and invitations declined. Autopilot takes their seats in all other
    games.
    """
    user = _lock(user)
    if user.is_staff or user.is_superuser:
        raise Refused("forbidden", STAFF_STAYS)
    if user.forgotten_at is not None:
        return
    leagues = lock_leagues_of(user)
    lock_games(_games_of(user))
    leave_leagues(user, leagues, now)
    for game in user.hosted_games.filter(status=Status.INVITING):
        cancel_game(game=game, by=user, now=now, source=Source.SERVICE)
    for seat in user.seats.select_related("game").order_by("game_id"):
        _leave(seat, now)
    for offer in _open_offers_of(user).select_related("seat"):
        decline_offer(offer=offer, user=user, now=now)
    _erase_words(user)
    # The addresses of a user, and former ones that nobody else uses.
    former = [other for other in _former_users(user) if is_unused(other)]
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    own = (one.email for one in (user, *former))
    others = confirmed.values_list("email", flat=True)
    addresses = tuple(dict.fromkeys([*filter(None, own), *others]))
    for address in addresses:
        _remove_address(address)
    publish(UserForgotten(user, addresses, now=now))
    lent = Seat.objects.filter(absent_user=user)
    # The rating of a finished game keeps referring to the empty row.
    lent.exclude(game__status=Status.FINISHED).update(absent_user=None)
    _empty_row(user, now)
    truncate_log_on_commit()


@transaction.atomic
def forget_due_user(*, user_id: int, now: datetime) -> bool:
    user = User.objects.filter(pk=user_id).first()
    forget_at = None if user is None else _lock(user).forget_at
    if user is None or forget_at is None or forget_at > now:
        return False
    forget_user(user=user, now=now)
    return True


def _lock(user: User) -> User:
    """Return the current row of the user."""
    return lock_users([user.pk, *(former.pk for former in _former_users(user))])[
        user.pk
    ]


def _games_of(user: User) -> QuerySet[Game]:
    seats = Seat.objects.reached_by(user)
    offers = _open_offers_of(user)
    theirs = Q(pk__in=seats.values("game")) | Q(pk__in=offers.values("seat__game"))
    return Game.objects.filter(theirs | Q(host=user, status=Status.INVITING))


def _open_offers_of(user: User) -> QuerySet[SeatOffer]:
    return SeatOffer.objects.open().filter(user=user)


def _leave(seat: Seat, now: datetime) -> None:
    """A game that is frozen or broken must not prevent the erasure."""
    try:
        with transaction.atomic():
            leave_seat(seat=seat, now=now)
    except Exception:
        logger.exception("Seat %s could not be left to autopilot", seat.pk)


def _erase_words(user: User) -> None:
    hide_profile(user=user)
    user.follows.all().delete()
    SeatOrders.objects.filter(seat__user=user).delete()
    TalkMessage.objects.filter(user=user).update(text="")
    forget_mutes(user)
    user.hosted_games.update(greeting="")
    Report.objects.filter(reporter=user).update(reason="")
    StaffNote.objects.filter(person=user).delete()
    SeenBrowser.objects.filter(user=user).delete()
    Case.objects.filter(person=user).update(outcome="")
    user.seats.update(
        link_epoch=F("link_epoch") + 1,
        has_orders=False,
        orders_at=None,
        looked_at=None,
    )


def _former_users(user: User) -> list[User]:
    return [one for part in collect(CollectFormerUsers(user)) for one in part]


def _remove_address(address: str) -> None:
    pattern = re.compile(re.escape(address), re.IGNORECASE)
    for model, field in _WRITTEN:
        rows = model._default_manager.filter(**{f"{field}__icontains": address})
        for row in rows:
            text = pattern.sub(REMOVED_ADDRESS, getattr(row, field))
            model._default_manager.filter(pk=row.pk).update(**{field: text})


def _empty_row(user: User, now: datetime) -> None:
    """All sessions and links become invalid."""
    user.set_unusable_password()  # ends every session, because the hash changes
    blank: dict[str, Any] = {
        "email": None,
        "name": "",
        "time_zone": User._meta.get_field("time_zone").get_default(),
        "language": User._meta.get_field("language").get_default(),
        "language_known": False,
        "quiet_from": QUIET_FROM,
        "quiet_until": QUIET_UNTIL,
        "sends_at_once": False,
        "program": "",
        "wants_hints": False,
        "shows_presence": False,
        "notes_read": [],
        "last_login": None,
        **dict.fromkeys(SANCTIONS),
        "unreachable_since": None,
        "unreachable_why": "",
        "is_active": False,
        "access_epoch": user.access_epoch + 1,
        "forget_at": None,
        "forgotten_at": now,
    }
    for field, value in blank.items():
        setattr(user, field, value)
    user.save(update_fields=["password", *blank])
    for rows in (EmailAddress, Authenticator, UserSession):
        rows.objects.filter(user=user).delete()
    user.tokens.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    # The admin's log contains the names of users.
    kind = ContentType.objects.get_for_model(User)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(user.pk))
    entries.update(object_repr=str(user))


STILL_READ = (
    "Erased data stays in SQLite's write-ahead log for now, because another process "
    "reads the database. The next erasure or a full stop of the service removes it."
)


def truncate_log_on_commit() -> None:
    """
    Truncate SQLite's write-ahead log after the commit, so that erased data is in no
    file. The checkpoint waits for readers and writers, like every write. Nothing is
    done for other databases: what they keep of old rows is up to their operator.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_truncate_log, robust=True)


def _truncate_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_busy, *_pages = cursor.fetchone()
    if is_busy:
        logger.warning(STILL_READ)

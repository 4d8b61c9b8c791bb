"""The export of everything that the service knows about a user."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet

from games.accounts.profiles import SHOWN
from games.log.stream import load_records
from games.models import (
    ModerationAction,
    Report,
    Seat,
    SeatOffer,
    SeatOrders,
    TalkMessage,
    User,
)
from games.models.users import Profile
from games.presentation.error_text import why_put_aside
from games.sanctions import SANCTIONS
from games.signals import CollectOwnData, collect
from games.talk import messages
from stoneage_core.match.commands import is_move
from stoneage_core.match.state import Source

Data = dict[str, Any]

FORMAT = "stoneage-by-mail/own-data/1"

_ACCOUNT = (
    *("email", "name", "time_zone", "language", "quiet_from", "quiet_until"),
    *("sends_at_once", "wants_hints", "shows_presence", "notes_read"),
    *("is_staff", "is_active", "program"),
    *("created_at", "last_login", *SANCTIONS),
    *("unreachable_since", "unreachable_why", "forget_at"),
)
_PROFILE = ("slug", *SHOWN, "made_at")
_RATING = ("rated_game__game__slug", "mean", "deviation", "change")
_FOLLOW = ("game__slug", "profile__slug", "since")
_TOKEN = ("name", "scopes", "made_at", "expires_at", "used_at")


def collect_own_data(user: User, now: datetime) -> Data:
    data: Data = {
        "format": FORMAT,
        "made_at": now,
        "account": {name: getattr(user, name) for name in _ACCOUNT},
        "addresses": export_rows(
            EmailAddress.objects.filter(user=user), "email", "verified", "primary"
        ),
        # Without the keys of passkeys, which are secrets of the service.
        "passkeys": export_rows(
            Authenticator.objects.filter(user=user),
            *("type", "created_at", "last_used_at"),
        ),
        "sessions": export_rows(
            UserSession.objects.filter(user=user),
            *("created_at", "last_seen_at", "ip", "user_agent"),
        ),
        "profile": Profile.objects.filter(user=user).values(*_PROFILE).first(),
        "follows": [*user.follows.order_by("pk").values(*_FOLLOW)],
        "ratings": [*user.ratings.order_by("pk").values(*_RATING)],
        "access_tokens": [*user.tokens.order_by("pk").values(*_TOKEN)],
        "hosted_games": [*user.hosted_games.order_by("pk").values("slug", "greeting")],
        "seats": [_seat(seat, user) for seat in _seats(user)],
        "offers": export_rows(
            SeatOffer.objects.filter(user=user).select_related("seat__game"),
            *("for_good", "by_player", "offered_at", "state", "closed_at"),
            game="seat.game.slug",
            seat="seat.number",
        ),
        "talk": export_rows(
            TalkMessage.objects.filter(user=user).select_related("game"),
            *("said_at", "text", "hidden_at"),
            game="game.slug",
        ),
        # Muted people under the names that the user knows.
        "mutes": export_rows(
            messages.mutes_of(user), person="person.name", table="game.slug"
        ),
        # Reports by others belong to those others.
        "reports": export_rows(
            Report.objects.filter(reporter=user).select_related("game", "seat", "case"),
            *("reason", "made_at"),
            game="game.slug",
            about_seat="seat.number",
            about_message="message_id",
            kind="case.kind",
            closed_at="case.closed_at",
            outcome="case.outcome",
        ),
        # bans, mutes, and acts on their seats
        "acts_of_the_staff": export_rows(
            ModerationAction.objects.filter(user=user).select_related("game"),
            "reason",
            act="kind",
            game="game.slug",
            seat="seat_number",
            at="acted_at",
        ),
        # without the reporters and the authors of notes
        "cases_about_you": export_rows(
            user.cases.select_related("game"),
            *("kind", "opened_at", "closed_at"),
            game="game.slug",
        ),
        "notes_of_the_staff": export_rows(user.staff_notes.all(), "written_at", "text"),
        "seen_browsers": [{"seen_at": seen.seen_at} for seen in user.browsers.all()],
    }
    for part in collect(CollectOwnData(user)):
        data |= part
    return data


def export_rows(
    rows: QuerySet[Any], *columns: str, **lookups: str | Callable[[Any], Any]
) -> list[Data]:
    """Return columns of rows, and values at the end of look-ups, ordered by id."""
    lookups |= {name: name for name in columns}
    return [
        {name: _look_up(row, lookup) for name, lookup in lookups.items()}
        for row in rows.order_by("pk")
    ]


def _look_up(row: Any, lookup: str | Callable[[Any], Any]) -> Any:
    """Return the value of a look-up such as 'seat.number', None if a part is None."""
    if not isinstance(lookup, str):
        return lookup(row)
    for name in lookup.split("."):
        row = None if row is None else getattr(row, name)
    return row


def _seats(user: User) -> list[Seat]:
    seats = Seat.objects.reached_by(user)
    return list(seats.select_related("game").order_by("game_id"))


def _seat(seat: Seat, user: User) -> Data:
    seats = seat.game.table_state.seats
    away = seats[seat.number].away if seats else ()
    orders = SeatOrders.objects.filter(seat=seat, seat__user=user).first()
    return {
        "game": seat.game.slug,
        "number": seat.number,
        "invitation": seat.invitation,
        "is_lent": seat.absent_user_id == user.pk,
        "is_on_autopilot": seat.is_on_autopilot,
        "looked_at": seat.looked_at,
        "away": [{"begins": span.begins, "ends": span.ends} for span in away],
        "orders": orders
        and {
            "text": orders.text,
            "at_deadline": orders.at_deadline,
            "written_at": orders.written_at,
            "put_aside_at": orders.disarmed_at,
            "put_aside_why": why_put_aside(orders),
        },
        "messages_read_upto": messages.last_read(seat),
        "decisions": _decisions(seat),
    }


def _decisions(seat: Seat) -> list[Data]:
    rows = (
        each
        for each, _hash in load_records(seat.game)
        if each.decided_by == seat.number and Source(each.source).is_in_person
        if each.command
    )
    return [
        {
            "event": row.sequence,
            "at": row.recorded_at,
            "how": row.source,
            "what": row.command if is_move(row.command) else row.type,
        }
        for row in rows
    ]

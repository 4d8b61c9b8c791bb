"""Rows of the outbox with all that rendering a mail asks for, read in one statement.

Written out as in ``games.store.sql``: compiling so many columns anew for each mail
takes longer than reading them.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

from games.models import Game, Seat, SeatOrders, User
from games.store.sql import RowReader
from notifications.models import MailPreferences, OutgoingMail

_MAILS, _USERS = RowReader(OutgoingMail, "m"), RowReader(User, "u")
_PREFERENCES = RowReader(MailPreferences, "p")
_GAMES, _SEATS = RowReader(Game, "g"), RowReader(Seat, "s")
_ORDERS = RowReader(SeatOrders, "o")
_READERS: tuple[RowReader[Any], ...] = (
    *(_MAILS, _USERS, _PREFERENCES),
    *(_GAMES, _SEATS, _ORDERS),
)
_SELECT = (
    f"SELECT {', '.join(reader.columns for reader in _READERS)} "
    "FROM notifications_outgoingmail m "
    "LEFT JOIN games_user u ON u.id = m.user_id "
    "LEFT JOIN notifications_mailpreferences p ON p.user_id = m.user_id "
    "LEFT JOIN games_game g ON g.id = m.game_id "
    "LEFT JOIN games_seat s ON s.id = m.seat_id "
    "LEFT JOIN games_seatorders o ON o.seat_id = m.seat_id WHERE m.id = %s"
)


def find_mail(pk: int) -> OutgoingMail | None:
    """
    Return a mail with its reader, game and seat, or None if it is not there.

    The reader knows their preferences, the seat its game, its orders and, where that is
    the reader, its player.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SELECT, [pk])
        row = cursor.fetchone()
    if row is None:
        return None
    mail, user, preferences, game, seat, orders = _instances(row)
    mail.user, mail.game, mail.seat = user, game, seat
    if user is not None:
        _know(user, "mail_preferences", preferences)
    if seat is not None:
        _know(seat, "orders", orders)
        seat.game = game if seat.game_id == mail.game_id else seat.game
        if user is not None and seat.user_id == user.pk:
            seat.user = user
    found: OutgoingMail = mail
    return found


def _instances(row: Sequence[Any]) -> Iterator[Any]:
    """Yield what a row holds of each model, None where it was joined to nothing."""
    cells = iter(row)
    for reader in _READERS:
        values = list(islice(cells, len(reader.names)))
        is_there = values[reader.names.index(reader.model._meta.pk.attname)] is not None
        yield reader.instance(values) if is_there else None


def _know(owner: Model, name: str, row: Model | None) -> None:
    """Let a row know which one refers to it, or that none does, without a query."""
    owner._meta.get_field(name).set_cached_value(owner, row)  # type: ignore[union-attr]

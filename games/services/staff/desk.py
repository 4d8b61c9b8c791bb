"""Who may act, and the row that every act leaves."""

import re
from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games import tables
from games.errors import Forbidden, InvalidChoice, TooLate
from games.models import Act, Game, Seat, StaffAct, User
from games.models.staff import LONGEST_REASON
from games.services.table import Table, open_table
from games.signals import StaffActed, publish
from stoneage_core import Phase

#: What looks like the address of a mailbox.
ADDRESS = re.compile(r"\S@\S")


def open_desk(by: User, game: Game, permission: str, now: datetime) -> Table:
    """
    Lock a game for a moderator.

    Raise Forbidden without the permission, and to somebody who plays in this game.
    """
    require_permission(by, permission)
    table = open_table(game.pk, now=now)
    require_not_playing(by, table.seats)
    return table


def require_not_playing(by: User, seats: Iterable[Seat]) -> None:
    """Raise Forbidden to somebody who plays, or is to come back, in a game."""
    if any(by.pk in (seat.user_id, seat.absent_user_id) for seat in seats):
        raise Forbidden(
            _("You play in this game, so somebody else has to moderate it.")
        )


def open_begun(by: User, game: Game, permission: str, now: datetime) -> Table:
    """Lock a game that has begun and is not over for good: its seed is not known."""
    table = open_desk(by, game, permission, now)
    if table.state.phase is Phase.INVITATION:
        raise InvalidChoice(_("This game is not being played."))
    if table.state.seed:
        raise InvalidChoice(_("This game is final: the seed of its dice is known."))
    return table


def open_running(by: User, game: Game, permission: str, now: datetime) -> Table:
    """Lock a running game for a moderator, even one in quarantine."""
    table = open_desk(by, game, permission, now)
    if table.state.phase in (Phase.INVITATION, Phase.ENDED):
        raise InvalidChoice(_("This game is not being played."))
    return table


def open_playable(by: User, game: Game, permission: str, now: datetime) -> Table:
    """Lock a running game; raise TooLate for one in quarantine."""
    table = open_running(by, game, permission, now)
    if table.is_frozen:
        raise TooLate(_("This game is in quarantine: release it first."))
    return table


def require_permission(by: User, permission: str) -> None:
    """Raise Forbidden to whom the permission was not given."""
    if not by.has_perm(f"games.{permission}"):
        raise Forbidden(_("You do not have the permission to do that."))


def require_not_entangled(by: User, user: User, permission: str) -> None:
    """
    Raise Forbidden to whom may not moderate a person, or is too close to them.

    Nobody moderates whom they play with: it would be to moderate their own game.
    """
    require_permission(by, permission)
    if user.pk == by.pk or user.is_superuser:
        raise Forbidden(_("This person cannot be moderated by you."))
    if tables.shared(by, user).exists():
        raise Forbidden(
            _("You play in a game with this person, so somebody else has to do that.")
        )


def clean_reason(reason: str) -> str:
    """
    Return a reason fit to be shown; raise InvalidChoice where none is given.

    It is never removed, so it must not hold what somebody may want to be forgotten.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise InvalidChoice(_("Say why, please: everybody concerned will read it."))
    if len(reason) > LONGEST_REASON:
        raise InvalidChoice(_("A reason has at most five hundred characters."))
    if ADDRESS.search(reason):
        raise InvalidChoice(
            _("Leave out the address, please: what is written here stays for good.")
        )
    return reason


def note_act(
    *,
    by: User,
    act: Act,
    reason: str,
    now: datetime,
    table: Table | None = None,
    seat: Seat | None = None,
    user: User | None = None,
) -> StaffAct:
    """
    Write down what was done, in the transaction in which it is done, and tell of it.

    Where the log is concerned ``table`` has been saved already.
    """
    row = StaffAct(by=by, act=act, user=user, reason=clean_reason(reason), acted_at=now)
    if table is not None:
        row.game = table.game
        row.sequence = table.first_sequence if table.entries else None
    if seat is not None:
        row.seat_number, row.user = seat.number, user or seat.user
    row.save()
    publish(StaffActed(row, () if table is None else table.seats, now))
    return row

"""Row locks, always taken in the same order to avoid deadlocks.

1. Users, in the order of their ids, and if there are several, all at once.
2. A league: entries, seasons and their results wait for this lock.
3. Games, in the order of their ids: everything at a table waits for this lock.
4. Rows that belong to them: seats, orders, talk, cases, email preferences.
5. Emails, outgoing before incoming.

A transaction that holds a later lock never waits for an earlier one. These locks do not
block inserts of rows that merely refer to the locked ones, such as taking a seat
elsewhere at the same moment.
"""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Game, League, User
from games.models.moderation import Case

MOVED = _("Meanwhile someone else got that address. Everything stays as it was.")


def lock_user(pk: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=pk)


def lock_users(pks: Iterable[int]) -> dict[int, User]:
    """Return those that exist, by id."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(pks))
    return {user.pk: user for user in rows.order_by("pk")}


def lock_named(*named: User) -> list[User]:
    """
    Return the current rows, in this order. Raise Refused (too_late) like
    :func:`require_named`.
    """
    locked = lock_users(each.pk for each in named)
    return [require_named(each, locked.get(each.pk)) for each in named]


def require_named(named: User, locked: User | None) -> User:
    """
    Return the locked user if they still have the address of the user that a link named.
    Links are read before any row is locked. Raise Refused (too_late) if the address
    changed in between.
    """
    if locked is None or locked.email != named.email:
        raise Refused("too_late", MOVED)
    return locked


def lock_league(pk: int) -> League:
    return League.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)


def lock_game(pk: int) -> Game:
    return Game.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)


def lock_games(games: QuerySet[Game]) -> list[Game]:
    rows = Game.objects.select_for_update(of=("self",), no_key=True)
    return list(rows.filter(pk__in=games.values("pk")).order_by("pk"))


def lock_case(pk: int) -> Case:
    return Case.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)

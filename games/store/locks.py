"""Locks of rows, in the one order that avoids deadlocks.

1. People, in the order of their ids: whoever locks several names all of them at once.
2. A league: entering it, its seasons and what becomes of them wait here.
3. Games, in the order of their ids: all that happens at a table waits here.
4. What hangs on them: seats, orders, talk, cases, what mails somebody wants.
5. Mails, outgoing before incoming.

Who holds a later one never waits for an earlier one. These locks leave the rows to
those who only refer to them, like who sits down elsewhere at the same moment.
"""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import Game, League, User
from games.models.cases import Case

MOVED = _("Meanwhile someone else got that address. Everything stays as it was.")


def lock_user(pk: int) -> User:
    """Lock a user for this transaction, and return them as they are now."""
    return User.objects.select_for_update(no_key=True).get(pk=pk)


def lock_users(pks: Iterable[int]) -> dict[int, User]:
    """Lock users for this transaction, and return those that are there by their ids."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(pks))
    return {user.pk: user for user in rows.order_by("pk")}


def lock_named(*named: User) -> list[User]:
    """
    Lock users for this transaction, and return them as they are now, in this order.

    Raise Refused (too_late) as :func:`require_named`.
    """
    locked = lock_users(each.pk for each in named)
    return [require_named(each, locked.get(each.pk)) for each in named]


def require_named(named: User, locked: User | None) -> User:
    """
    Return a locked user, if they still have the address by which a link named them.

    Links are read before anything is locked. Raise Refused (too_late) where somebody
    was faster.
    """
    if locked is None or locked.email != named.email:
        raise Refused("too_late", MOVED)
    return locked


def lock_league(pk: int) -> League:
    """Lock a league for this transaction, and return it as it is now."""
    return League.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)


def lock_game(pk: int) -> Game:
    """Lock a game for this transaction, and return it as it is now."""
    return Game.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)


def lock_games(games: QuerySet[Game]) -> list[Game]:
    """Lock games for this transaction, and return them as they are now."""
    rows = Game.objects.select_for_update(of=("self",), no_key=True)
    return list(rows.filter(pk__in=games.values("pk")).order_by("pk"))


def lock_case(pk: int) -> Case:
    """Lock a case for this transaction, and return it as it is now."""
    return Case.objects.select_for_update(of=("self",), no_key=True).get(pk=pk)

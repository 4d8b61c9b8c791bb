"""What players are told on a game's page about the mails that they get, or do not.

Who sends the mails knows, and says so by :func:`provide`: this app does not know them.
"""

from collections.abc import Callable

from games.models import Game, Seat, User

Teller = Callable[[User, Game], str]

_tellers: list[Teller] = []


def provide(teller: Teller) -> None:
    """Let an app say a sentence, or '', to a player of a game; once is enough."""
    if teller not in _tellers:
        _tellers.append(teller)


def mail_notes(seat: Seat) -> list[str]:
    """Return what a seat's player is to know; guests get no mails anyway."""
    user = seat.user
    if user is None or user.is_guest:
        return []
    return [note for teller in _tellers if (note := teller(user, seat.game))]

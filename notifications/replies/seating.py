"""Whether the player of a mail still has the seat that it is about."""

from django.utils.translation import gettext_lazy as _

from games.errors import Forbidden
from games.models import Game, Seat
from games.services.locking import lock_games, lock_user
from notifications.models import IncomingMail
from notifications.models.incoming import SOMEBODY_ELSE
from notifications.replies.listed import games_in

NOBODY = "nobody plays this seat by mail any more"


class SeatedAnew(Forbidden):
    """Between a mail and what it asks for, the seat got another player."""

    message = _("This seat has another player by now. Nothing was done.")


def sit_down(mail: IncomingMail) -> str:
    """
    Let nobody else at a mail's player and game until this transaction ends.

    Return why they do not play there any more, '' if they do. Of a digest these are all
    of its games; whether a seat of them is still theirs is seen line by line.
    """
    if mail.user_id is None or (mail.seat_id is None and not mail.is_to_digest):
        return NOBODY
    mail.user = lock_user(mail.user_id)
    if mail.seat_id is None:
        assert mail.replies_to is not None
        lock_games(games_in(mail.replies_to))
        return NOBODY if mail.user.email is None else ""
    lock_games(Game.objects.filter(seats=mail.seat_id))
    mail.seat = Seat.objects.select_related("game", "user").get(pk=mail.seat_id)
    if mail.user.email is None:
        return NOBODY
    return "" if mail.seat.user_id == mail.user_id else SOMEBODY_ELSE

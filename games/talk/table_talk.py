"""Read-only queries of table talk."""

from collections.abc import Iterable

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Game, Invitation, Seat, TalkMessage, TalkRead, User
from games.models.talk import TalkMute

#: The permission to read talk without sitting at the table.
STAFF_RIGHT = "games.view_talkmessage"


def has_company(seat: Seat, seats: Iterable[Seat] | None = None) -> bool:
    """Return whether other people sit at the table of a seat, or were invited."""
    if seats is None:
        others = Seat.objects.filter(game=seat.game_id, bot="")
        return others.exclude(pk=seat.pk).exists()
    return any(not other.is_automatic for other in seats if other.pk != seat.pk)


def has_talk(game: Game) -> bool:
    """Return whether a game has several people, or any messages."""
    people = Seat.objects.filter(game=game, bot="")
    return people.count() > 1 or has_messages(game)


def has_messages(game: Game) -> bool:
    """Return whether there are any messages at a table (one query)."""
    return TalkMessage.objects.filter(game=game).exists()


def may_read(game: Game, user: User) -> bool:
    """
    Return whether a user may read the talk of a table.

    These are its players, players with a substitute, and the staff. Spectators of a
    game cannot read its talk.
    """
    at_table = Q(user=user, invitation=Invitation.ACCEPTED) | Q(absent_user=user)
    seated = Seat.objects.filter(at_table, game=game)
    return seated.exists() or user.has_perm(STAFF_RIGHT)


def require_may_read(game: Game, user: User) -> None:
    """Raise Refused (forbidden) if a user may not read the talk of a table."""
    if not may_read(game, user):
        raise Refused("forbidden", _("Table talk is for the players of this game."))


def messages_of(game: Game) -> QuerySet[TalkMessage]:
    """Return all messages at a table, in order."""
    said = TalkMessage.objects.filter(game=game).order_by("pk")
    return said.select_related("user", "seat")


def last_read(seat: Seat) -> int:
    """Return the id of the last message that the player of a seat has read, or 0."""
    read = TalkRead.objects.filter(seat=seat).values_list("upto", flat=True)
    return read.first() or 0


def unread(seat: Seat) -> int:
    """Return how many messages of others the player of a seat has not read."""
    since = last_read(seat)
    if not TalkMessage.objects.filter(game=seat.game_id, pk__gt=since).exists():
        return 0
    return messages_heard_by(seat).filter(pk__gt=since).count()


def messages_heard_by(seat: Seat) -> QuerySet[TalkMessage]:
    """Return the messages of others that a seat's player has not muted, in order."""
    said = TalkMessage.objects.filter(game=seat.game_id, hidden_at=None)
    others = said.exclude(text="").exclude(seat=seat, user=F("seat__user"))
    mutes = TalkMute.objects.filter(user=seat.user_id)
    muted = list(mutes.values_list("game", "person"))
    if any(game == seat.game_id for game, _person in muted):
        return others.none()
    people = {person for _game, person in muted} - {None}
    heard = others.exclude(user__in=people) if people else others
    return heard.select_related("user", "seat").order_by("pk")

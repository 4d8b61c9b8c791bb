"""Queries of table talk: who may read it, and what there is. Nothing here writes."""

from collections.abc import Iterable

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Game, Invitation, Seat, TalkMessage, TalkRead, User
from games.models.talk import TalkMute

#: Who may read what was said at a table without sitting there.
STAFF_RIGHT = "games.view_talkmessage"


def has_company(seat: Seat, seats: Iterable[Seat] | None = None) -> bool:
    """Whether other people sit at the table of a seat, or are still to come."""
    if seats is None:
        others = Seat.objects.filter(game=seat.game_id, bot="")
        return others.exclude(pk=seat.pk).exists()
    return any(not other.is_automatic for other in seats if other.pk != seat.pk)


def has_talk(game: Game) -> bool:
    """Whether people play with each other here, not one against automatic players."""
    people = Seat.objects.filter(game=game, bot="")
    return people.count() > 1 or has_messages(game)


def has_messages(game: Game) -> bool:
    """Whether anything was ever said at a table. One query."""
    return TalkMessage.objects.filter(game=game).exists()


def may_read(game: Game, user: User) -> bool:
    """
    Whether a user reads the talk of a table.

    Those do who sit there, or for whom a substitute plays, and the staff: what is said
    at a table is meant for it, though everybody may watch the game.
    """
    at_table = Q(user=user, invitation=Invitation.ACCEPTED) | Q(absent_user=user)
    seated = Seat.objects.filter(at_table, game=game)
    return seated.exists() or user.has_perm(STAFF_RIGHT)


def require_may_read(game: Game, user: User) -> None:
    """Raise Refused (forbidden) for whoever does not read the talk of a table."""
    if not may_read(game, user):
        raise Refused("forbidden", _("Table talk is for the players of this game."))


def messages_of(game: Game) -> QuerySet[TalkMessage]:
    """Return what was said at a table, in order."""
    said = TalkMessage.objects.filter(game=game).order_by("pk")
    return said.select_related("user", "seat")


def last_read(seat: Seat) -> int:
    """Return up to which message the player of a seat has read, 0 for none."""
    read = TalkRead.objects.filter(seat=seat).values_list("upto", flat=True)
    return read.first() or 0


def unread(seat: Seat) -> int:
    """Return how many messages of others the player of a seat has not read yet."""
    since = last_read(seat)
    if not TalkMessage.objects.filter(game=seat.game_id, pk__gt=since).exists():
        return 0
    return messages_heard_by(seat).filter(pk__gt=since).count()


def messages_heard_by(seat: Seat) -> QuerySet[TalkMessage]:
    """Return what others said that the player of a seat wants to hear, in order."""
    said = TalkMessage.objects.filter(game=seat.game_id, hidden_at=None)
    others = said.exclude(text="").exclude(seat=seat, user=F("seat__user"))
    mutes = TalkMute.objects.filter(user=seat.user_id)
    muted = list(mutes.values_list("game", "person"))
    if any(game == seat.game_id for game, _person in muted):
        return others.none()
    people = {person for _game, person in muted} - {None}
    heard = others.exclude(user__in=people) if people else others
    return heard.select_related("user", "seat").order_by("pk")

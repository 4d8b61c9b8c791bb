"""Mutes: whose talk a reader does not want to hear, and at which tables none at all."""

from typing import Any

from django.db.models import Q, QuerySet

from games.models import Game, User
from games.models.talk import TalkMute


def mute(*, user: User, muted: User | Game) -> None:
    """Hear no talk of a person any more, or no talk at a table. Idempotent."""
    TalkMute.objects.get_or_create(user=user, **_columns_of(muted))


def unmute(*, user: User, muted: User | Game) -> None:
    """Hear a person, or the talk at a table, again. Idempotent."""
    TalkMute.objects.filter(user=user, **_columns_of(muted)).delete()


def _columns_of(muted: User | Game) -> dict[str, Any]:
    return {"person" if isinstance(muted, User) else "game": muted}


def is_table_muted(user: User | None, game: Game) -> bool:
    """Whether a user hears no talk at a table."""
    return TalkMute.objects.filter(user=user, game=game).exists()


def muted_people(user: User | None) -> set[int]:
    """Return whom a user does not hear."""
    people = TalkMute.objects.filter(user=user, person__isnull=False)
    return set(people.values_list("person", flat=True))


def mutes_of(user: User) -> QuerySet[TalkMute]:
    """Return all mutes of a user."""
    return TalkMute.objects.filter(user=user).select_related("person", "game")


def forget_mutes(user: User) -> None:
    """Delete the mutes of a user, and those that others have of them."""
    TalkMute.objects.filter(Q(user=user) | Q(person=user)).delete()

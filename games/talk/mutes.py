"""Mutes: a reader hides the talk of a person, or all talk at a table."""

from typing import Any

from django.db.models import Q, QuerySet

from games.models import Game, User
from games.models.talk import TalkMute


def mute(*, user: User, muted: User | Game) -> None:
    """Hide the talk of a person or at a table. Idempotent."""
    TalkMute.objects.get_or_create(user=user, **_columns_of(muted))


def unmute(*, user: User, muted: User | Game) -> None:
    """Show the talk of a person or at a table again. Idempotent."""
    TalkMute.objects.filter(user=user, **_columns_of(muted)).delete()


def _columns_of(muted: User | Game) -> dict[str, Any]:
    return {"person" if isinstance(muted, User) else "game": muted}


def is_table_muted(user: User | None, game: Game) -> bool:
    return TalkMute.objects.filter(user=user, game=game).exists()


def muted_people(user: User | None) -> set[int]:
    """Return the ids of the people whom a user has muted."""
    people = TalkMute.objects.filter(user=user, person__isnull=False)
    return set(people.values_list("person", flat=True))


def mutes_of(user: User) -> QuerySet[TalkMute]:
    return TalkMute.objects.filter(user=user).select_related("person", "game")


def forget_mutes(user: User) -> None:
    """Delete a user's mutes, and mutes of that user."""
    TalkMute.objects.filter(Q(user=user) | Q(person=user)).delete()

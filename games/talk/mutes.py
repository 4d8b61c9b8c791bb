"""Mutes: whose talk a reader does not want to hear, and at which tables none at all."""

from django.db.models import Q, QuerySet

from games.models import Game, User
from games.models.talk import TalkMute


def mute_person(*, user: User, person: User) -> None:
    """Hear no talk of a person any more, at no table. Idempotent."""
    TalkMute.objects.get_or_create(user=user, person=person)


def unmute_person(*, user: User, person: User) -> None:
    """Hear a person again. Idempotent."""
    TalkMute.objects.filter(user=user, person=person).delete()


def mute_table(*, user: User, game: Game) -> None:
    """Hear no talk at a table any more. Idempotent."""
    TalkMute.objects.get_or_create(user=user, game=game)


def unmute_table(*, user: User, game: Game) -> None:
    """Hear the talk at a table again. Idempotent."""
    TalkMute.objects.filter(user=user, game=game).delete()


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

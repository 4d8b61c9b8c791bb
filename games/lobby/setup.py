"""The players of a new game, checked."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email
from games.errors import NO_PERSON, Refused
from games.models import Invitation, Seat, User
from stoneage_core.opponents.ladder import Opponent


class Vacancy(Enum):
    """A seat that is not for a particular person."""

    OPEN = "open"  # for every member
    LINKED = "linked"  # for anybody who has the link that the host passes on


OPEN: Final = Vacancy.OPEN
LINKED: Final = Vacancy.LINKED


#: How many are offered. For other people the host enters an address.
MOST_COMPANIONS = 6
#: Who gets a seat: a user, an email address, a bot, or nobody in particular.
Wanted = User | str | Opponent | Vacancy


def clean_players(players: Sequence[Wanted]) -> list[Wanted]:
    """Return the wanted players with clean addresses. Raise Refused (invalid)."""
    cleaned = [
        clean_email(wanted) if isinstance(wanted, str) else wanted for wanted in players
    ]
    people = [_identity(wanted) for wanted in cleaned if isinstance(wanted, User | str)]
    if len(set(people)) < len(people):
        raise Refused("invalid", _("Every player needs an address of their own."))
    if all(isinstance(wanted, Opponent) for wanted in cleaned):
        raise Refused("invalid", NO_PERSON)
    return cleaned


def _identity(person: User | str) -> str:
    """Return a key that identifies a person: their address, if they have one."""
    return person if isinstance(person, str) else person.email or f"guest {person.pk}"


def companions_of(user: User) -> list[User]:
    """
    Return people who played with a user, latest first (one query). Leaves out people
    without an address or a name.
    """
    games = Seat.objects.filter(user=user, invitation=Invitation.ACCEPTED)
    together = Q(
        seats__game__in=games.values("game"),
        seats__invitation=Invitation.ACCEPTED,
    )
    people = User.objects.filter(together, is_active=True, email__isnull=False)
    people = people.exclude(pk=user.pk).exclude(name="")
    latest = people.annotate(latest=Max("seats__game_id", filter=together))
    return list(latest.order_by("-latest", "pk")[:MOST_COMPANIONS])

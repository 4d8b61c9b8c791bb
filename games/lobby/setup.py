"""The players of a new game: whom a host can ask for, checked."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email
from games.errors import Refused
from games.models import Invitation, Seat, User
from stoneage_core.opponents.ladder import Opponent


class Vacancy(Enum):
    """A seat without an address."""

    OPEN = "open"  # for anyone signed in
    LINKED = "linked"  # for whoever has the link that the host passes on


OPEN: Final = Vacancy.OPEN
LINKED: Final = Vacancy.LINKED


#: How many are offered; whoever plays with more writes an address.
MOST_COMPANIONS = 6
#: Who is to sit on a seat: somebody, an e-mail address, an automatic player, or nobody
#: in particular.
Wanted = User | str | Opponent | Vacancy


def clean_players(players: Sequence[Wanted]) -> list[Wanted]:
    """
    Return the wanted players with clean addresses; raise Refused (invalid) if wrong.
    """
    cleaned = [
        clean_email(wanted) if isinstance(wanted, str) else wanted for wanted in players
    ]
    people = [_mark(wanted) for wanted in cleaned if isinstance(wanted, User | str)]
    if len(set(people)) < len(people):
        raise Refused("invalid", _("Every player needs an address of their own."))
    if all(isinstance(wanted, Opponent) for wanted in cleaned):
        raise Refused("invalid", _("At least one player has to be a person."))
    return cleaned


def _mark(person: User | str) -> str:
    """Return what tells people apart: their address, as long as they have one."""
    return person if isinstance(person, str) else person.email or f"guest {person.pk}"


def companions_of(user: User) -> list[User]:
    """
    Return people who sat at a table with somebody, the latest first. One query.

    Without those who cannot be asked by mail, or have no name to be known by.
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

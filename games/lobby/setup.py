"""Terms of a new game: what a host can ask for, checked."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email
from games.errors import Refused
from games.models import Audience, Invitation, Seat, User
from stoneage_core import TieBreak
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.opponents.ladder import Opponent


class Vacancy(Enum):
    """A seat without an address."""

    OPEN = "open"  # for anyone signed in
    LINKED = "linked"  # for whoever has the link that the host passes on


OPEN: Final = Vacancy.OPEN
LINKED: Final = Vacancy.LINKED


class TableTerms(NamedTuple):
    """
    What a table agrees on beside its players and its clock.

    How ties are broken, whether its dice take a public beacon as well, whether its
    players may ask the coach, whether the result counts for their ratings, and who may
    watch.
    """

    tie_break: str = TieBreak.SEQUENTIAL
    takes_beacon: bool = False
    is_coached: bool = False
    is_rated: bool = False
    audience: str = Audience.LINK


PLAIN_TERMS = TableTerms()

#: How many are offered; whoever plays with more writes an address.
MOST_COMPANIONS = 6
#: Who is to sit on a seat: somebody, an e-mail address, an automatic player, or nobody
#: in particular.
Wanted = User | str | Opponent | Vacancy

NO_PERSON = _("At least one player has to be a person.")


def clean_players(players: Sequence[Wanted]) -> list[Wanted]:
    """
    Return the wanted players with clean addresses; raise Refused (invalid) if wrong.
    """
    check_player_count(len(players))
    cleaned = [
        clean_email(wanted) if isinstance(wanted, str) else wanted for wanted in players
    ]
    people = [_mark(wanted) for wanted in cleaned if isinstance(wanted, User | str)]
    if len(set(people)) < len(people):
        raise Refused("invalid", _("Every player needs an address of their own."))
    if all(isinstance(wanted, Opponent) for wanted in cleaned):
        raise Refused("invalid", NO_PERSON)
    return cleaned


def _mark(person: User | str) -> str:
    """Return what tells people apart: their address, as long as they have one."""
    return person if isinstance(person, str) else person.email or f"guest {person.pk}"


def check_player_count(count: int) -> None:
    """Raise Refused (invalid) if the game is not for so many."""
    if not FEWEST_SEATS <= count <= MOST_SEATS:
        raise Refused("invalid", _("A game is for two to four players."))


def check_terms(terms: TableTerms, host: User) -> None:
    """
    Raise Refused (invalid) for terms that no table can have here, (address_needed) of
    guests.

    What terms rule each other out is decided with the game: ``match.lifecycle``.
    """
    if terms.tie_break not in set(TieBreak) or terms.audience not in set(Audience):
        raise Refused("invalid")
    if terms.takes_beacon and not settings.BEACON_URL:
        raise Refused("invalid", _("No beacon is known here for the dice."))
    if terms.is_rated and host.is_guest:
        raise Refused("address_needed")


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

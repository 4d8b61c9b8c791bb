"""How seats are to be filled, read from what the host asked for."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.accounts.users import clean_email
from games.errors import InvalidChoice
from games.models.games import (
    FEWEST_SEATS,
    MOST_SEATS,
)


class Vacancy(Enum):
    """A seat without an address."""

    OPEN = "open"  # for anyone signed in
    AUTOMATIC = "automatic"  # the computer plays


OPEN: Final = Vacancy.OPEN
AUTOMATIC: Final = Vacancy.AUTOMATIC

#: Who is to sit on a seat: an e-mail address, or nobody in particular.
Wanted = str | Vacancy


def clean_players(players: Sequence[Wanted]) -> list[Wanted]:
    """Return the wanted players with clean addresses; raise InvalidChoice if wrong."""
    check_player_count(len(players))
    cleaned = [
        clean_email(wanted) if isinstance(wanted, str) else wanted for wanted in players
    ]
    addresses = [wanted for wanted in cleaned if isinstance(wanted, str)]
    if len(set(addresses)) < len(addresses):
        raise InvalidChoice(_("Every player needs an address of their own."))
    if all(wanted is AUTOMATIC for wanted in cleaned):
        raise InvalidChoice(_("At least one player has to be a person."))
    return cleaned


def check_player_count(count: int) -> None:
    """Raise InvalidChoice if the game is not for so many."""
    if not FEWEST_SEATS <= count <= MOST_SEATS:
        raise InvalidChoice(_("A game is for two to four players."))


def check_choices(players: int, start_choice: int | None) -> None:
    """Raise InvalidChoice if the start player cannot be."""
    if start_choice is not None and start_choice not in range(players):
        raise InvalidChoice(_("The start player has to be one of the players."))

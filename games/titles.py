"""What a game is called for somebody who plays in it: no two of theirs read alike."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from games import labels, selectors
from games.models import Seat, User


def title_of(seats: Sequence[Seat], reader: Seat | None) -> str:
    """Name a game for its reader: 'Stone Age with Alice and Carol, game 2'."""
    others = [seat for seat in seats if reader is None or seat.number != reader.number]
    title = _("Stone Age with %(players)s") % {"players": players_of(others)}
    if reader is None or reader.user is None:
        return title
    return numbered(title, counted(reader.user).get(reader.game_id, 1))


def players_of(seats: Sequence[Seat]) -> str:
    """Return 'Alice and Carol'."""
    return labels.join_list(selectors.names(seats))


def numbered(title: str, number: int) -> str:
    """Tell a game from earlier ones with the same players; the first stays as it is."""
    if number == 1:
        return title
    return _("%(title)s, game %(number)d") % {"title": title, "number": number}


def counted(user: User) -> dict[int, int]:
    """
    Return which game with players of the same names each of a user's is, by id.

    Whatever begins later gets a later number, so it stays the same for as long as
    nobody has another name and the same people sit there.
    """
    seats = selectors.seats_of_others(user)
    by_game = groupby(seats, key=lambda seat: seat.game_id)
    met: Counter[tuple[str, ...]] = Counter()
    numbers = {}
    for game_id, others in by_game:
        players = tuple(sorted(map(selectors.name_of, others)))
        met[players] += 1
        numbers[game_id] = met[players]
    return numbers

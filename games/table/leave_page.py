"""The page on which a player leaves a seat: what that means, and for whom."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.models.talk import LONGEST_MESSAGE
from games.presentation.league_text import drop_out_in_words, league_link
from games.presentation.text import join_list, names_of
from games.seats.leaving import gives_away_for_good, open_request
from games.talk.messages import has_company
from games.web.seat_access import SeatAccess

NOBODY_WAITS = _("No one waits for you in this game: just stop playing.")


def may_leave(seat: Seat, seats: Sequence[Seat]) -> bool:
    """
    Return whether a player can leave their seat.

    They play it themselves, the game is not over, and others are at the table.
    """
    game = seat.game
    is_open = (game.is_inviting or game.is_active) and seat.has_joined
    return is_open and not seat.is_on_autopilot and has_company(seat, seats)


def leave_page(
    access: SeatAccess, seats: Sequence[Seat], *, refusal: str, typed: dict[str, str]
) -> dict[str, Any]:
    """Return the context of the page. ``typed`` is what the reader had entered."""
    seat, game = access.own, access.game
    names = dict(zip(seats, names_of(seats), strict=True))
    return {
        "game": game,
        "seat": seat,
        "action": access.leave_url,
        "back_url": access.back_url,
        "others": join_list(
            [names[each] for each in seats if each.has_joined and each.pk != seat.pk]
        ),
        "is_host": game.is_inviting and game.host_id == seat.user_id,
        "is_rated": game.terms.rated,
        "league": league_link(game),
        "drop_out_rule": "" if game.league is None else drop_out_in_words(game.league),
        "for_good": gives_away_for_good(game),
        "may_leave": may_leave(seat, seats),
        # The holder of a link may play and pause a seat, but not give it to others.
        "may_ask": not access.token,
        "signed_in_url": reverse("games:leave", args=[game.slug]),
        "has_asked": open_request(seat) is not None,
        "longest": LONGEST_MESSAGE,
        "refusal": refusal,
        "typed": typed,
    }
